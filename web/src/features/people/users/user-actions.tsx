import type { UserAction } from "@portal/shared/people/users/user-list.ts";
import { IconDotsVertical } from "@tabler/icons-react";
import type { ComponentProps } from "react";
import classes from "./user-row-menu.module.css";

const groups: readonly { label: string; actions: readonly UserAction[] }[] = [
  { label: "Contact", actions: ["edit", "resend", "copy-link", "impersonate"] },
  { label: "Change role", actions: ["convert-to-distributor", "convert-to-stockist"] },
  { label: "Move", actions: ["move", "uplift"] },
  { label: "Account", actions: ["delete", "restore", "erase"] },
];

export const actionWords: Record<UserAction, string> = {
  edit: "Edit…",
  resend: "Resend registration email",
  "copy-link": "Copy shop link",
  "convert-to-distributor": "Convert to distributor…",
  "convert-to-stockist": "Convert to stockist…",
  move: "Move…",
  uplift: "Uplift to level 1…",
  impersonate: "Sign in as this person…",
  delete: "Delete…",
  restore: "Restore…",
  erase: "Erase permanently…",
};
export const dangerous: ReadonlySet<UserAction> = new Set(["uplift", "delete", "erase"]);

/** Those of the actions that there are, in the order and the groups of the menu. */
export function groupsOf(actions: readonly UserAction[]) {
  return groups
    .map(({ label, ...group }) => ({
      label,
      actions: group.actions.filter((action) => actions.includes(action)),
    }))
    .filter((group) => group.actions.length > 0);
}

export type RowMenuProps = {
  name: string;
  /** What the server says may be done with this person: that and nothing else. */
  actions: readonly UserAction[];
  onAction: (action: UserAction) => void;
};

export function MenuButton(props: ComponentProps<"button"> & { name: string }) {
  const { name, ...button } = props;
  return (
    <button type="button" {...button} className={classes.open} aria-label={`Actions for ${name}`}>
      <IconDotsVertical size={20} stroke={1.8} aria-hidden="true" />
    </button>
  );
}
