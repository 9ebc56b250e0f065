import { z } from "zod/mini";
import { monthSchema } from "../platform/day-schema.ts";
import { commandIdSchema, payoutIdSchema, rowIdSchema, userIdSchema } from "../platform/ids.ts";
import { pagingFields, sortedBy } from "../platform/paging.ts";
import { questionStates, walletKinds, walletModes } from "./wallet-terms.ts";
import { bpsSchema } from "../platform/money-schemas.ts";
import { requiredText } from "../platform/texts.ts";

/** The caller's own wallet by default; the office may name any member. */
const member = { memberId: z.optional(userIdSchema) };

export const walletRefSchema = z.prefault(z.strictObject(member), {});

export const walletEntriesSchema = z.strictObject({
  ...pagingFields,
  ...member,
  orderNumber: z.optional(z.int().check(z.positive())),
  mode: z._default(z.enum(walletModes), "total"),
  kind: z.optional(z.enum(walletKinds)),
  /** The seller's level; 4 for stockists. Excludes the leader bonus, which belongs to no level. */
  level: z.optional(z.literal([1, 2, 3, 4])),
  month: z.optional(monthSchema),
  /** The entries of one of the person's payouts. */
  payout: z.optional(payoutIdSchema),
  sort: sortedBy(["position", "orderNumber", "amount"], "desc"),
});
export type WalletEntries = z.infer<typeof walletEntriesSchema>;

export const requestPayoutSchema = z.strictObject({
  commandId: commandIdSchema,
  /** The rate of tax that the page showed, in basis points: another one by now is refused. */
  withholdingBps: z.optional(bpsSchema),
});
export type RequestPayout = z.infer<typeof requestPayoutSchema>;
/** The caller by default. */
export const stockistCardSchema = z.strictObject({ userId: z.optional(userIdSchema) });

export const walletPayoutsSchema = z.strictObject({
  ...member,
  page: pagingFields.page,
  pageSize: pagingFields.pageSize,
});
export type WalletPayouts = z.infer<typeof walletPayoutsSchema>;

/** A member transferred commission back by this incoming transaction. */
export const repayCommissionSchema = z.strictObject({
  commandId: commandIdSchema,
  userId: userIdSchema,
  lineId: rowIdSchema,
});
export type RepayCommission = z.infer<typeof repayCommissionSchema>;

/** The member did not pay it back by this transaction, which is open again. */
export const undoRepaymentSchema = z.strictObject({
  commandId: commandIdSchema,
  lineId: rowIdSchema,
});
export type UndoRepayment = z.infer<typeof undoRepaymentSchema>;

/** An incoming transaction that returned a payout or paid back commission. */
export const moneyBackSchema = z.strictObject({ lineId: rowIdSchema });

/** Identifies an entry by its ledger position and its number within the event. */
const entryRef = {
  position: z.int().check(z.positive()),
  entryNo: z.int().check(z.minimum(1), z.maximum(1_000_000)),
};

/** Minor units of the shop's currency. */
const amountMax = 100_000_000_00;

export const convertToCreditSchema = z.strictObject({
  commandId: commandIdSchema,
  amount: z.int().check(z.positive("Please enter a number"), z.maximum(amountMax)),
});
export type ConvertToCredit = z.infer<typeof convertToCreditSchema>;

const questionText = requiredText(1000, "Please complete");

export const askAboutEntrySchema = z.strictObject({
  commandId: commandIdSchema,
  ...entryRef,
  question: questionText,
});
export type AskAboutEntry = z.infer<typeof askAboutEntrySchema>;

export const listEntryQuestionsSchema = z.strictObject({
  ...pagingFields,
  state: z._default(z.enum(questionStates), "open"),
});
export type ListEntryQuestions = z.infer<typeof listEntryQuestionsSchema>;

export const answerEntryQuestionSchema = z.strictObject({
  commandId: commandIdSchema,
  id: rowIdSchema,
  answer: questionText,
  /** Store credit as compensation; null if an explanation is enough. */
  credit: z.nullable(z.int().check(z.positive("Please enter a number"), z.maximum(amountMax))),
});
export type AnswerEntryQuestion = z.infer<typeof answerEntryQuestionSchema>;
