import type { Icon } from "@tabler/icons-react";
import { Menu } from "@mantine/core";
import { Link } from "wouter";
import { MoreMenu } from "./more-menu.tsx";

/** An action of a screen: a button, or a link to a page or file. */
export type PageAction = Readonly<
  {
    label: string;
    icon?: Icon;
    /** Filled; at the lower edge of a phone. */
    isMain?: boolean;
    loading?: boolean;
    disabled?: boolean;
  } & (
    | { onClick: () => void; href?: undefined }
    | { href: string; isFile?: boolean; onClick?: undefined }
  )
>;

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
