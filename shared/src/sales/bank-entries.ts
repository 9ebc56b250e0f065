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
  "refund-again",
  "unexplained",
  "card-transfer",
  "card-refund-returned",
  "card-unexplained",
  "opening-bank",
  "opening-card",
  "opening-vat",
  "opening-withholding",
] as const;
export type BankEntryKind = (typeof bankEntryKinds)[number];

export const bankEntryWords: Readonly<Record<BankEntryKind, string>> = {
  "card-payout": "Payout of the card provider",
  "card-fee": "Fee of the card provider",
  "bank-fee": "Bank charges",
  "bank-interest": "Interest",
  courier: "Courier",
  "vat-payment": "VAT or sales tax paid",
  "vat-rounding": "Rounding of VAT",
  "withholding-payment": "Withheld tax paid",
  "own-transfer": "Own transfer",
  "refund-again": "Failed refund, paid again",
  unexplained: "Unexplained transaction",
  "card-transfer": "Own transfer at the card provider",
  "card-refund-returned": "Failed refund, back at the card provider",
  "card-unexplained": "Unexplained transaction of the card provider",
  "opening-bank": "Opening balance of the bank",
  "opening-card": "Opening balance of the card provider",
  "opening-vat": "Opening balance of VAT or sales tax",
  "opening-withholding": "Opening balance of tax withheld",
};
