import { Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { useBackCloses } from "./back-layers.ts";
import classes from "./dialog.module.css";

/**
 * The shop's dialog, a native one, because Mantine's would be too much code for the first page; the office uses Mantine's.
 *
 * It traps the focus, returns it to the opener, and closes on Escape and on Back. On a phone a `dialog` fills the screen,
 * and `actions` is a sheet at the lower edge.
 */
export function Dialog(props: {
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
  shape?: "dialog" | "question" | "actions";
}) {
  const { onClose } = props;
  const box = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  // Text may be marked by dragging out of the dialog: the click that ends it is no press outside.
  const isPressedOutside = useRef(false);
  useBackCloses(onClose);

  useEffect(() => {
    const dialog = box.current;
    if (!dialog || dialog.open) return;
    const opener = document.activeElement;
    dialog.showModal();
    const first = dialog.querySelector<HTMLElement>("[data-autofocus]");
    (first ?? heading.current)?.focus();
    return () => {
      dialog.close();
      // The browser does not return the focus of a dialog that is removed while it has it.
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, []);

  return (
    <dialog
      ref={box}
      className={classes.box}
      data-shape={props.shape ?? "dialog"}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // The page controls what is open. A nested dialog's event must not close this one.
        if (event.target !== box.current) return;
        event.preventDefault();
        onClose();
      }}
      onClose={(event) => {
        // Browsers close a dialog on a second Escape in a row without a cancelable event.
        if (event.target !== box.current || !box.current.isConnected) return;
        box.current.showModal();
        onClose();
      }}
      onPointerDown={(event) => {
        isPressedOutside.current = event.target === box.current;
      }}
      onClick={(event) => {
        if (event.target === box.current && isPressedOutside.current) onClose();
      }}
    >
      <div className={classes.inside}>
        <div className={`${classes.top} row spread`}>
          <h2 id={titleId} ref={heading} tabIndex={-1}>
            {props.title}
          </h2>
          {props.shape !== "question" && (
            <button
              type="button"
              className={`${classes.close} round`}
              aria-label="Close"
              onClick={onClose}
            >
              <IconX size={22} stroke={1.8} aria-hidden="true" />
            </button>
          )}
        </div>
        {props.children}
      </div>
    </dialog>
  );
}

/** The shop's counterpart of `ConfirmDialog`. The focus starts on Cancel. */
export function DialogQuestion(props: {
  title: string;
  children: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  isBusy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}) {
  return (
    <Dialog title={props.title} shape="question" onClose={props.onCancel}>
      {props.children}
      <div className={`${classes.answers} row`}>
        <Button variant="default" data-autofocus onClick={props.onCancel}>
          {props.cancelLabel ?? "Cancel"}
        </Button>
        <Button color="protea" loading={props.isBusy ?? false} onClick={props.onConfirm}>
          {props.confirmLabel}
        </Button>
      </div>
    </Dialog>
  );
}
