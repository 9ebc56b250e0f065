import type { UserAction } from "@portal/shared/people/users/user-list.ts";
import { IconDots } from "@tabler/icons-react";
import type { ComponentProps } from "react";
import classes from "./user-menu-button.module.css";

/** It looks as Mantine's ActionIcon and is one plain element, because each row of the list has one. */
export function MenuButton(
  props: Omit<ComponentProps<"button">, "className" | "disabled"> & { name: string },
) {
  const { name, ...button } = props;
  return (
    <button
      type="button"
      {...button}
      className={`${classes.menu} mantine-active mantine-focus-auto`}
      aria-label={`Actions for ${name}`}
    >
      <IconDots size={18} stroke={1.8} aria-hidden="true" />
    </button>
  );
}
export type UserRowMenuProps = Readonly<{
  name: string;
  /** The actions that the server allows. */
  actions: readonly UserAction[];
  onAction: (action: UserAction) => void;
}>;
