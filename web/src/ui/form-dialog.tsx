import { Button, Stack } from "@mantine/core";
import type { ReactNode, SubmitEventHandler } from "react";
import { errorMessage, fieldErrors } from "../api/error-message.ts";
import { useUnsavedGuard } from "./confirm-dialog.tsx";
import { Notice } from "./feedback.tsx";
import { ErrorSummary, type FieldProblem } from "./form.tsx";
import { DialogActions, ModalDialog } from "./modal-dialog.tsx";

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
  /** In place of what failed, where there is something to decide. */
  notice?: ReactNode;
  children: ReactNode;
}) {
  const { isDangerous = false } = props;
  const { leave, question } = useUnsavedGuard(props.isDirty);
  const close = () => leave(props.onClose);

  return (
    <ModalDialog title={props.title} onClose={close}>
      <form noValidate onSubmit={props.onSubmit}>
        <Stack>
          <ErrorSummary {...props.summary} />
          {props.notice ?? <FailureNotice failure={props.failure} />}
          {props.children}
          <DialogActions>
            <Button
              variant="default"
              onClick={close}
              {...(isDangerous ? { "data-autofocus": true } : {})}
            >
              Cancel
            </Button>
            <Button
              type="submit"
              loading={props.isBusy}
              {...(isDangerous ? { color: "protea" } : {})}
            >
              {props.submitLabel}
            </Button>
          </DialogActions>
        </Stack>
      </form>
      {question}
    </ModalDialog>
  );
}

function FailureNotice(props: { failure: unknown }) {
  const { failure } = props;
  if (!failure || Object.keys(fieldErrors(failure)).length > 0) return null;
  return <Notice tone="bad">{errorMessage(failure)}</Notice>;
}
