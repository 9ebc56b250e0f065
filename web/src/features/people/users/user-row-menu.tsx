import { ActionIcon } from "@mantine/core";
import type { UserAction } from "@portal/shared/people/users/user-list.ts";
import { IconDots } from "@tabler/icons-react";
import { type ComponentProps, lazy, Suspense, useState } from "react";

const UserMenu = lazy(async () => ({ default: (await import("./user-menu.tsx")).UserMenu }));

export type UserRowMenuProps = Readonly<{
  name: string;
  /** What the server says may be done with this person: that and nothing else. */
  actions: readonly UserAction[];
  onAction: (action: UserAction) => void;
}>;

/**
 * What can be done with a person, in groups. A list is read more often than acted upon, so a row has
 * no more than a button until its menu is wanted.
 */
export function UserRowMenu(props: UserRowMenuProps) {
  const [isWanted, setWanted] = useState(false);
  if (props.actions.length === 0) return null;
  if (isWanted)
    return (
      <Suspense fallback={<MenuButton name={props.name} aria-haspopup="menu" aria-expanded />}>
        <UserMenu {...props} />
      </Suspense>
    );
  return (
    <MenuButton
      name={props.name}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setWanted(true)}
    />
  );
}

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
