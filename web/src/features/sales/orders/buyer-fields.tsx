import { TextInput } from "@mantine/core";
import { guestBuyerSchema } from "@portal/shared/sales/orders/save-order.ts";
import { type RefObject, useEffect, useImperativeHandle } from "react";
import { fieldErrors } from "../../../api/error-message.ts";
import { guestBuyer, keepGuestBuyer, type TypedBuyer } from "../../../session/guest-buyer.ts";
import { useRegionWords } from "../../../session/use-region-words.ts";
import "../../../theme/mantine-forms.ts";
import { NameFields } from "../../../ui/fields.tsx";
import { ErrorSummary, useCheckedForm } from "../../../ui/form.tsx";
import { readDraft } from "./order-draft.ts";
import type { SaveRequest } from "./order-request.ts";

export type Buyer = NonNullable<SaveRequest["buyer"]>;

/** Continues with the typed buyer, or shows errors beside the fields. */
export type BuyerHandle = Readonly<{ submit: (goOn: (buyer: Buyer) => void) => void }>;

/** Who collects an order has given name and number before, and is asked for neither again. */
function startingBuyer(): TypedBuyer {
  const { typed } = guestBuyer();
  const { name, cellNumber } = readDraft().collection;
  if (name.trim() === "" || Object.values(typed).some((text) => text !== "")) return { ...typed };
  const [firstName = "", ...others] = name.trim().split(/\s+/);
  return { ...typed, firstName, lastName: others.join(" "), cellNumber };
}

/** The details of a buyer who is not the recipient. */
export function BuyerFields(props: {
  handle: RefObject<BuyerHandle | null>;
  /** Why the order was not placed. */
  error: unknown;
}) {
  const { handle, error } = props;
  const { cellNumber, cellExample } = useRegionWords();
  const { form, summary, onSubmit, showErrors } = useCheckedForm({
    name: "buyer",
    schema: guestBuyerSchema,
    initialValues: startingBuyer(),
  });
  const { values } = form;
  useEffect(() => keepGuestBuyer({ ...guestBuyer(), typed: values }), [values]);

  // The server may refuse a number that looks valid here.
  useEffect(() => {
    const wrong = Object.entries(fieldErrors(error)).flatMap(([field, words]) =>
      field.startsWith("buyer.") ? [[field.slice("buyer.".length), words] as const] : [],
    );
    showErrors(Object.fromEntries(wrong));
    // Once for each answer, whatever is typed meanwhile.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [error]);

  useImperativeHandle(handle, () => ({
    submit: (goOn: (buyer: Buyer) => void) => onSubmit(goOn)(),
  }));

  return (
    <>
      <ErrorSummary {...summary} />
      <NameFields first={form.getInputProps("firstName")} last={form.getInputProps("lastName")} />
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
        placeholder={cellExample}
        description="Only if we have a question about your order."
        required
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        {...form.getInputProps("cellNumber")}
      />
    </>
  );
}
