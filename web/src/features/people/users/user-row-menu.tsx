import { ActionIcon } from "@mantine/core";
import type { UserAction } from "@portal/shared/people/users/user-list.ts";
import { IconDots } from "@tabler/icons-react";
import { type ComponentProps, Suspense, useState } from "react";
import { lazyPart } from "../../../ui/lazy-part.ts";

const UserMenu = lazyPart(async () => (await import("./user-menu.tsx")).UserMenu);

export type UserRowMenuProps = Readonly<{
  name: string;
  /** The actions that the server allows. */
  actions: readonly UserAction[];
  onAction: (action: UserAction) => void;
}>;

/** The actions on a person. A row is only a button until its menu is opened, because most rows are only read. */
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
