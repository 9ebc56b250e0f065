import { z } from "zod/mini";
import { command, commandIdSchema, rowIdSchema } from "../platform/ids.ts";
import { pagingFields } from "../platform/paging.ts";
import { requiredText } from "../platform/texts.ts";
import type { BankEntryKind } from "./bank-entries.ts";

/** What a rule may propose. */
export const ruleKinds = [
  "bank-fee",
  "interest",
  "card-payout",
  "courier",
  "vat-payment",
  "withholding-payment",
  "refund-again",
  "supplier",
  "rent",
  "salaries",
  "running-costs",
  "income-tax",
  "tax",
  "owner",
  "own-transfer",
  "elsewhere",
  "other",
] as const;
export type RuleKind = (typeof ruleKinds)[number];

/**
 * What money in the bank account is that pays no order, as the office says, whichever way it went: what was paid may come back.
 * Payouts and refunds are found by themselves.
 */
export const bankKinds = [...ruleKinds, "repeat"] as const;
export type BankKind = (typeof bankKinds)[number];

/**
 * What an incoming transaction may be. A payout that the bank returned and commission that a member paid back are matters of a
 * wallet, and have acts of their own.
 */
export type LineKind = BankKind | "payout-returned" | "commission-repaid";

/** Each kind in the way in which its money usually goes. */
export const usualKindWords: Readonly<Record<BankKind, string>> = {
  "bank-fee": "Bank charges",
  interest: "Interest",
  "card-payout": "Payout of the card provider",
  courier: "Courier",
  "vat-payment": "VAT or sales tax paid",
  "withholding-payment": "Withheld tax paid",
  "refund-again": "Failed refund, paid again",
  supplier: "Suppliers and stock",
  rent: "Rent and premises",
  salaries: "Salaries and wages",
  "running-costs": "Other running costs",
  "income-tax": "Income tax",
  tax: "Other tax",
  owner: "Owner’s drawings and loans",
  "own-transfer": "Own transfer",
  elsewhere: "Booked in the accounting program",
  other: "Other",
  repeat: "The same money as another line",
};

/** Of money that came in, and of money that left. */
export const kindWords = {
  in: {
    ...usualKindWords,
    "bank-fee": "Bank charges refunded",
    courier: "Courier refunded",
    "vat-payment": "VAT or sales tax refunded",
    "withholding-payment": "Withheld tax refunded",
    "refund-again": "Refund that the bank returned",
    supplier: "Refund of a supplier",
    rent: "Rent refunded",
    salaries: "Salary or wages returned",
    "running-costs": "Other running costs refunded",
    "income-tax": "Income tax refunded",
    tax: "Other tax refunded",
    owner: "Owner’s money and loans",
  },
  out: {
    ...usualKindWords,
    interest: "Interest charged",
    "card-payout": "Debit of the card provider",
  },
} as const satisfies Record<"in" | "out", Readonly<Record<BankKind, string>>>;

/** How money of a kind is booked; null for what another line books. */
export const entryOfKind: Readonly<Record<BankKind, BankEntryKind | null>> = {
  "bank-fee": "bank-fee",
  interest: "bank-interest",
  "card-payout": "card-payout",
  courier: "courier",
  "vat-payment": "vat-payment",
  "withholding-payment": "withholding-payment",
  "refund-again": "refund-again",
  supplier: "supplier",
  rent: "rent",
  salaries: "salaries",
  "running-costs": "running-costs",
  "income-tax": "income-tax",
  tax: "other-tax",
  owner: "owner",
  "own-transfer": "own-transfer",
  elsewhere: "elsewhere",
  other: "unexplained",
  repeat: null,
};

export const debitStates = ["open", "explained"] as const;

export const listBankDebitsSchema = z.strictObject({
  ...pagingFields,
  state: z._default(z.enum(debitStates), "open"),
});
export type ListBankDebits = z.infer<typeof listBankDebitsSchema>;

/** Part of the text of a transaction. */
const contains = requiredText(100, "Please complete").check(
  z.minLength(3, "Use at least 3 characters"),
);

export const explainDebitSchema = z.strictObject({
  commandId: commandIdSchema,
  debitId: rowIdSchema,
  kind: z.enum(bankKinds),
  /** Propose the same for every transaction with these words. */
  ruleFor: z.optional(contains),
});
export type ExplainDebit = z.infer<typeof explainDebitSchema>;

export const debitRefSchema = z.strictObject({
  commandId: commandIdSchema,
  debitId: rowIdSchema,
});
export type DebitRef = z.infer<typeof debitRefSchema>;

/** Accepts what the rules propose, as the person saw it. */
export const acceptRulesSchema = z.strictObject({
  commandId: commandIdSchema,
  debits: z
    .array(z.strictObject({ debitId: rowIdSchema, kind: z.enum(ruleKinds) }))
    .check(z.minLength(1), z.maxLength(200)),
});
export type AcceptRules = z.infer<typeof acceptRulesSchema>;

export const addBankRuleSchema = z.strictObject({
  ...command,
  way: z.enum(["out", "in"]),
  contains,
  kind: z.enum(ruleKinds),
});
export type AddBankRule = z.infer<typeof addBankRuleSchema>;

export const bankRuleRefSchema = z.strictObject({ ...command, ruleId: rowIdSchema });
