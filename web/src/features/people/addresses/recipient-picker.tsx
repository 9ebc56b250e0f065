import { VisuallyHidden } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { lazy, Suspense, useEffect, useId, useState } from "react";
import { api } from "../../../api/api.ts";
import { guestId } from "../../../session/guest-id.ts";
import { useSession } from "../../../session/session.tsx";
import { useRegionWords } from "../../../session/use-region-words.ts";
import { Failure, Loading } from "../../../ui/feedback.tsx";
import { RecipientEditor, useEditing } from "./recipient-editor.tsx";
import type { Recipient } from "./recipient-text.tsx";
import classes from "./recipients.module.css";

const cardHeight = 108;

/** Most who come for the first time have nobody to choose from. */
const loadCard = () => import("./recipient-choice.tsx");
const RecipientChoice = lazy(async () => ({ default: (await loadCard()).RecipientChoice }));

/** Whole cards to choose from, each with its menu, and the way to add one. */
export function RecipientPicker(props: {
  chosenId: number | null;
  onChosen: (addressId: number) => void;
  /** Who gets another parcel of this order, with its number: they are marked and not offered again. */
  taken: ReadonlyMap<number, number>;
  wanted: number;
}) {
  const { chosenId, onChosen, taken, wanted } = props;
  const session = useSession();
  const addresses = api.addresses.list.useQuery({ uniqueId: guestId() });
  const rows = addresses.data;
  const isNobodyThere = rows?.length === 0;

  const dialog = useDialog(wanted, rows);

  // Whoever chose somebody before finds a card here: its code comes with the addresses.
  useEffect(() => {
    if (chosenId !== null) void loadCard();
  }, [chosenId]);

  const proposedId = rows ? proposed(rows, taken) : null;
  useEffect(() => {
    if (chosenId === null && proposedId !== null) onChosen(proposedId);
  }, [proposedId, chosenId, onChosen]);

  if (!rows) {
    return addresses.error ? (
      <Failure
        what="your recipients"
        error={addresses.error}
        onRetry={() => void addresses.refetch()}
      />
    ) : (
      // Who comes for the first time finds a button here, and nothing below it may jump up to it.
      <Loading what="recipients" lines={1} height={chosenId === null ? 92 : cardHeight} />
    );
  }
  const mayAdd = session.state === "signed-in" || chosenId === null || isNobodyThere;
  return (
    <div className="stack">
      <fieldset className={classes.cards}>
        <VisuallyHidden component="legend">Recipients</VisuallyHidden>
        <Suspense fallback={<Loading what="recipients" lines={rows.length} height={cardHeight} />}>
          {rows.map((recipient) => (
            <RecipientChoice
              key={recipient.id}
              recipient={recipient}
              isOnly={rows.length === 1}
              isChosen={recipient.id === chosenId}
              parcel={recipient.id === chosenId ? null : (taken.get(recipient.id) ?? null)}
              onChosen={() => onChosen(recipient.id)}
              onEdit={() => dialog.open(recipient)}
            />
          ))}
        </Suspense>
        {mayAdd && <AddButton isFirst={isNobodyThere} onClick={() => dialog.open(null)} />}
      </fieldset>
      {dialog.editing && (
        <RecipientEditor
          editing={dialog.editing}
          onClose={dialog.close}
          onSaved={(id) => {
            // To change somebody is not to choose them; the order itself follows whom it knows already.
            if (dialog.editing?.recipient === null) onChosen(id);
            dialog.close();
          }}
        />
      )}
    </div>
  );
}

/** Where the last order went; and the only one there is needs no choosing. */
function proposed(rows: readonly Recipient[], taken: ReadonlyMap<number, number>): number | null {
  const one = rows.length === 1 ? rows[0] : rows.find(({ lastUsed }) => lastUsed);
  return !one || one.needsUpdate || taken.has(one.id) ? null : one.id;
}

/** Who asked for the next step without anybody to send to gets the dialog at once. */
function useDialog(wanted: number, rows: readonly Recipient[] | undefined) {
  const { editing, open, close } = useEditing(rows);
  const [answered, setAnswered] = useState(0);
  const isWanted = wanted > answered && rows?.length === 0;
  return {
    editing: editing ?? (isWanted ? { recipient: null } : null),
    open,
    close: () => {
      close();
      setAnswered(wanted);
    },
  };
}

/** The first one has the whole width to say what is asked for. */
function AddButton(props: { isFirst: boolean; onClick: () => void }) {
  const { cellNumber } = useRegionWords();
  const hintId = useId();
  return (
    <div className={classes.add} data-first={props.isFirst || undefined}>
      <button
        type="button"
        className="dashed"
        aria-describedby={props.isFirst ? hintId : undefined}
        onClick={props.onClick}
      >
        <IconPlus size={20} stroke={1.8} aria-hidden="true" />
        Add recipient
      </button>
      {props.isFirst && (
        <p id={hintId} className="quiet small">
          Name, address and {cellNumber.toLowerCase()}. It takes a minute.
        </p>
      )}
    </div>
  );
}
