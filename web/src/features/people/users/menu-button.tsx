import type { UserAction } from "@portal/shared/people/users/user-list.ts";
import { IconDotsVertical } from "@tabler/icons-react";
import type { ComponentProps } from "react";
import classes from "./user-row-menu.module.css";

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
