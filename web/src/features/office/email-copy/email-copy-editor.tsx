import { Button, Textarea, TextInput } from "@mantine/core";
import {
  type CopyRules,
  type CopyWords,
  copyWordsSchema,
  type EmailCopyKind,
  emailCopyRules,
  placeholderHelp,
  smsLength,
} from "@portal/shared/office/email-copy.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useState } from "react";
import { api, type ApiOutputs } from "../../../api/api.ts";
import { errorMessage } from "../../../api/error-message.ts";
import "../../../theme/mantine-forms.ts";
import { ConfirmDialog, useUnsavedGuard } from "../../../ui/confirm-dialog.tsx";
import { Failure, Loading, Notice, showToast } from "../../../ui/feedback.tsx";
import { ErrorSummary, useCheckedForm } from "../../../ui/form.tsx";
import { ListViews } from "../../../ui/list/list-views.tsx";
import { PageHeading } from "../../../ui/page-heading.tsx";
import classes from "./email-copy.module.css";

type Copy = ApiOutputs["emailCopy"]["get"];

/** The words of one message beside the message as it arrives. */
export function EmailCopyEditor(props: { copy: Copy; onClose: () => void }) {
  const { copy, onClose } = props;
  const rules = emailCopyRules[copy.kind];
  const [asksToRestore, setAsksToRestore] = useState(false);
  const { form, summary, onSubmit } = useCheckedForm({
    name: "email-copy",
    schema: copyWordsSchema(copy.kind),
    initialValues: { ...copy.words },
  });
  const { save, restore, sendTest } = useCopyActions(copy);
  const failure = save.error ?? sendTest.error;
  const { leave, question } = useUnsavedGuard(form.isDirty());
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
            onBack={() => leave(onClose)}
            onTest={() => onSubmit((words) => sendTest.mutate(words))()}
            onRestore={copy.dateUpdated === null ? null : () => setAsksToRestore(true)}
          />
        </form>
        <EmailCopyPreview kind={copy.kind} words={written} />
      </div>
      {question}
      {asksToRestore && (
        <AskToRestore
          isBusy={restore.isPending}
          error={restore.error}
          onConfirm={() => restore.mutate({ kind: copy.kind })}
          onCancel={() => setAsksToRestore(false)}
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

/** What can be done with the words of one message: keep them, give them up, or see them arrive. */
function useCopyActions(copy: ApiOutputs["emailCopy"]["get"]) {
  const { kind, dateUpdated } = copy;
  const utils = api.useUtils();
  const done = async (words: string) => {
    showToast(words);
    await utils.emailCopy.invalidate();
  };
  const save = api.emailCopy.save.useMutation({ onSuccess: () => done("Saved!") });
  const restore = api.emailCopy.restore.useMutation({
    onSuccess: () => done("The original words are back."),
  });
  const sendTest = api.emailCopy.sendTest.useMutation({
    onSuccess: ({ to }) => showToast(`A test is on its way to ${to}.`),
  });
  return {
    restore,
    save: {
      ...stateOf(save),
      mutate: (words: CopyWords) => save.mutate({ ...words, kind, dateUpdated }),
    },
    sendTest: {
      ...stateOf(sendTest),
      mutate: (words: CopyWords) => sendTest.mutate({ ...words, kind }),
    },
  };
}

function stateOf<Problem>(asked: { isPending: boolean; error: Problem }) {
  return { isPending: asked.isPending, error: asked.error };
}

const pauseMs = 300;

/**
 * The message as it arrives, about an order that is not there. The frame runs no script, opens no window
 * and knows no origin.
 */
function EmailCopyPreview(props: { kind: EmailCopyKind; words: CopyWords }) {
  const [width, setWidth] = useState<"phone" | "desk">("phone");
  const words = useSettled(props.words);
  const isFit = copyWordsSchema(props.kind).safeParse(words).success;
  const preview = api.emailCopy.preview.useQuery(
    { kind: props.kind, ...words },
    { enabled: isFit, placeholderData: keepPreviousData },
  );
  return (
    <section aria-labelledby="preview" className={classes.preview}>
      <div className={classes.previewHead}>
        <h2 id="preview">As it arrives</h2>
        <ListViews
          label="Width"
          chosen={width}
          views={[
            { value: "phone", label: "Phone", count: undefined },
            { value: "desk", label: "Desk", count: undefined },
          ]}
          onChosen={setWidth}
        />
      </div>
      {!isFit && <p role="status">Shown anew when the words are complete.</p>}
      {preview.data ? (
        <>
          <p className={classes.subject}>{preview.data.subject}</p>
          {preview.data.preheader !== "" && (
            <p className={classes.preheader}>
              Beside it in lists of mails: {preview.data.preheader}
            </p>
          )}
          <div className={classes.stage}>
            <iframe
              className={classes.frame}
              data-width={width}
              title="The message as it looks"
              sandbox=""
              referrerPolicy="no-referrer"
              srcDoc={preview.data.html}
            />
          </div>
          {preview.data.sms !== null && <Sms text={preview.data.sms} />}
        </>
      ) : preview.error ? (
        <Failure what="the preview" error={preview.error} onRetry={() => void preview.refetch()} />
      ) : (
        isFit && <Loading what="the preview" lines={6} height={36} />
      )}
    </section>
  );
}

function Sms(props: { text: string }) {
  const { used, perPart, parts } = smsLength(props.text);
  return (
    <div className={classes.sms}>
      <h3>SMS</h3>
      <p className={classes.bubble}>{props.text}</p>
      <p role="status">
        {parts === 1
          ? `${used} of ${perPart} characters, one SMS`
          : `${used} characters, ${parts} SMS: each of them costs`}
      </p>
    </div>
  );
}

/** What was typed, once the typing pauses. */
function useSettled(words: CopyWords): CopyWords {
  const [settled, setSettled] = useState(words);
  const typed = JSON.stringify(words);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(words), pauseMs);
    return () => clearTimeout(timer);
    // The same words in another object are no news.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [typed]);
  return settled;
}

/** What may stand in braces in this message, and what it becomes. */
function PlaceholderHelp(props: { rules: CopyRules }) {
  const { placeholders, required } = props.rules;
  return (
    <details className={classes.help}>
      <summary>What is filled in</summary>
      <dl>
        {placeholders.map((name) => (
          <div key={name}>
            <dt>
              <code>{`{{${name}}}`}</code>
            </dt>
            <dd>
              {placeholderHelp[name]}
              {required.includes(name) && " (needed)"}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
