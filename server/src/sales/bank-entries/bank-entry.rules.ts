import type { BankEntryKind } from "@portal/shared/sales/bank-entries.ts";

/** The kinds whose amounts are positive where money came in; of the others, where it left. */
const comesIn: ReadonlySet<BankEntryKind> = new Set([
  "card-payout",
  "bank-interest",
  "card-refund-returned",
]);

/**
 * The amount of an entry for money that came into the bank account, or to the card provider, or left it (docs/finance.md, "Books").
 *
 * @param minor positive
 */
export function entryAmount(kind: BankEntryKind, way: "in" | "out", minor: number): number {
  return comesIn.has(kind) === (way === "in") ? minor : -minor;
}
