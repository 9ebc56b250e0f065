import { Box, Group, Modal } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./overlay.module.css";
import { useIsPhone } from "./use-is-phone.ts";
import { useOverlay } from "./use-overlay.ts";

/** A dialog of the office and of members, open as long as it is drawn; on a phone it is the page. */
export function ModalDialog(props: {
  title: ReactNode;
  /** A question is small, stays small on a phone, and is answered by its buttons. */
  shape?: "form" | "wide" | "question";
  children: ReactNode;
  onClose: () => void;
}) {
  const { shape = "form" } = props;
  const isQuestion = shape === "question";
  const isPhone = useIsPhone();
  const { opened, ref } = useOverlay(props.onClose);
  return (
    <Modal.Root
      opened={opened}
      onClose={props.onClose}
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
        {/* Read out with the title: of a question that is what is asked, of a form it would be all of it. */}
        {isQuestion ? (
          <Modal.Body>{props.children}</Modal.Body>
        ) : (
          <Box className={classes.inside ?? ""}>{props.children}</Box>
        )}
      </Modal.Content>
    </Modal.Root>
  );
}

const sizes = { form: 560, wide: 850, question: 440 } as const;

/** The buttons below a form: the main one last, Cancel directly left of it. */
export function DialogActions(props: { children: ReactNode }) {
  return (
    <Group className={classes.actions ?? ""} gap="xs" justify="flex-end">
      {props.children}
    </Group>
  );
}
