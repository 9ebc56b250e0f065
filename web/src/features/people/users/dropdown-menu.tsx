import "../../../theme/mantine-menu.ts";
import { Menu } from "@mantine/core";
import type { UserAction } from "@portal/shared/people/users/user-list.ts";
import { useRef } from "react";
import {
  actionWords,
  dangerous,
  groupsOf,
  MenuButton,
  type RowMenuProps,
} from "./user-actions.tsx";
import classes from "./user-row-menu.module.css";

/** The menu itself, open from the start: it comes with the first press on a row's button. */
export function DropdownMenu(props: RowMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const choose = (action: UserAction) => {
    // The entry goes away with the menu; what opens now gives the focus back to where it was.
    button.current?.focus();
    props.onAction(action);
  };
  return (
    <Menu
      defaultOpened
      position="bottom-end"
      width={260}
      transitionProps={{ duration: 0 }}
      withinPortal={false}
      floatingStrategy="fixed"
      withInitialFocusPlaceholder={false}
      menuItemTabIndex={0}
    >
      <Menu.Target>
        <MenuButton ref={button} name={props.name} />
      </Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        {groupsOf(props.actions).map(({ label, actions }) => (
          <div key={label} role="group" aria-label={label} className={classes.group}>
            <Menu.Label aria-hidden="true">{label}</Menu.Label>
            {actions.map((action) => (
              <Menu.Item
                key={action}
                className={classes.entry}
                data-danger={dangerous.has(action) || undefined}
                onClick={() => choose(action)}
              >
                {actionWords[action]}
              </Menu.Item>
            ))}
          </div>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
