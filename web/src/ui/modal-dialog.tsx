import { Box, Group, Modal } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./overlay.module.css";
import { useIsPhone } from "./use-is-phone.ts";
import { OverlayGuards, useOverlay } from "./use-overlay.ts";

/** A dialog of the office and of members, open while it is mounted; on a phone it fills the screen. */
export function ModalDialog(props: {
  title: ReactNode;
  /** A question stays small on a phone, and has no close button. */
  shape?: "form" | "wide" | "question";
  children: ReactNode;
  onClose: () => void;
}) {
  const { shape = "form" } = props;
  const isQuestion = shape === "question";
  const isPhone = useIsPhone();
  const { opened, ref, close, guards } = useOverlay(props.onClose);
  return (
    <Modal.Root
      opened={opened}
      onClose={close}
      size={sizes[shape]}
      padding="lg"
      radius="lg"
      centered
      fullScreen={isPhone && !isQuestion}
      closeOnEscape={false}
      returnFocus={false}
    >
      <Modal.Overlay backgroundOpacity={0.35} />
      <Modal.Content ref={ref} classNames={{ content: classes.modal ?? "" }}>
        <Modal.Header>
          <Modal.Title className={classes.title ?? ""} tabIndex={-1}>
            {props.title}
          </Modal.Title>
          {!isQuestion && <Modal.CloseButton size="lg" aria-label="Close" />}
        </Modal.Header>
        {/* Modal.Body is the description that screen readers announce: right for a question, too long for a form. */}
        {isQuestion ? (
          <Modal.Body>{props.children}</Modal.Body>
        ) : (
          <OverlayGuards value={guards}>
            <Box className={classes.inside ?? ""}>{props.children}</Box>
          </OverlayGuards>
        )}
      </Modal.Content>
    </Modal.Root>
  );
}

const sizes = { form: 560, wide: 850, question: 440 } as const;

/** The buttons of a dialog: the main one last, Cancel before it. */
export function DialogActions(props: { children: ReactNode }) {
  return (
    <Group className={classes.actions ?? ""} gap="xs" justify="flex-end">
      {props.children}
    </Group>
  );
}
