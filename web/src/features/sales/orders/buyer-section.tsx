import "@mantine/core/styles/Checkbox.layer.css";
import "@mantine/core/styles/CheckboxCard.layer.css";
import "@mantine/core/styles/CheckboxIndicator.layer.css";
import { Checkbox } from "@mantine/core";
import { type RefObject, useEffect, useRef } from "react";
import { fieldErrors } from "../../../api/error-message.ts";
import { guestBuyer, keepGuestBuyer, useGuestBuyer } from "../../../session/guest-buyer.ts";
import { useSession } from "../../../session/session.tsx";
import type { SavedAddress } from "./summary-section.tsx";
import { type Buyer, BuyerFields, type BuyerHandle } from "./buyer-fields.tsx";

type BuyerChoice = Readonly<{
  /** Only guests are asked: a signed-in user is the buyer. */
  isAsked: boolean;
  /** The only recipient, who may be the buyer. */
  recipient: SavedAddress | null;
  isRecipient: boolean;
  fields: RefObject<BuyerHandle | null>;
  error: unknown;
  submit: (goOn: (buyer: Buyer | undefined) => void) => void;
}>;

/**
 * The buyer of an order: by default its only recipient, who then fills in nothing more (docs/decisions.md, 38).
 *
 * @param recipients one for each parcel; undefined until it is loaded
 * @param error why the order was not placed
 */
export function useBuyer(
  recipients: readonly (SavedAddress | undefined)[],
  error: unknown,
): BuyerChoice {
  const isAsked = useSession().state === "guest";
  const kept = useGuestBuyer();
  const fields = useRef<BuyerHandle>(null);
  const only = recipients.length === 1 ? recipients[0] : undefined;
  const isRecipient = only !== undefined && (kept.isRecipient ?? true);

  // Errors in the recipient's details as a buyer are corrected in the fields of the buyer.
  const isWrong = Object.keys(fieldErrors(error)).some((field) => field.startsWith("buyer."));
  useEffect(() => {
    if (isWrong && only && isRecipient)
      keepGuestBuyer({ isRecipient: false, typed: asBuyer(only) });
  }, [isWrong, only, isRecipient]);

  return {
    isAsked,
    recipient: only ?? null,
    isRecipient,
    fields,
    error,
    submit(goOn) {
      if (!isAsked) goOn(undefined);
      else if (only && isRecipient) goOn(asBuyer(only));
      else fields.current?.submit(goOn);
    },
  };
}

function asBuyer(recipient: SavedAddress): Buyer {
  return {
    firstName: recipient.recipientFirstName,
    lastName: recipient.recipientLastName,
    email: recipient.recipientEmail,
    cellNumber: recipient.recipientCell,
  };
}

/** The contact of a guest for everything about the order and its money. */
export function BuyerSection({ buyer }: { buyer: BuyerChoice }) {
  const { recipient, isRecipient } = buyer;
  return (
    <section className="stack" aria-labelledby="buyer">
      <div>
        <h2 id="buyer">Your details</h2>
        <p className="quiet">
          We’ll email the order, payment details and invoice to you. A recipient never sees a price.
        </p>
      </div>
      {recipient && (
        <Checkbox
          size="md"
          label={`Same as the recipient: ${recipient.recipientFirstName} ${recipient.recipientLastName}`}
          description={recipient.recipientEmail}
          checked={isRecipient}
          onChange={(event) =>
            keepGuestBuyer({ ...guestBuyer(), isRecipient: event.currentTarget.checked })
          }
        />
      )}
      {!isRecipient && <BuyerFields handle={buyer.fields} error={buyer.error} />}
    </section>
  );
}
