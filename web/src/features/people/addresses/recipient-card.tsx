import { Button } from "@mantine/core";
import { useClickOutside } from "@mantine/hooks";
import { IconDotsVertical } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense, useId, useRef, useState } from "react";
import { errorMessage } from "../../../api/error-message.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/feedback.tsx";
import { useIsPhone } from "../../../ui/use-is-phone.ts";
import classes from "./recipient-card.module.css";
import recipientMenuClasses from "./recipient-menu.module.css";
import { type Recipient, recipientName } from "./recipient-text.tsx";

const DeleteRecipientDialog = lazy(async () => ({
  default: (await import("./delete-recipient-dialog.tsx")).DeleteRecipientDialog,
}));

/** A recipient with its menu at the corner; what goes wrong with it is said below it. */
export function RecipientCard(props: {
  recipient: Recipient;
  isOnly: boolean;
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
    <div className={classes.card}>
      {props.children}
      <div className={classes.menu}>
        <RecipientMenu
          name={recipientName(recipient)}
          onEdit={props.onEdit}
          onDelete={props.isOnly ? null : ask}
        />
      </div>
      {recipient.needsUpdate && (
        <div className={classes.below}>
          <Notice tone="warning" title="Update Address">
            <p>
              Our courier moved to a new system, so the street address must be captured again before
              anything can go there.
            </p>
            <Button variant="default" className={classes.update ?? ""} onClick={props.onEdit}>
              Update Address
            </Button>
          </Notice>
        </div>
      )}
      {failure !== null && (
        <div className={classes.below}>
          <Notice tone="bad">
            <p>{errorMessage(failure)}</p>
          </Notice>
        </div>
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
      className={recipientMenuClasses.menu}
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
        className={recipientMenuClasses.open}
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
    <ul
      id={props.id}
      className={props.isPhone ? recipientMenuClasses.lines : recipientMenuClasses.entries}
    >
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
