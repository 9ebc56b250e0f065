import { ActionIcon, Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import type { ReactNode } from "react";

/** What else can be done, behind one button: `Menu.Item`s, those that destroy last and in their own colour. */
export function MoreMenu(props: {
  /** In the foot of a sheet it stands at the left, and its entries above it. */
  inFoot?: true;
  children: ReactNode;
}) {
  return (
    <Menu {...(props.inFoot && { position: "top-start" })}>
      <Menu.Target>
        <ActionIcon
          variant="default"
          aria-label="More actions"
          {...(props.inFoot && { mr: "auto" })}
        >
          <IconDots size={18} stroke={1.8} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{props.children}</Menu.Dropdown>
    </Menu>
  );
}
