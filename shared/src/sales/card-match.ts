import { z } from "zod/mini";
import { command, commandIdSchema, rowIdSchema } from "../platform/ids.ts";
import { pagingFields } from "../platform/paging.ts";
import { requiredText } from "../platform/texts.ts";
import type { BankEntryKind } from "./bank-entries.ts";

/**
 * The result of comparing a card payment's order, notification and settlement. `waiting`: the settlement of its day has
 * not arrived. All but `matched` and `waiting` are exceptions.
 */
export const cardMatchStates = [
  "missing-in-ledger",
  "missing-in-settlement",
  "amount-differs",
  "fee-differs",
  "no-notification",
  "unknown-type",
  "waiting",
  "matched",
] as const;
export type CardMatchState = (typeof cardMatchStates)[number];

export function isCardException(state: CardMatchState): boolean {
  return state !== "matched" && state !== "waiting";
}

/** Whose settlements are stored. */
export const cardProviders = ["payfast", "stripe"] as const;
export type CardProvider = (typeof cardProviders)[number];

export const cardProviderNames: Readonly<Record<CardProvider, string>> = {
  payfast: "PayFast",
  stripe: "Stripe",
};

export const cardMatchFilters = ["exceptions", "ignored", "waiting", "matched", "all"] as const;
export type CardMatchFilter = (typeof cardMatchFilters)[number];

/** Both days are inclusive; by default the days of the newest settlement. */
export const listCardMatchSchema = z.strictObject({
  ...pagingFields,
  from: z.optional(z.iso.date("Choose a date.")),
  to: z.optional(z.iso.date("Choose a date.")),
  show: z._default(z.enum(cardMatchFilters), "exceptions"),
});
export type ListCardMatch = z.infer<typeof listCardMatchSchema>;

/** What money at the card provider is that is no payment, refund or payout, as the office says. */
export const cardLineKinds = [
  "card-fee",
  "card-transfer",
  "card-refund-returned",
  "card-unexplained",
] as const satisfies readonly BankEntryKind[];
export type CardLineKind = (typeof cardLineKinds)[number];

export const cardLineWords: Readonly<Record<CardLineKind, string>> = {
  "card-fee": "Charge of the card provider",
  "card-transfer": "Own transfer, not through our bank account",
  "card-refund-returned": "Refund that failed",
  "card-unexplained": "Other",
};

/** Whether money that went back to a card was taken by the buyer's bank, or came back from it, as far as the provider says so. */
export function isDispute(type: string): boolean {
  return /DISPUTE|CHARGEBACK/i.test(type);
}

/**
 * What is booked of a line by saying what it is: all of it, but of a dispute what moved without its fee, which is booked as a fee.
 *
 * @param line minor units, negative where money left
 */
export function amountToExplain({
  type,
  gross,
  net,
}: Readonly<{ type: string; gross: number; net: number }>): number {
  return isDispute(type) ? gross : net;
}

/** Only money that came to the provider can be a refund that failed. @param net negative where money left */
export function cardLineKindsOf(net: number): readonly CardLineKind[] {
  return net > 0 ? cardLineKinds : cardLineKinds.filter((kind) => kind !== "card-refund-returned");
}

export const explainCardLineSchema = z.strictObject({
  commandId: commandIdSchema,
  lineId: rowIdSchema,
  kind: z.enum(cardLineKinds),
});
export type ExplainCardLine = z.infer<typeof explainCardLineSchema>;

export const cardLineRefSchema = z.strictObject({
  commandId: commandIdSchema,
  lineId: rowIdSchema,
});
export type CardLineRef = z.infer<typeof cardLineRefSchema>;

/** As many fees are booked at a time. */
export const cardFeesMax = 500;

/**
 * An exception as the user saw it, and the shown days. The server looks it up by these fields and does not trust them.
 * The settlement's day and its amount in minor units are null if no settlement names the payment.
 */
export const ignoreCardExceptionSchema = z.strictObject({
  ...command,
  from: z.iso.date("Choose a date."),
  to: z.iso.date("Choose a date."),
  state: z.enum(cardMatchStates),
  paymentId: z.nullable(z.string().check(z.maxLength(100))),
  orderId: z.nullable(z.guid()),
  orderNumber: z.nullable(z.int().check(z.positive())),
  settledOn: z.nullable(z.iso.date()),
  settledAmount: z.nullable(z.int()),
  note: requiredText(200, "Please complete"),
});
export type IgnoreCardException = z.infer<typeof ignoreCardExceptionSchema>;

export const reopenCardExceptionSchema = z.strictObject({ ...command, id: rowIdSchema });

/** Fees as the user saw them, and the shown days. The server reckons them again and does not trust the amounts. */
export const bookCardFeesSchema = z.strictObject({
  commandId: commandIdSchema,
  from: z.iso.date("Choose a date."),
  to: z.iso.date("Choose a date."),
  fees: z
    .array(z.strictObject({ lineId: rowIdSchema, amount: z.int() }))
    .check(z.minLength(1), z.maxLength(cardFeesMax)),
});
export type BookCardFees = z.infer<typeof bookCardFeesSchema>;
