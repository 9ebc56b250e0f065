import { useState } from "react";
import { UserMenu } from "./user-menu.tsx";
import { type UserRowMenuProps, MenuButton } from "./user-menu-button.tsx";

/** The actions on a person. A row is only a button until its menu is opened, because most rows are only read. */
export function UserRowMenu(props: UserRowMenuProps) {
  const [isWanted, setWanted] = useState(false);
  if (props.actions.length === 0) return null;
  if (isWanted) return <UserMenu {...props} />;
  return (
    <MenuButton
      name={props.name}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setWanted(true)}
    />
  );
}
