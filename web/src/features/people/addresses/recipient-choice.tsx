import { ChoiceCard } from "../../../ui/choice-card.tsx";
import { RecipientCard } from "./recipient-card.tsx";
import { type Recipient, recipientName, RecipientText } from "./recipient-text.tsx";
import classes from "./recipients.module.css";

/** A recipient to choose for an order: the whole card is pressed, its menu stands at the corner. */
export function RecipientChoice(props: {
  recipient: Recipient;
  isOnly: boolean;
  isChosen: boolean;
  /** The other parcel that this recipient gets. */
  parcel: number | null;
  onChosen: () => void;
  onEdit: () => void;
}) {
  const { recipient, parcel } = props;
  return (
    <RecipientCard
      recipient={recipient}
      isOnly={props.isOnly}
      isTaken={parcel !== null}
      onEdit={props.onEdit}
    >
      <ChoiceCard
        name="recipient"
        checked={props.isChosen}
        disabled={recipient.needsUpdate || parcel !== null}
        onChosen={props.onChosen}
        title={recipientName(recipient)}
      >
        <span data-address>
          <RecipientText recipient={recipient} />
        </span>
        {parcel !== null && <span className={`${classes.taken} strong`}>Gets parcel {parcel}</span>}
      </ChoiceCard>
    </RecipientCard>
  );
}
