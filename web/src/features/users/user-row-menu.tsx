import "../../theme/mantine-menu.ts";
import { Menu } from "@mantine/core";
import type { UserAction } from "@portal/shared/users/user-list.ts";
import { IconDotsVertical } from "@tabler/icons-react";
import { Fragment, useRef, useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { useIsPhone } from "../../ui/use-is-phone.ts";
import classes from "./user-row-menu.module.css";

const groups: readonly { label: string; actions: readonly UserAction[] }[] = [
  { label: "Contact", actions: ["edit", "resend", "copy-link", "impersonate"] },
  { label: "Change role", actions: ["convert-to-distributor", "convert-to-stockist"] },
  { label: "Move", actions: ["move", "uplift"] },
  { label: "Danger", actions: ["delete", "restore"] },
];

const actionWords: Record<UserAction, string> = {
  edit: "Edit…",
  resend: "Send the registration email again",
  "copy-link": "Copy the link",
  "convert-to-distributor": "Convert to distributor…",
  "convert-to-stockist": "Convert to stockist…",
  move: "Move…",
  uplift: "Uplift to level 1…",
  impersonate: "Sign in as this person…",
  delete: "Delete…",
  restore: "Restore…",
};
const dangerous: ReadonlySet<UserAction> = new Set(["uplift", "delete"]);

type Props = {
  name: string;
  /** What the server says may be done with this person: that and nothing else. */
  actions: readonly UserAction[];
  onAction: (action: UserAction) => void;
};

/** What can be done with a person, in groups: a menu on a desk, a sheet at the bottom of a phone. */
export function UserRowMenu(props: Props) {
  const isPhone = useIsPhone();
  if (props.actions.length === 0) return null;
  return isPhone ? <PhoneMenu {...props} /> : <DeskMenu {...props} />;
}

function DeskMenu(props: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const choose = (action: UserAction) => {
    // The entry goes away with the menu; what opens now gives the focus back to where it was.
    button.current?.focus();
    props.onAction(action);
  };
  return (
    <Menu
      position="bottom-end"
      width={260}
      transitionProps={{ duration: 0 }}
      withinPortal={false}
      floatingStrategy="fixed"
      withInitialFocusPlaceholder={false}
      menuItemTabIndex={0}
    >
      <Menu.Target>
        <button
          ref={button}
          type="button"
          className={classes.open}
          aria-label={`Actions for ${props.name}`}
        >
          <IconDotsVertical size={20} stroke={1.8} aria-hidden="true" />
        </button>
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

function PhoneMenu(props: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={classes.open}
        aria-label={`Actions for ${props.name}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <IconDotsVertical size={22} stroke={1.8} aria-hidden="true" />
      </button>
      {isOpen && (
        <Dialog title={props.name} shape="actions" onClose={() => setOpen(false)}>
          {groupsOf(props.actions).map(({ label, actions }) => (
            <Fragment key={label}>
              <h3 className={classes.heading}>{label}</h3>
              <ul className={classes.list}>
                {actions.map((action) => (
                  <li key={action}>
                    <button
                      type="button"
                      className={classes.line}
                      data-danger={dangerous.has(action) || undefined}
                      onClick={() => {
                        setOpen(false);
                        props.onAction(action);
                      }}
                    >
                      {actionWords[action]}
                    </button>
                  </li>
                ))}
              </ul>
            </Fragment>
          ))}
        </Dialog>
      )}
    </>
  );
}

function groupsOf(actions: readonly UserAction[]) {
  return groups
    .map(({ label, ...group }) => ({
      label,
      actions: group.actions.filter((action) => actions.includes(action)),
    }))
    .filter((group) => group.actions.length > 0);
}
