import { Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { useBackCloses } from "./back-layers.ts";
import classes from "./dialog.module.css";

/**
 * The shop's dialog, which its first page has the code of already; the office has sheets and modals of Mantine.
 *
 * It is the browser's own: it keeps the focus inside, gives it back to where it came from, and
 * closes on Escape and on Back. A dialog fills a phone's screen, and actions
 * rise from the lower edge of a phone.
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
      // Taken off the page with its focus inside, the browser does not give it back.
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
        // What is open is decided by the page; and a question inside must not close what is below it.
        if (event.target !== box.current) return;
        event.preventDefault();
        onClose();
      }}
      onClose={(event) => {
        // Browsers close it by themselves on a second Escape in a row, without asking.
        if (event.target !== box.current || !box.current.isConnected) return;
        box.current.showModal();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === box.current) onClose();
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

/** The shop's question before something is deleted or lost: it starts on Cancel. */
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
