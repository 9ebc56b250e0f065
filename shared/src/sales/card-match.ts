import { z } from "zod";
import { rowIdSchema } from "../platform/ids.ts";
import { pagingFields } from "../platform/paging.ts";

/**
 * What is to be said of a card payment once order, notification and settlement lie side by side.
 * `waiting`: no settlement of its day is there yet. All but `matched` and `waiting` are exceptions.
 */
export const cardMatchStates = [
  "missing-in-ledger",
  "missing-in-settlement",
  "amount-differs",
  "fee-differs",
  "no-notification",
  "waiting",
  "matched",
] as const;
export type CardMatchState = (typeof cardMatchStates)[number];

export function isCardException(state: CardMatchState): boolean {
  return state !== "matched" && state !== "waiting";
}

export const cardMatchFilters = ["exceptions", "ignored", "waiting", "matched", "all"] as const;
export type CardMatchFilter = (typeof cardMatchFilters)[number];

/** Both days included; without them, the days of the newest settlement. */
export const listCardMatchSchema = z.object({
  ...pagingFields,
  from: z.iso.date("Choose a date.").optional(),
  to: z.iso.date("Choose a date.").optional(),
  show: z.enum(cardMatchFilters).default("exceptions"),
});
export type ListCardMatch = z.infer<typeof listCardMatchSchema>;

/**
 * An exception as it was seen, in the days that were looked at. It is looked up by this and never taken from it: the
 * settlement's day and its amount in minor units are null where no settlement names the payment.
 */
export const ignoreCardExceptionSchema = z.object({
  from: z.iso.date("Choose a date."),
  to: z.iso.date("Choose a date."),
  state: z.enum(cardMatchStates),
  paymentId: z.string().max(100).nullable(),
  orderId: z.guid().nullable(),
  orderNumber: z.int().positive().nullable(),
  settledOn: z.iso.date().nullable(),
  settledAmount: z.int().nullable(),
  note: z.string().trim().min(1, "Please complete").max(200),
});
export type IgnoreCardException = z.infer<typeof ignoreCardExceptionSchema>;

export const reopenCardExceptionSchema = z.object({ id: rowIdSchema });
