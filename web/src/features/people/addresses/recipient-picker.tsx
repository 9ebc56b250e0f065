import { VisuallyHidden } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { Suspense, useEffect, useId, useState } from "react";
import { api } from "../../../api/api.ts";
import { guestId } from "../../../session/guest-id.ts";
import { useSession } from "../../../session/session.tsx";
import { useRegionWords } from "../../../session/use-region-words.ts";
import { Failure, Loading } from "../../../ui/feedback.tsx";
import { lazyPart } from "../../../ui/lazy-part.ts";
import { useLoadAhead } from "../../../ui/use-load-ahead.ts";
import { loadRecipientEditor, RecipientEditor, useEditing } from "./recipient-editor.tsx";
import type { Recipient } from "./recipient-text.tsx";
import classes from "./recipients.module.css";

const cardHeight = 108;

/** Loaded on demand, because a first-time buyer has no recipients to choose from. */
const loadCard = () => import("./recipient-choice.tsx");
const RecipientChoice = lazyPart(async () => (await loadCard()).RecipientChoice);

/** What choosing a recipient needs, also where the line is lost meanwhile. */
const loadAhead = () => Promise.all([loadCard(), loadRecipientEditor()]);

/** The recipients of the order form as radio cards, with a button that adds one. */
export function RecipientPicker(props: {
  chosenId: number | null;
  onChosen: (addressId: number) => void;
  /** Recipients of other parcels of this order, with the parcel's number: marked, and not to be chosen again. */
  taken: ReadonlyMap<number, number>;
  /** Counts the presses of "Next" that found no recipient; each opens the dialog if there is none to choose. */
  wanted: number;
}) {
  const { chosenId, onChosen, taken, wanted } = props;
  const session = useSession();
  const addresses = api.addresses.list.useQuery({ uniqueId: guestId() });
  const rows = addresses.data;
  const isEmpty = rows?.length === 0;

  const dialog = useDialog(wanted, rows);
  useLoadAhead(loadAhead);

  // With a choice from before there will be a card, whose code is loaded in parallel with the addresses.
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
      // A first-time buyer gets a button of this height here, so the page below does not jump.
      <Loading what="recipients" lines={1} height={chosenId === null ? 92 : cardHeight} />
    );
  }
  const mayAdd = session.state === "signed-in" || chosenId === null || isEmpty;
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
        {mayAdd && <AddButton isFirst={isEmpty} onClick={() => dialog.open(null)} />}
      </fieldset>
      {dialog.editing && (
        <RecipientEditor
          editing={dialog.editing}
          onClose={dialog.close}
          onSaved={(id) => {
            // Editing a recipient does not choose it; the order follows the new id of one it already has.
            if (dialog.editing?.recipient === null) onChosen(id);
            dialog.close();
          }}
        />
      )}
    </div>
  );
}

/** Preselects the only recipient, or that of the last order. */
function proposed(rows: readonly Recipient[], taken: ReadonlyMap<number, number>): number | null {
  const one = rows.length === 1 ? rows[0] : rows.find(({ lastUsed }) => lastUsed);
  return !one || one.needsUpdate || taken.has(one.id) ? null : one.id;
}

/** The dialog, also opened by "Next" while there is no recipient. */
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

/** Before the first recipient it has the full width, with a hint at what will be asked. */
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
