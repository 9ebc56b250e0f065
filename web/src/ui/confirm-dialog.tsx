import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { errorMessage } from "../api/error-message.ts";
import classes from "./confirm-dialog.module.css";
import { Dialog } from "./dialog.tsx";
import { Notice } from "./notice.tsx";

/**
 * Asks before something that cannot be taken back: names the thing and the effect, and starts on Cancel.
 */
export function ConfirmDialog(props: {
  title: string;
  children: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  isDangerous?: boolean;
  isBusy?: boolean;
  error?: unknown;
  /** What is said of it; without it, what is said of such an error anywhere. */
  errorWords?: (error: unknown) => string;
  onConfirm: () => void;
  onCancel: () => void;
}) {
  return (
    <Dialog title={props.title} shape="question" onClose={props.onCancel}>
      <div className={classes.inside}>
        <div>{props.children}</div>
        {Boolean(props.error) && (
          <Notice tone="bad">
            <p>{(props.errorWords ?? errorMessage)(props.error)}</p>
          </Notice>
        )}
        <div className={classes.actions}>
          <Button variant="default" data-autofocus onClick={props.onCancel}>
            {props.cancelLabel ?? "Cancel"}
          </Button>
          <Button
            {...(props.isDangerous ? { color: "var(--protea)" } : {})}
            loading={props.isBusy ?? false}
            onClick={props.onConfirm}
          >
            {props.confirmLabel}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
