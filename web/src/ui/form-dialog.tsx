import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useUnsavedGuard } from "./confirm-dialog.tsx";
import { FormBody, type FormBodyProps } from "./form-body.tsx";
import { DialogActions, ModalDialog } from "./modal-dialog.tsx";

/** A form in a dialog. It asks before unsaved changes are lost; a dangerous one starts with the focus on Cancel. */
export function FormDialog(
  props: FormBodyProps &
    Readonly<{
      title: string;
      onClose: () => void;
      submitLabel: string;
      /** "Cancel" unless something else is cancelled. */
      cancelLabel?: string;
      isDirty: boolean;
      isBusy: boolean;
      isDangerous?: boolean;
      /** In place of the form once it was sent, where the user is told more than a toast does. */
      outcome?: ReactNode;
    }>,
) {
  const { title, onClose, submitLabel, cancelLabel, isDirty, isBusy, outcome, ...body } = props;
  const { isDangerous = false, children, ...form } = body;
  const { leave, question } = useUnsavedGuard(isDirty);
  const close = () => leave(onClose);
  return (
    <ModalDialog title={title} onClose={close}>
      {outcome ?? (
        <FormBody {...form}>
          {children}
          <DialogActions>
            <Button
              variant="default"
              onClick={close}
              {...(isDangerous ? { "data-autofocus": true } : {})}
            >
              {cancelLabel ?? "Cancel"}
            </Button>
            <Button type="submit" loading={isBusy} {...(isDangerous ? { color: "protea" } : {})}>
              {submitLabel}
            </Button>
          </DialogActions>
        </FormBody>
      )}
      {question}
    </ModalDialog>
  );
}
