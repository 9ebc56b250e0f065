import { useClickOutside } from "@mantine/hooks";
import { IconDotsVertical } from "@tabler/icons-react";
import { useId, useRef, useState } from "react";
import { Dialog } from "../../../ui/dialog.tsx";
import { useIsPhone } from "../../../ui/use-is-phone.ts";
import classes from "./recipient-menu.module.css";

/** What can be done with a recipient: below the button on a desk, at the lower edge of a phone. */
export function RecipientMenu(props: {
  name: string;
  onEdit: () => void;
  /** Null where it cannot be deleted, because it is the only one. */
  onDelete: (() => void) | null;
}) {
  const { onEdit, onDelete } = props;
  const isPhone = useIsPhone();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const box = useClickOutside<HTMLDivElement>(() => setOpen(false));

  const close = () => {
    setOpen(false);
    // The entry goes away with the menu; what opens now gives the focus back to where it was.
    button.current?.focus();
  };
  const choose = (act: () => void) => () => {
    close();
    act();
  };
  const entries = (
    <Entries
      id={id}
      isPhone={isPhone}
      onEdit={choose(onEdit)}
      onDelete={onDelete && choose(onDelete)}
    />
  );

  return (
    <div
      ref={box}
      className={classes.menu}
      onKeyDown={(event) => {
        if (event.key === "Escape" && isOpen && !isPhone) close();
      }}
      onBlur={(event) => {
        if (!isPhone && !event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <button
        ref={button}
        type="button"
        className={classes.open}
        aria-label={`Actions for ${props.name}`}
        aria-haspopup={isPhone ? "dialog" : undefined}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen((before) => !before)}
      >
        <IconDotsVertical size={20} stroke={1.8} aria-hidden="true" />
      </button>
      {isOpen && !isPhone && entries}
      {isOpen && isPhone && (
        <Dialog title={props.name} shape="actions" onClose={close}>
          {entries}
        </Dialog>
      )}
    </div>
  );
}

function Entries(props: {
  id: string;
  isPhone: boolean;
  onEdit: () => void;
  onDelete: (() => void) | null;
}) {
  return (
    <ul id={props.id} className={props.isPhone ? classes.lines : classes.entries}>
      <li>
        <button type="button" onClick={props.onEdit}>
          Edit
        </button>
      </li>
      {props.onDelete && (
        <li>
          <button type="button" data-danger onClick={props.onDelete}>
            Delete…
          </button>
        </li>
      )}
    </ul>
  );
}
