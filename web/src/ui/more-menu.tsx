import { ActionIcon, Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import type { ReactNode } from "react";

/** A menu of further actions as `Menu.Item`s, destructive ones last and in red. */
export function MoreMenu(props: {
  /** In the foot of a sheet the button is at the left, and the menu opens upwards. */
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
