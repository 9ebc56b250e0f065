import { Button, Stack } from "@mantine/core";
import type { ReactNode, SubmitEventHandler } from "react";
import { errorMessage, isOfFields } from "../api/error-message.ts";
import { useUnsavedGuard } from "./confirm-dialog.tsx";
import { Notice } from "./feedback.tsx";
import { ErrorSummary, type FieldProblem } from "./form.tsx";
import { DialogActions, ModalDialog } from "./modal-dialog.tsx";

/** A form in a dialog. It asks before unsaved changes are lost; a dangerous one starts with the focus on Cancel. */
export function FormDialog(props: {
  title: string;
  onClose: () => void;
  onSubmit: SubmitEventHandler<HTMLFormElement>;
  submitLabel: string;
  /** "Cancel" unless something else is cancelled. */
  cancelLabel?: string;
  isDirty: boolean;
  isBusy: boolean;
  isDangerous?: boolean;
  summary: { id: string; problems: readonly FieldProblem[] };
  /** Why sending failed; field errors are in the summary. */
  failure: unknown;
  /** In place of the failure, where the user has to decide something. */
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
              {props.cancelLabel ?? "Cancel"}
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
  if (!failure || isOfFields(failure)) return null;
  return <Notice tone="bad">{errorMessage(failure)}</Notice>;
}
