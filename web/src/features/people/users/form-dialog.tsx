import { Button } from "@mantine/core";
import { type ReactNode, type SubmitEventHandler, useState } from "react";
import { api } from "../../../api/api.ts";
import { errorMessage, fieldErrors } from "../../../api/error-message.ts";
import { LoseChangesDialog, useUnsavedGuard } from "../../../ui/confirm-dialog.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/feedback.tsx";
import { ErrorSummary, type FieldProblem } from "../../../ui/form.tsx";
import classes from "./form-dialog.module.css";

/**
 * A form in a dialog: editing, sending with a spinner, and what went wrong said above the fields, ready
 * to be sent again. Nothing typed is lost without asking; something dangerous starts on Cancel.
 */
export function FormDialog(props: {
  title: string;
  onClose: () => void;
  onSubmit: SubmitEventHandler<HTMLFormElement>;
  submitLabel: string;
  isDirty: boolean;
  isBusy: boolean;
  isDangerous?: boolean;
  summary: { id: string; problems: readonly FieldProblem[] };
  /** Why sending failed; what belongs to single fields is in the summary already. */
  failure: unknown;
  children: ReactNode;
}) {
  const { isDangerous = false } = props;
  const [isAsking, setAsking] = useState(false);
  const question = useUnsavedGuard(props.isDirty);
  const close = () => (props.isDirty ? setAsking(true) : props.onClose());

  return (
    <Dialog title={props.title} onClose={close}>
      <form noValidate onSubmit={props.onSubmit} className={classes.form}>
        <ErrorSummary {...props.summary} />
        <FailureNotice failure={props.failure} />
        {props.children}
        <div className={classes.actions}>
          <Button
            type="submit"
            loading={props.isBusy}
            {...(isDangerous ? { color: "var(--protea)" } : {})}
          >
            {props.submitLabel}
          </Button>
          <Button
            variant="default"
            onClick={close}
            {...(isDangerous ? { "data-autofocus": true } : {})}
          >
            Cancel
          </Button>
        </div>
      </form>
      {question}
      {isAsking && <LoseChangesDialog onKeep={() => setAsking(false)} onLose={props.onClose} />}
    </Dialog>
  );
}

function FailureNotice(props: { failure: unknown }) {
  const { failure } = props;
  if (!failure || Object.keys(fieldErrors(failure)).length > 0) return null;
  return (
    <Notice tone="bad">
      <p>{errorMessage(failure)}</p>
    </Notice>
  );
}

/** After a person or a place in the network changed: everything that shows people is read anew. */
export function useRefreshPeople(): () => Promise<void> {
  const utils = api.useUtils();
  return async () => {
    await Promise.all([utils.users.invalidate(), utils.network.invalidate()]);
  };
}
