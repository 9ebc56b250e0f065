import "@mantine/core/styles/Checkbox.layer.css";
import { Checkbox, TextInput } from "@mantine/core";
import { guestBuyerSchema } from "@portal/shared/sales/orders/save-order.ts";
import { useEffect } from "react";
import { fieldErrors } from "../../../api/error-message.ts";
import { keepGuestBuyer, type TypedBuyer, useGuestBuyer } from "../../../session/guest-buyer.ts";
import { useSession } from "../../../session/session.tsx";
import { useRegionWords } from "../../../session/use-region-words.ts";
import "../../../theme/mantine-forms.ts";
import { NameFields } from "../../../ui/fields.tsx";
import { ErrorSummary, useCheckedForm } from "../../../ui/form.tsx";
import type { SaveRequest } from "./order-request.ts";
import type { SavedAddress } from "./summary-step.tsx";

type Buyer = NonNullable<SaveRequest["buyer"]>;

export type BuyerForm = Readonly<{
  /** Whoever is signed in is the buyer, and is not asked. */
  isAsked: boolean;
  /** The only recipient, who may be the buyer. */
  recipient: SavedAddress | null;
  isRecipient: boolean;
  form: ReturnType<typeof useTypedBuyer>["form"];
  summary: ReturnType<typeof useTypedBuyer>["summary"];
  setRecipient: (isRecipient: boolean) => void;
  /** Goes on with the buyer; says beside the fields what is missing where something is. */
  submit: (goOn: (buyer: Buyer | undefined) => void) => void;
}>;

/**
 * Who buys: with one recipient most often that person, who is then not asked anything (docs/decisions.md, 38).
 *
 * @param recipients one for each parcel, as far as they are known
 * @param error why the order was not placed
 */
export function useBuyer(
  recipients: readonly (SavedAddress | undefined)[],
  error: unknown,
): BuyerForm {
  const isAsked = useSession().state === "guest";
  const kept = useGuestBuyer();
  const typed = useTypedBuyer(kept.typed);
  const only = recipients.length === 1 ? recipients[0] : undefined;
  const isRecipient = only !== undefined && (kept.isRecipient ?? true);
  const { form, showErrors } = typed;
  const { values } = form;

  useEffect(() => {
    if (values !== kept.typed) keepGuestBuyer({ isRecipient: kept.isRecipient, typed: values });
  }, [values, kept]);

  // The server may find a number wrong that looks like one.
  useEffect(() => {
    const wrong = Object.entries(fieldErrors(error)).flatMap(([field, words]) =>
      field.startsWith("buyer.") ? [[field.slice("buyer.".length), words] as const] : [],
    );
    if (wrong.length === 0) return;
    if (only && isRecipient) form.setValues(asBuyer(only));
    keepGuestBuyer({ isRecipient: false, typed: form.getValues() });
    showErrors(Object.fromEntries(wrong));
    // Said once for each answer, whatever is typed meanwhile.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [error]);

  return {
    isAsked,
    recipient: only ?? null,
    isRecipient,
    form,
    summary: typed.summary,
    setRecipient: (isTicked) => keepGuestBuyer({ isRecipient: isTicked, typed: values }),
    submit(goOn) {
      if (!isAsked) goOn(undefined);
      else if (only && isRecipient) goOn(asBuyer(only));
      else typed.onSubmit(goOn)();
    },
  };
}

function useTypedBuyer(initialValues: TypedBuyer) {
  return useCheckedForm({
    name: "buyer",
    schema: guestBuyerSchema,
    initialValues: { ...initialValues },
  });
}

function asBuyer(recipient: SavedAddress): Buyer {
  return {
    firstName: recipient.recipientFirstName,
    lastName: recipient.recipientLastName,
    email: recipient.recipientEmail,
    cellNumber: recipient.recipientCell,
  };
}

/** What a guest is asked: where we write about the order and its money, which is nobody else's business. */
export function BuyerSection({ buyer }: { buyer: BuyerForm }) {
  const { form, recipient, isRecipient } = buyer;
  const { cellNumber } = useRegionWords();
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
          onChange={(event) => buyer.setRecipient(event.currentTarget.checked)}
        />
      )}
      {!isRecipient && (
        <>
          <ErrorSummary {...buyer.summary} />
          <NameFields
            first={form.getInputProps("firstName")}
            last={form.getInputProps("lastName")}
          />
          <TextInput
            label="Email"
            required
            type="email"
            inputMode="email"
            autoComplete="email"
            {...form.getInputProps("email")}
          />
          <TextInput
            label={cellNumber}
            description="Only if we have a question about your order."
            required
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            {...form.getInputProps("cellNumber")}
          />
        </>
      )}
    </section>
  );
}
