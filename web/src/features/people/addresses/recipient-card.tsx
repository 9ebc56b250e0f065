import { Box, Button } from "@mantine/core";
import { useClickOutside } from "@mantine/hooks";
import { IconDots } from "@tabler/icons-react";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { api } from "../../../api/api.ts";
import { useReadAgain } from "../../../api/read-again.ts";
import { guestId } from "../../../session/guest-id.ts";
import { Dialog, DialogQuestion } from "../../../ui/dialog.tsx";
import { ErrorNotice, Notice, showToast } from "../../../ui/feedback.tsx";
import { useIsPhone } from "../../../ui/use-is-phone.ts";
import { type Recipient, recipientName } from "./recipient-text.tsx";
import classes from "./recipients.module.css";

/** A recipient with a menu in the corner and, below it, why the deletion was refused. */
export function RecipientCard(props: {
  recipient: Recipient;
  isOnly: boolean;
  /** Already receives another parcel of the same order. */
  isTaken?: boolean;
  onEdit: () => void;
  children: ReactNode;
}) {
  const { recipient } = props;
  const [isAsking, setAsking] = useState(false);
  const readScreenAgain = useReadAgain();
  const deletion = api.addresses.delete.useMutation({
    onSuccess: () => showToast("Item deleted."),
    onSettled: async () => {
      setAsking(false);
      // After a refusal too: the recipient may have been deleted or changed in another tab.
      await readScreenAgain();
    },
  });

  return (
    <div
      className={classes.card}
      data-recipient={recipient.id}
      data-taken={props.isTaken || undefined}
    >
      {props.children}
      <RecipientMenu
        name={recipientName(recipient)}
        onEdit={props.onEdit}
        onDelete={
          props.isOnly
            ? null
            : () => {
                deletion.reset();
                setAsking(true);
              }
        }
      />
      {recipient.needsUpdate && (
        <Box mt="xs">
          <Notice tone="warning" title="Update Address">
            <p>
              Our courier has moved to a new system. Enter the street address again before you order
              for this recipient.
            </p>
            <Button variant="default" mt="sm" onClick={props.onEdit}>
              Update Address
            </Button>
          </Notice>
        </Box>
      )}
      {deletion.error && (
        <Box mt="xs">
          <ErrorNotice error={deletion.error} />
        </Box>
      )}
      {isAsking && (
        <DialogQuestion
          title={`Delete ${recipientName(recipient)}?`}
          confirmLabel="Delete"
          isBusy={deletion.isPending}
          onConfirm={() => deletion.mutate({ id: recipient.id, uniqueId: guestId() })}
          onCancel={() => setAsking(false)}
        >
          Orders you have already placed will still go to this address.
        </DialogQuestion>
      )}
    </div>
  );
}

/** Edit and Delete: below the button, or on a phone in a sheet at the lower edge. */
function RecipientMenu(props: {
  name: string;
  onEdit: () => void;
  /** Null for the only recipient, which cannot be deleted. */
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
    // A dialog that opens next returns the focus here; the menu entry is gone by then.
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
        // Not whenever the focus leaves: in Safari it does when the button is pressed, which would then open the menu again.
        if ((event.key === "Escape" || event.key === "Tab") && isOpen && !isPhone) close();
      }}
    >
      <button
        ref={button}
        type="button"
        className="round"
        aria-label={`Actions for ${props.name}`}
        aria-haspopup={isPhone ? "dialog" : "menu"}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen((before) => !before)}
      >
        <IconDots size={18} stroke={1.8} aria-hidden="true" />
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

/** A menu, which has one stop of the Tab key and is walked by arrow keys; in the sheet of a phone a list. */
function Entries(props: {
  id: string;
  isPhone: boolean;
  onEdit: () => void;
  onDelete: (() => void) | null;
}) {
  const { id, isPhone, onEdit, onDelete } = props;
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (!isPhone) list.current?.querySelector("button")?.focus();
  }, [isPhone]);
  const item = isPhone ? {} : { role: "menuitem", tabIndex: -1 };
  const entry = isPhone ? {} : { role: "none" };
  return (
    <ul
      ref={list}
      id={id}
      className={isPhone ? "plain" : `${classes.entries} card`}
      {...(!isPhone && { role: "menu", onKeyDown: walkMenu })}
    >
      <li {...entry}>
        <button type="button" className={classes.entry} onClick={onEdit} {...item}>
          Edit
        </button>
      </li>
      {onDelete && (
        <li {...entry}>
          <button type="button" className={`${classes.entry} bad`} onClick={onDelete} {...item}>
            Delete…
          </button>
        </li>
      )}
    </ul>
  );
}

function walkMenu(event: KeyboardEvent<HTMLElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')];
  const at = items.findIndex((item) => item === document.activeElement);
  const next = {
    ArrowDown: items[at + 1] ?? items[0],
    ArrowUp: items[at - 1] ?? items.at(-1),
    Home: items[0],
    End: items.at(-1),
  }[event.key];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
