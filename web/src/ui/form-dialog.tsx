import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useUnsavedGuard } from "./confirm-dialog.tsx";
import { Form, type FormProps } from "./form.tsx";
import { DialogActions, ModalDialog } from "./modal-dialog.tsx";
import classes from "./overlay.module.css";

/** A form in a dialog. It asks before unsaved changes are lost; a dangerous one starts with the focus on Cancel. */
export function FormDialog(
  props: FormProps &
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
  const { title, onClose, submitLabel, cancelLabel, isDirty, isBusy, outcome, ...rest } = props;
  const { isDangerous = false, children, ...form } = rest;
  const { leave, question } = useUnsavedGuard(isDirty);
  const close = () => leave(onClose);
  return (
    <ModalDialog title={title} onClose={close}>
      {outcome ?? (
        <Form {...form} className={classes.form ?? ""}>
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
        </Form>
      )}
      {question}
    </ModalDialog>
  );
}
