// Separate from the schemas, so that the browser does not load a validator for them.
export const payoutStates = ["requested", "paid", "rejected", "returned"] as const;
export type PayoutState = (typeof payoutStates)[number];

export const payoutSorts = ["requested", "fullName", "amount"] as const;

/** The limit of a single file of FNB and of Standard Bank; the other banks publish none. */
export const batchItemsMax = 500;

/** The same on screens and in files. */
export const payoutStateWords: Readonly<Record<PayoutState, string>> = {
  requested: "Requested",
  paid: "Paid",
  rejected: "Rejected",
  returned: "Returned",
};

/** What the office may say was wrong with a tax invoice that the shop wrote in a member's name. */
export const chosenCreditReasons = [
  "wrong-payout",
  "wrong-supplier",
  "wrong-rate",
  "not-registered",
  "not-agreed",
] as const;
/** Why the shop takes such an invoice back, as its credit note says it. */
export const invoiceCreditReasons = [...chosenCreditReasons, "payout-returned"] as const;
export type InvoiceCreditReason = (typeof invoiceCreditReasons)[number];
export const invoiceCreditWords: Readonly<Record<InvoiceCreditReason, string>> = {
  "wrong-payout": "The payout was wrong",
  "wrong-supplier": "The supplier’s name, address or VAT number was wrong",
  "wrong-rate": "The rate of VAT was wrong",
  "not-registered": "The supplier was not registered for VAT",
  "not-agreed": "There was no agreement to self-billing",
  "payout-returned": "The bank returned the payout",
};

/** What of a payout goes to the bank, in minor units: its amount without the tax that is kept of it. */
export function toBank({
  amount,
  withheld,
}: Readonly<{ amount: number; withheld: number }>): number {
  return amount - withheld;
}
