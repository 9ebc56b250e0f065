import { Button, Group } from "@mantine/core";
import type { ReactNode } from "react";
import { useUnsavedGuard } from "./confirm-dialog.tsx";
import { Form, type FormProps } from "./form.tsx";
import { DialogActions } from "./modal-dialog.tsx";
import classes from "./overlay.module.css";

/**
 * How the buttons stand. `quiet` is for a form that is not the main thing of its page, `dialog` for one whose dialog shows
 * something else first.
 */
type Buttons = "right" | "left" | "apart" | "wide" | "quiet" | "dialog";

/**
 * A form on a page or in a part of a sheet or dialog, with its buttons below. It asks before unsaved changes are lost, also
 * when the sheet or dialog around it is closed.
 */
export function FormPage(
  props: FormProps &
    Readonly<{
      label?: string;
      labelledBy?: string;
      /** None where there is nothing left to send. */
      submitLabel: string | null;
      /** False where it is seen already that it cannot be sent. */
      canSubmit?: boolean;
      isDirty: boolean;
      isBusy: boolean;
      /** Leads back from the form. */
      back?: Readonly<{ label: string; go: () => void }>;
      /** Another button before the main one. */
      other?: ReactNode;
      buttons?: Buttons;
    }>,
) {
  const { submitLabel, canSubmit = true, isDirty, isBusy, back, other, children, ...rest } = props;
  const { buttons = "right", ...form } = rest;
  const { leave, question } = useUnsavedGuard(isDirty);
  const submit = submitLabel !== null && (
    <Button type="submit" disabled={!canSubmit} loading={isBusy} {...submitLooks[buttons]}>
      {submitLabel}
    </Button>
  );
  return (
    <Form {...form} className={classes.form ?? ""}>
      {children}
      {buttons === "wide" || buttons === "quiet" ? (
        submit
      ) : (
        <ButtonRow buttons={buttons}>
          {back && (
            <Button variant="default" onClick={() => leave(back.go)}>
              {back.label}
            </Button>
          )}
          {other}
          {submit}
        </ButtonRow>
      )}
      {question}
    </Form>
  );
}

function ButtonRow(props: { buttons: Buttons; children: ReactNode }) {
  const { buttons, children } = props;
  if (buttons === "dialog") return <DialogActions>{children}</DialogActions>;
  return (
    <Group gap="xs" justify={buttons === "right" ? "flex-end" : "flex-start"}>
      {children}
    </Group>
  );
}

const submitLooks = {
  right: {},
  left: {},
  wide: {},
  dialog: {},
  apart: { ml: "auto" },
  quiet: { variant: "default", mr: "auto" },
} as const;
