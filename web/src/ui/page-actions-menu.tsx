import { Menu } from "@mantine/core";
import { Link } from "wouter";
import type { PageAction } from "./page-header.tsx";
import { MoreMenu } from "./more-menu.tsx";

/** The actions of a screen on a phone, except the main one. */
export function PageActionsMenu(props: { actions: readonly PageAction[] }) {
  return (
    <MoreMenu>
      {props.actions.map((action) => {
        const { label, icon: ActionSign, disabled, loading } = action;
        const look = {
          leftSection: ActionSign && <ActionSign size={16} stroke={1.8} aria-hidden="true" />,
          disabled: (disabled ?? false) || (loading ?? false),
        };
        if (action.href === undefined)
          return (
            <Menu.Item key={label} {...look} onClick={action.onClick}>
              {label}
            </Menu.Item>
          );
        return action.isFile ? (
          <Menu.Item key={label} {...look} component="a" href={action.href} download>
            {label}
          </Menu.Item>
        ) : (
          <Menu.Item key={label} {...look} component={Link} href={action.href}>
            {label}
          </Menu.Item>
        );
      })}
    </MoreMenu>
  );
}
