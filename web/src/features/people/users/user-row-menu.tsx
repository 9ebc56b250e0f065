import { Suspense, useState } from "react";
import { lazyPart } from "../../../ui/lazy-part.ts";
import { type UserRowMenuProps, MenuButton } from "./user-menu-button.tsx";

const UserMenu = lazyPart(async () => (await import("./user-menu.tsx")).UserMenu);

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
