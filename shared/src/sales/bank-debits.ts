import { z } from "zod/mini";
import { rowIdSchema, command } from "../platform/ids.ts";
import { pagingFields } from "../platform/paging.ts";
import { requiredText } from "../platform/texts.ts";

/** What money that left the bank account may be, as the office says; payouts and refunds are found by themselves. */
export const debitKinds = ["bank-fee", "courier", "tax", "own-transfer", "other"] as const;
export type DebitKind = (typeof debitKinds)[number];

/** What money that came in and pays no order may be. */
export const creditKinds = ["interest", "card-payout", "own-transfer", "other"] as const;

export type RuleKind = DebitKind | (typeof creditKinds)[number];

export const ruleWords: Readonly<Record<RuleKind, string>> = {
  "bank-fee": "Bank charges",
  interest: "Interest",
  "card-payout": "Payout of the card provider",
  courier: "Courier",
  tax: "Tax",
  "own-transfer": "Own transfer",
  other: "Other",
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
  ...command,
  debitId: rowIdSchema,
  kind: z.enum(debitKinds),
  /** Propose the same for every transaction with these words. */
  ruleFor: z.optional(contains),
});
export type ExplainDebit = z.infer<typeof explainDebitSchema>;

export const debitRefSchema = z.strictObject({ ...command, debitId: rowIdSchema });

/** Accepts what the rules propose, as the person saw it. */
export const acceptRulesSchema = z.strictObject({
  ...command,
  debits: z
    .array(z.strictObject({ debitId: rowIdSchema, kind: z.enum(debitKinds) }))
    .check(z.minLength(1), z.maxLength(200)),
});
export type AcceptRules = z.infer<typeof acceptRulesSchema>;

export const addBankRuleSchema = z.discriminatedUnion("way", [
  z.strictObject({ ...command, way: z.literal("out"), contains, kind: z.enum(debitKinds) }),
  z.strictObject({ ...command, way: z.literal("in"), contains, kind: z.enum(creditKinds) }),
]);
export type AddBankRule = z.infer<typeof addBankRuleSchema>;

export const bankRuleRefSchema = z.strictObject({ ...command, ruleId: rowIdSchema });
