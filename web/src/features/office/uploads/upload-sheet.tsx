import { Button, Textarea, TextInput } from "@mantine/core";
import {
  captionsBytesMax,
  captionsUrl,
  updateUploadSchema,
} from "@portal/shared/office/uploads.ts";
import { useRef, useState } from "react";
import { api } from "../../../api/api.ts";
import { errorMessage } from "../../../api/error-message.ts";
import "../../../theme/mantine-forms.ts";
import { useUnsavedGuard } from "../../../ui/confirm-dialog.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { Notice, showToast } from "../../../ui/feedback.tsx";
import { ErrorSummary, useCheckedForm } from "../../../ui/form.tsx";
import { sendForm, type Sent } from "./send-form.ts";
import type { Upload } from "./upload-cards.tsx";
import classes from "./uploads.module.css";

const schema = updateUploadSchema.omit({ id: true });

/** The words of one upload, and its place among the others. */
export function UploadSheet(props: { upload: Upload; onClose: () => void }) {
  const { id, title, description, sortOrder } = props.upload;
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
  const { leave, question } = useUnsavedGuard(form.isDirty());
  const close = () => leave(props.onClose);
  return (
    <Sheet title={title} onClose={close}>
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
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
        </div>
      </form>
      {props.upload.kind === "video" && <CaptionsField upload={props.upload} />}
      {question}
    </Sheet>
  );
}

/** What is said in a video, for whoever does not hear it: a file that is taken as soon as it is chosen. */
function CaptionsField(props: { upload: Upload }) {
  const { id, title } = props.upload;
  const input = useRef<HTMLInputElement>(null);
  const captions = useCaptions(props.upload);
  return (
    <section aria-labelledby="captions" className={classes.captions}>
      <h3 id="captions">Captions</h3>
      <p className={classes.muted}>
        {captions.areThere
          ? "They are shown in the player, and can be read as a transcript."
          : "None yet. Choose a WebVTT file (.vtt) with what is said in the video."}
      </p>
      {captions.failure && (
        <p role="alert" className={classes.bad}>
          {captions.failure}
        </p>
      )}
      <input
        ref={input}
        type="file"
        className={classes.hidden}
        accept=".vtt,text/vtt"
        aria-label={`Captions of ${title}`}
        tabIndex={-1}
        onChange={(event) => {
          void captions.take(event.currentTarget.files?.[0]);
          event.currentTarget.value = "";
        }}
      />
      <div className={classes.buttons}>
        <Button
          variant="default"
          loading={captions.isSending}
          onClick={() => input.current?.click()}
        >
          {captions.areThere ? "Choose others" : "Choose captions"}
        </Button>
        {captions.areThere && (
          <>
            <Button
              component="a"
              variant="default"
              href={captionsUrl(id)}
              download={`${title}.vtt`}
            >
              Download
            </Button>
            <Button variant="subtle" loading={captions.isRemoving} onClick={captions.remove}>
              Remove
            </Button>
          </>
        )}
      </div>
    </section>
  );
}

function useCaptions({ id, hasCaptions }: Upload) {
  const [areThere, setThere] = useState(hasCaptions);
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const utils = api.useUtils();
  const changed = async (nowThere: boolean, words: string) => {
    setThere(nowThere);
    setFailure(null);
    showToast(words);
    await utils.uploads.list.invalidate();
  };
  const removal = api.uploads.removeCaptions.useMutation({
    onSuccess: () => changed(false, "Item deleted."),
    onError: (error) => setFailure(errorMessage(error)),
  });
  const take = async (file: File | undefined) => {
    if (!file) return;
    setSending(true);
    const sent = await send(id, file);
    setSending(false);
    if ("failure" in sent) setFailure(sent.failure);
    else await changed(true, "Saved!");
  };
  return {
    areThere,
    failure,
    isSending,
    take,
    isRemoving: removal.isPending,
    remove: () => removal.mutate({ id }),
  };
}

function send(id: number, file: File): Promise<Sent> {
  if (file.size > captionsBytesMax)
    return Promise.resolve({ failure: "E001: This file is too large." });
  const form = new FormData();
  form.set("file", file);
  const { signal } = new AbortController();
  return sendForm(`/api/upload/captions/${id}`, form, signal, () => {});
}
