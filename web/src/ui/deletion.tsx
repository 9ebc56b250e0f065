import { Menu } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { codedMessage } from "./coded-message.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { MoreMenu } from "./more-menu.tsx";

/** The menu that deletes an item, and the question before. */
export function useDeletion(props: {
  title: string;
  consequences: string;
  command: Readonly<{ isPending: boolean; error: unknown }>;
  onConfirm: () => void;
}): { menu: ReactNode; question: ReactNode } {
  const [isAsking, setAsking] = useState(false);
  return {
    menu: (
      <MoreMenu>
        <Menu.Item color="protea" onClick={() => setAsking(true)}>
          Delete
        </Menu.Item>
      </MoreMenu>
    ),
    question: isAsking && (
      <ConfirmDialog
        title={props.title}
        confirmLabel="Delete"
        isDangerous
        isBusy={props.command.isPending}
        error={props.command.error}
        errorWords={(error) => codedMessage("delete", error)}
        onConfirm={props.onConfirm}
        onCancel={() => setAsking(false)}
      >
        {props.consequences}
      </ConfirmDialog>
    ),
  };
}
