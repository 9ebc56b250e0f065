import { ChoiceCard } from "../../../ui/choice-card.tsx";
import { RecipientCard } from "./recipient-card.tsx";
import { type Recipient, recipientName, RecipientText } from "./recipient-text.tsx";
import classes from "./recipients.module.css";

/** A recipient as a radio button of the order form, with its menu in the corner. */
export function RecipientChoice(props: {
  recipient: Recipient;
  isOnly: boolean;
  isChosen: boolean;
  /** The number of another parcel of the order that this recipient already receives. */
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
        title={<span translate="no">{recipientName(recipient)}</span>}
      >
        <span data-address>
          <RecipientText recipient={recipient} />
        </span>
        {parcel !== null && <span className={`${classes.taken} strong`}>Gets parcel {parcel}</span>}
      </ChoiceCard>
    </RecipientCard>
  );
}
