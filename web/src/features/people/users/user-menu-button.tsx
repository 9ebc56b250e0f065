import { ActionIcon } from "@mantine/core";
import type { UserAction } from "@portal/shared/people/users/user-list.ts";
import { IconDots } from "@tabler/icons-react";
import type { ComponentProps } from "react";

export function MenuButton(
  props: Omit<ComponentProps<"button">, "color" | "disabled"> & { name: string },
) {
  const { name, ...button } = props;
  return (
    <ActionIcon {...button} aria-label={`Actions for ${name}`}>
      <IconDots size={18} stroke={1.8} aria-hidden="true" />
    </ActionIcon>
  );
}
export type UserRowMenuProps = Readonly<{
  name: string;
  /** The actions that the server allows. */
  actions: readonly UserAction[];
  onAction: (action: UserAction) => void;
}>;
