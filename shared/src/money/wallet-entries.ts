import { z } from "zod";
import { commandIdSchema, payoutIdSchema, rowIdSchema, userIdSchema } from "../platform/ids.ts";
import { pagingFields, sortedBy } from "../platform/paging.ts";
import { questionStates, walletKinds, walletModes } from "./wallet-terms.ts";

/** A month such as `2026-03`, in the office's time zone. */
export const monthSchema = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, "Choose a month.");

/** The caller's own wallet by default; the office may name any member. */
const member = { memberId: userIdSchema.optional() };

export const walletRefSchema = z.object(member).prefault({});

export const walletEntriesSchema = z.object({
  ...pagingFields,
  ...member,
  orderNumber: z.int().positive().optional(),
  mode: z.enum(walletModes).default("total"),
  kind: z.enum(walletKinds).optional(),
  /** The seller's level; 4 for stockists. Excludes the leader bonus, which belongs to no level. */
  level: z.literal([1, 2, 3, 4]).optional(),
  month: monthSchema.optional(),
  /** The entries of one of the person's payouts. */
  payout: payoutIdSchema.optional(),
  sort: sortedBy(["position", "orderNumber", "amount"], "desc"),
});
export type WalletEntries = z.infer<typeof walletEntriesSchema>;

export const requestPayoutSchema = z.object({ commandId: commandIdSchema });
/** The caller by default. */
export const stockistCardSchema = z.object({ userId: userIdSchema.optional() });

export const walletPayoutsSchema = z.object({
  ...member,
  page: pagingFields.page,
  pageSize: pagingFields.pageSize,
});
export type WalletPayouts = z.infer<typeof walletPayoutsSchema>;

/** Identifies an entry by its ledger position and its number within the event. */
const entryRef = {
  position: z.int().positive(),
  entryNo: z.int().min(1).max(1_000_000),
};

/** Minor units of the shop's currency. */
const amountMax = 100_000_000_00;

export const convertToCreditSchema = z.object({
  commandId: commandIdSchema,
  amount: z.int().positive("Please enter a number").max(amountMax),
});
export type ConvertToCredit = z.infer<typeof convertToCreditSchema>;

const questionText = z.string().trim().min(1, "Please complete").max(1000);

export const askAboutEntrySchema = z.object({
  commandId: commandIdSchema,
  ...entryRef,
  question: questionText,
});
export type AskAboutEntry = z.infer<typeof askAboutEntrySchema>;

export const listEntryQuestionsSchema = z.object({
  ...pagingFields,
  state: z.enum(questionStates).default("open"),
});
export type ListEntryQuestions = z.infer<typeof listEntryQuestionsSchema>;

export const answerEntryQuestionSchema = z.object({
  commandId: commandIdSchema,
  id: rowIdSchema,
  answer: questionText,
  /** Store credit as compensation; null if an explanation is enough. */
  credit: z.int().positive("Please enter a number").max(amountMax).nullable(),
});
export type AnswerEntryQuestion = z.infer<typeof answerEntryQuestionSchema>;
