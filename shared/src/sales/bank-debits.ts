import { z } from "zod/mini";
import { command, commandIdSchema, rowIdSchema } from "../platform/ids.ts";
import { pagingFields } from "../platform/paging.ts";
import { requiredText } from "../platform/texts.ts";
import type { BankEntryKind } from "./bank-entries.ts";

const proposedDebits = [
  "bank-fee",
  "courier",
  "vat-payment",
  "withholding-payment",
  "tax",
  "own-transfer",
  "other",
] as const;
/** What money that left the bank account may be, as the office says; payouts and refunds are found by themselves. */
export const debitKinds = [...proposedDebits, "repeat"] as const;
export type DebitKind = (typeof debitKinds)[number];

const proposedCredits = ["interest", "card-payout", "own-transfer", "other"] as const;
/** What money that came in and pays no order may be. */
export const creditKinds = [...proposedCredits, "repeat"] as const;
export type CreditKind = (typeof creditKinds)[number];

/** What a rule may propose. */
export const ruleKinds = { out: proposedDebits, in: proposedCredits } as const;
export type RuleKind = (typeof ruleKinds)["in" | "out"][number];

export const kindWords: Readonly<Record<DebitKind | CreditKind, string>> = {
  "bank-fee": "Bank charges",
  interest: "Interest",
  "card-payout": "Payout of the card provider",
  courier: "Courier",
  "vat-payment": "VAT or sales tax paid",
  "withholding-payment": "Withheld tax paid",
  tax: "Other tax",
  "own-transfer": "Own transfer",
  other: "Other",
  repeat: "The same money as another line",
};

/** How money of a kind is booked; null for what another line books. */
export const entryOfKind: Readonly<Record<DebitKind | CreditKind, BankEntryKind | null>> = {
  "bank-fee": "bank-fee",
  interest: "bank-interest",
  "card-payout": "card-payout",
  courier: "courier",
  "vat-payment": "vat-payment",
  "withholding-payment": "withholding-payment",
  tax: "unexplained",
  "own-transfer": "own-transfer",
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
  kind: z.enum(debitKinds),
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
    .array(z.strictObject({ debitId: rowIdSchema, kind: z.enum(ruleKinds.out) }))
    .check(z.minLength(1), z.maxLength(200)),
});
export type AcceptRules = z.infer<typeof acceptRulesSchema>;

export const addBankRuleSchema = z.discriminatedUnion("way", [
  z.strictObject({ ...command, way: z.literal("out"), contains, kind: z.enum(ruleKinds.out) }),
  z.strictObject({ ...command, way: z.literal("in"), contains, kind: z.enum(ruleKinds.in) }),
]);
export type AddBankRule = z.infer<typeof addBankRuleSchema>;

export const bankRuleRefSchema = z.strictObject({ ...command, ruleId: rowIdSchema });
