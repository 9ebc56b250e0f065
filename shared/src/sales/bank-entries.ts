/**
 * What money is that moved in the bank account or at the card provider and belongs to no order and no wallet
 * (docs/finance.md, "Books").
 */
export const bankEntryKinds = [
  "card-payout",
  "card-fee",
  "bank-fee",
  "bank-interest",
  "courier",
  "vat-payment",
  "vat-rounding",
  "withholding-payment",
  "own-transfer",
  "unexplained",
] as const;
export type BankEntryKind = (typeof bankEntryKinds)[number];
