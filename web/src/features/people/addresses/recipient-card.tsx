import { Box, Button } from "@mantine/core";
import { useClickOutside } from "@mantine/hooks";
import { IconDots } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense, useId, useRef, useState } from "react";
import { errorMessage } from "../../../api/error-message.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/feedback.tsx";
import { useIsPhone } from "../../../ui/use-is-phone.ts";
import { type Recipient, recipientName } from "./recipient-text.tsx";
import classes from "./recipients.module.css";

const DeleteRecipientDialog = lazy(async () => ({
  default: (await import("./delete-recipient-dialog.tsx")).DeleteRecipientDialog,
}));

/** A recipient with its menu at the corner; what goes wrong with it is said below it. */
export function RecipientCard(props: {
  recipient: Recipient;
  isOnly: boolean;
  /** Gets another parcel of the order that is being made. */
  isTaken?: boolean;
  onEdit: () => void;
  children: ReactNode;
}) {
  const { recipient } = props;
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const ask = () => {
    setFailure(null);
    setAsking(true);
  };

  return (
    <div className={classes.card} data-taken={props.isTaken || undefined}>
      {props.children}
      <RecipientMenu
        name={recipientName(recipient)}
        onEdit={props.onEdit}
        onDelete={props.isOnly ? null : ask}
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
      {failure !== null && (
        <Box mt="xs">
          <Notice tone="bad">
            <p>{errorMessage(failure)}</p>
          </Notice>
        </Box>
      )}
      {isAsking && (
        <Suspense fallback={null}>
          <DeleteRecipientDialog
            recipient={recipient}
            onClose={() => setAsking(false)}
            onFailed={setFailure}
          />
        </Suspense>
      )}
    </div>
  );
}

/** What can be done with a recipient: below the button on a desk, at the lower edge of a phone. */
function RecipientMenu(props: {
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
        className="round"
        aria-label={`Actions for ${props.name}`}
        aria-haspopup={isPhone ? "dialog" : undefined}
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

function Entries(props: {
  id: string;
  isPhone: boolean;
  onEdit: () => void;
  onDelete: (() => void) | null;
}) {
  return (
    <ul id={props.id} className={props.isPhone ? "plain" : `${classes.entries} card`}>
      <li>
        <button type="button" className={classes.entry} onClick={props.onEdit}>
          Edit
        </button>
      </li>
      {props.onDelete && (
        <li>
          <button type="button" className={`${classes.entry} bad`} onClick={props.onDelete}>
            Delete…
          </button>
        </li>
      )}
    </ul>
  );
}
