import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { api } from "../../../api/api.ts";
import { guestId } from "../../../session/guest-id.ts";
import { useSession } from "../../../session/session.tsx";
import { ChoiceCard } from "../../../ui/choice-card.tsx";
import { Failure, Loading } from "../../../ui/feedback.tsx";
import { RecipientCard } from "./recipient-card.tsx";
import { type Editing, RecipientEditor } from "./recipient-editor.tsx";
import classes from "./recipient-picker.module.css";
import { type Recipient, recipientName, RecipientText } from "./recipient-text.tsx";

/** Whole cards to choose from, each with its menu, and the way to add one. */
export function RecipientPicker(props: {
  chosenId: number | null;
  onChosen: (addressId: number) => void;
  /** Who gets another part of this order is not proposed again. */
  taken: readonly number[];
  wanted: number;
}) {
  const { chosenId, onChosen, taken, wanted } = props;
  const session = useSession();
  const addresses = api.addresses.list.useQuery({ uniqueId: guestId() });
  const rows = addresses.data;
  const isNobodyThere = rows?.length === 0;

  const dialog = useDialog(wanted, isNobodyThere);

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
      <Loading what="recipients" lines={1} height={chosenId === null ? 44 : 120} />
    );
  }
  const mayAdd = session.state === "signed-in" || chosenId === null || isNobodyThere;
  return (
    <div className={classes.picker}>
      {rows.length > 0 && (
        <Cards recipients={rows} chosenId={chosenId} onChosen={onChosen} onEdit={dialog.open} />
      )}
      {mayAdd && (
        <Button
          className={classes.add ?? ""}
          variant="default"
          leftSection={<IconPlus size={18} stroke={1.8} aria-hidden="true" />}
          onClick={() => dialog.open(null)}
        >
          Add recipient
        </Button>
      )}
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
function proposed(rows: readonly Recipient[], taken: readonly number[]): number | null {
  const one = rows.length === 1 ? rows[0] : rows.find(({ lastUsed }) => lastUsed);
  return !one || one.needsUpdate || taken.includes(one.id) ? null : one.id;
}

/** Who asked for the next step without anybody to send to gets the dialog at once. */
function useDialog(wanted: number, isNobodyThere: boolean) {
  const [chosen, setChosen] = useState<Editing | null>(null);
  const [answered, setAnswered] = useState(0);
  const isWanted = wanted > answered && isNobodyThere;
  return {
    editing: chosen ?? (isWanted ? { recipient: null } : null),
    open: (recipient: Recipient | null) => setChosen({ recipient }),
    close: () => {
      setChosen(null);
      setAnswered(wanted);
    },
  };
}

function Cards(props: {
  recipients: readonly Recipient[];
  chosenId: number | null;
  onChosen: (addressId: number) => void;
  onEdit: (recipient: Recipient) => void;
}) {
  return (
    <fieldset className={classes.cards}>
      <legend className={classes.legend}>Recipients</legend>
      {props.recipients.map((recipient) => (
        <RecipientCard
          key={recipient.id}
          recipient={recipient}
          isOnly={props.recipients.length === 1}
          onEdit={() => props.onEdit(recipient)}
        >
          <ChoiceCard
            name="recipient"
            checked={recipient.id === props.chosenId}
            disabled={recipient.needsUpdate}
            onChosen={() => props.onChosen(recipient.id)}
            title={<span className={classes.name}>{recipientName(recipient)}</span>}
          >
            <RecipientText recipient={recipient} />
          </ChoiceCard>
        </RecipientCard>
      ))}
    </fieldset>
  );
}
