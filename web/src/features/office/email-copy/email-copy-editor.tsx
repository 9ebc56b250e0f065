import "../../../theme/mantine-forms.ts";
import { Button, Textarea, TextInput } from "@mantine/core";
import { copyWordsSchema, emailCopyRules } from "@portal/shared/office/email-copy.ts";
import { useDeferredValue, useState } from "react";
import type { ApiOutputs } from "../../../api/api.ts";
import { errorMessage } from "../../../api/error-message.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { useUnsavedGuard } from "../../../ui/editing/use-unsaved-guard.tsx";
import { ErrorSummary } from "../../../ui/error-summary.tsx";
import { LoseChangesDialog } from "../../../ui/lose-changes-dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PageHeading } from "../../../ui/page-heading.tsx";
import { useCheckedForm } from "../../../ui/use-checked-form.ts";
import classes from "./email-copy.module.css";
import { EmailCopyPreview } from "./email-copy-preview.tsx";
import { PlaceholderHelp } from "./placeholder-help.tsx";
import { useCopyActions } from "./use-copy-actions.ts";

type Copy = ApiOutputs["emailCopy"]["get"];

/** The words of one message beside the message as it arrives. */
export function EmailCopyEditor(props: { copy: Copy; onClose: () => void }) {
  const { copy, onClose } = props;
  const rules = emailCopyRules[copy.kind];
  const [asks, setAsks] = useState<"lose" | "restore" | null>(null);
  const { form, summary, onSubmit } = useCheckedForm({
    name: "email-copy",
    schema: copyWordsSchema(copy.kind),
    initialValues: { ...copy.words },
  });
  const { save, restore, sendTest } = useCopyActions(copy);
  const failure = save.error ?? sendTest.error;
  const question = useUnsavedGuard(form.isDirty());
  const written = useDeferredValue(form.getValues());

  return (
    <div className={classes.page}>
      <PageHeading title={copy.title} area="Email copy" />
      <div className={classes.columns}>
        <form
          className={classes.form}
          noValidate
          onSubmit={onSubmit((words) => save.mutate(words))}
        >
          <ErrorSummary {...summary} />
          <Failed failure={failure} />
          <TextInput label="Subject" {...form.getInputProps("subject")} />
          <Textarea
            label="Words"
            description="An empty line begins a new paragraph."
            rows={10}
            {...form.getInputProps("body")}
          />
          {rules.hasButton && (
            <TextInput label="Words on the button" {...form.getInputProps("buttonLabel")} />
          )}
          {rules.hasSms && <Textarea label="SMS" rows={2} {...form.getInputProps("sms")} />}
          <PlaceholderHelp rules={rules} />
          <Actions
            isSaving={save.isPending}
            isSending={sendTest.isPending}
            onBack={() => (form.isDirty() ? setAsks("lose") : onClose())}
            onTest={() => onSubmit((words) => sendTest.mutate(words))()}
            onRestore={copy.dateUpdated === null ? null : () => setAsks("restore")}
          />
        </form>
        <EmailCopyPreview kind={copy.kind} words={written} />
      </div>
      {question}
      {asks === "lose" && <LoseChangesDialog onKeep={() => setAsks(null)} onLose={onClose} />}
      {asks === "restore" && (
        <AskToRestore
          isBusy={restore.isPending}
          error={restore.error}
          onConfirm={() => restore.mutate({ kind: copy.kind })}
          onCancel={() => setAsks(null)}
        />
      )}
    </div>
  );
}

function Failed(props: { failure: unknown }) {
  if (!props.failure) return null;
  return (
    <Notice tone="bad">
      <p>{errorMessage(props.failure)}</p>
    </Notice>
  );
}

function Actions(props: {
  isSaving: boolean;
  isSending: boolean;
  onBack: () => void;
  onTest: () => void;
  /** Null: the words are the original ones. */
  onRestore: (() => void) | null;
}) {
  return (
    <div className={classes.actions}>
      <Button type="submit" loading={props.isSaving}>
        Save
      </Button>
      <Button variant="default" onClick={props.onBack}>
        Back
      </Button>
      <Button variant="default" loading={props.isSending} onClick={props.onTest}>
        Send me a test
      </Button>
      {props.onRestore && (
        <Button variant="subtle" onClick={props.onRestore}>
          Back to the original words
        </Button>
      )}
    </div>
  );
}

function AskToRestore(props: {
  isBusy: boolean;
  error: unknown;
  onConfirm: () => void;
  onCancel: () => void;
}) {
  return (
    <ConfirmDialog
      {...props}
      title="Back to the original words?"
      confirmLabel="Back to the original words"
    >
      Your own words of this message are not kept.
    </ConfirmDialog>
  );
}
