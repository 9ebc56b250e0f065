import { Menu } from "@mantine/core";
import type { UserAction } from "@portal/shared/people/users/user-list.ts";
import {
  IconArrowBackUp,
  IconArrowUp,
  IconBuildingStore,
  IconEraser,
  IconHierarchy2,
  type Icon,
  IconLink,
  IconLogin2,
  IconMail,
  IconPencil,
  IconTrash,
  IconLock,
  IconUserUp,
} from "@tabler/icons-react";
import { Fragment } from "react";
import { type UserRowMenuProps, MenuButton } from "./user-menu-button.tsx";

const groups: readonly { label: string; actions: readonly UserAction[] }[] = [
  { label: "Contact", actions: ["edit", "resend", "copy-link", "impersonate"] },
  { label: "Change role", actions: ["convert-to-distributor", "convert-to-stockist"] },
  { label: "Move", actions: ["move", "uplift"] },
  { label: "Account", actions: ["lock", "delete", "restore", "erase"] },
];

const entries: Readonly<Record<UserAction, { words: string; icon: Icon; isDangerous?: true }>> = {
  edit: { words: "Edit…", icon: IconPencil },
  resend: { words: "Resend registration (email, SMS)", icon: IconMail },
  lock: { words: "Lock account…", icon: IconLock, isDangerous: true },
  "copy-link": { words: "Copy shop link", icon: IconLink },
  "convert-to-distributor": { words: "Convert to distributor…", icon: IconUserUp },
  "convert-to-stockist": { words: "Convert to stockist…", icon: IconBuildingStore },
  move: { words: "Move…", icon: IconHierarchy2 },
  uplift: { words: "Uplift to level 1…", icon: IconArrowUp, isDangerous: true },
  impersonate: { words: "Sign in as this person…", icon: IconLogin2 },
  delete: { words: "Delete…", icon: IconTrash, isDangerous: true },
  restore: { words: "Restore…", icon: IconArrowBackUp },
  erase: { words: "Erase permanently…", icon: IconEraser, isDangerous: true },
};

/** Open from the start: it takes the place of the button that was pressed. */
export function UserMenu(props: UserRowMenuProps) {
  const shown = groups
    .map(({ label, ...group }) => ({
      label,
      actions: group.actions.filter((action) => props.actions.includes(action)),
    }))
    .filter(({ actions }) => actions.length > 0);
  return (
    <Menu defaultOpened width={240} withInitialFocusPlaceholder={false} menuItemTabIndex={0}>
      <Menu.Target>
        <MenuButton name={props.name} />
      </Menu.Target>
      <Menu.Dropdown>
        {shown.map(({ label, actions }, at) => (
          <Fragment key={label}>
            {at > 0 && <Menu.Divider />}
            <div role="group" aria-label={label}>
              <Menu.Label aria-hidden="true">{label}</Menu.Label>
              {actions.map((action) => {
                const { words, icon: Sign, isDangerous } = entries[action];
                return (
                  <Menu.Item
                    key={action}
                    leftSection={<Sign size={16} stroke={1.8} aria-hidden="true" />}
                    {...(isDangerous && { color: "protea" })}
                    onClick={() => props.onAction(action)}
                  >
                    {words}
                  </Menu.Item>
                );
              })}
            </div>
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
