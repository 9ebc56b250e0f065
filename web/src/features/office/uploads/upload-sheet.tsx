import "../../../theme/mantine-forms.ts";
import { Button, Textarea, TextInput } from "@mantine/core";
import { updateUploadSchema } from "@portal/shared/office/uploads.ts";
import { useState } from "react";
import { api } from "../../../api/api.ts";
import { errorMessage } from "../../../api/error-message.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { useUnsavedGuard } from "../../../ui/editing/use-unsaved-guard.tsx";
import { ErrorSummary } from "../../../ui/error-summary.tsx";
import { LoseChangesDialog } from "../../../ui/lose-changes-dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useCheckedForm } from "../../../ui/use-checked-form.ts";
import { CaptionsField } from "./captions-field.tsx";
import type { Upload } from "./upload-view.tsx";
import classes from "./uploads.module.css";

const schema = updateUploadSchema.omit({ id: true });

/** The words of one upload, and its place among the others. */
export function UploadSheet(props: { upload: Upload; onClose: () => void }) {
  const { id, title, description, sortOrder } = props.upload;
  const [asks, setAsks] = useState(false);
  const utils = api.useUtils();
  const save = api.uploads.update.useMutation({
    onSuccess: async () => {
      showToast("Saved!");
      props.onClose();
      await utils.uploads.list.invalidate();
    },
  });
  const { form, summary, onSubmit } = useCheckedForm({
    name: "upload",
    schema,
    initialValues: { title, description, sortOrder: String(sortOrder) },
  });
  const question = useUnsavedGuard(form.isDirty());
  const close = () => (form.isDirty() ? setAsks(true) : props.onClose());
  return (
    <Dialog shape="sheet" title={title} onClose={close}>
      <form
        noValidate
        className={classes.form}
        onSubmit={onSubmit((words) => save.mutate({ id, ...words }))}
      >
        <ErrorSummary {...summary} />
        {save.error && (
          <Notice tone="bad">
            <p>{errorMessage(save.error)}</p>
          </Notice>
        )}
        <TextInput label="Title" withAsterisk autoComplete="off" {...form.getInputProps("title")} />
        <Textarea label="Description" rows={4} {...form.getInputProps("description")} />
        <TextInput
          label="Sort order"
          description="The lowest number comes first."
          inputMode="numeric"
          autoComplete="off"
          {...form.getInputProps("sortOrder")}
        />
        <div className={classes.buttons}>
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
        </div>
      </form>
      {props.upload.kind === "video" && <CaptionsField upload={props.upload} />}
      {question}
      {asks && <LoseChangesDialog onKeep={() => setAsks(false)} onLose={props.onClose} />}
    </Dialog>
  );
}
