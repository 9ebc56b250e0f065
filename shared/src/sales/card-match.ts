import { z } from "zod";
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

export const cardMatchFilters = ["exceptions", "waiting", "matched", "all"] as const;
export type CardMatchFilter = (typeof cardMatchFilters)[number];

/** Both days included; without them, the days of the newest settlement. */
export const listCardMatchSchema = z.object({
  ...pagingFields,
  from: z.iso.date("Choose a date.").optional(),
  to: z.iso.date("Choose a date.").optional(),
  show: z.enum(cardMatchFilters).default("exceptions"),
});
export type ListCardMatch = z.infer<typeof listCardMatchSchema>;
