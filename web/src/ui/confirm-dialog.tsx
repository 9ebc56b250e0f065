import "../theme/mantine-forms.ts";
import { Button, Group, Modal } from "@mantine/core";
import type { ReactNode } from "react";
import { errorMessage } from "../api/error-message.ts";
import { Notice } from "./notice.tsx";

/**
 * Asks before something that cannot be taken back: names the thing and the effect, and starts on Cancel.
 */
export function ConfirmDialog(props: {
  isOpen: boolean;
  title: string;
  children: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  isDangerous?: boolean;
  isBusy?: boolean;
  error?: unknown;
  onConfirm: () => void;
  onCancel: () => void;
}) {
  return (
    <Modal
      opened={props.isOpen}
      onClose={props.onCancel}
      title={props.title}
      withCloseButton={false}
      zIndex={300}
    >
      <div style={{ display: "grid", gap: 16 }}>
        <div>{props.children}</div>
        {Boolean(props.error) && (
          <Notice tone="bad">
            <p>{errorMessage(props.error)}</p>
          </Notice>
        )}
        <Group justify="flex-end" gap="sm">
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
        </Group>
      </div>
    </Modal>
  );
}
