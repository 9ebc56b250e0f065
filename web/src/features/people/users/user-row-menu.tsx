import { Fragment, lazy, Suspense, useState } from "react";
import { Dialog } from "../../../ui/dialog.tsx";
import { useIsPhone } from "../../../ui/use-is-phone.ts";
import {
  actionWords,
  dangerous,
  groupsOf,
  MenuButton,
  type RowMenuProps,
} from "./user-actions.tsx";
import classes from "./user-row-menu.module.css";

const loadDropdownMenu = () => import("./dropdown-menu.tsx");
const DropdownMenu = lazy(async () => ({ default: (await loadDropdownMenu()).DropdownMenu }));

/**
 * What can be done with a person, in groups: a menu on a desk, a sheet at the bottom of a phone. A list
 * is read more often than acted upon, so the code of the menu comes when one is wanted.
 */
export function UserRowMenu(props: RowMenuProps) {
  const isPhone = useIsPhone();
  const [isWanted, setWanted] = useState(false);
  if (props.actions.length === 0) return null;

  const button = (
    <MenuButton
      name={props.name}
      aria-haspopup={isPhone ? "dialog" : "menu"}
      onPointerEnter={isPhone ? undefined : () => void loadDropdownMenu()}
      onClick={() => setWanted(true)}
    />
  );
  if (!isWanted) return button;
  if (!isPhone) {
    return (
      <Suspense fallback={button}>
        <DropdownMenu {...props} />
      </Suspense>
    );
  }
  return (
    <>
      {button}
      <PhoneSheet {...props} onClose={() => setWanted(false)} />
    </>
  );
}

function PhoneSheet(props: RowMenuProps & { onClose: () => void }) {
  return (
    <Dialog title={props.name} shape="actions" onClose={props.onClose}>
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
                    props.onClose();
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
  );
}
