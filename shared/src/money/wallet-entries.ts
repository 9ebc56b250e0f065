import { z } from "zod";
import { commandIdSchema, payoutIdSchema, rowIdSchema, userIdSchema } from "../platform/ids.ts";
import { pagingFields, sortedBy } from "../platform/paging.ts";
import { questionStates, walletKinds, walletModes } from "./wallet-terms.ts";

/** `2026-03`: a month of the office's calendar. */
export const monthSchema = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, "Choose a month.");

/** Whose wallet it is: one's own where it is left out, and the office may look at anybody's. */
const whose = { memberId: userIdSchema.optional() };

export const walletRefSchema = z.object(whose).prefault({});

export const walletEntriesSchema = z.object({
  ...pagingFields,
  ...whose,
  orderNumber: z.int().positive().optional(),
  mode: z.enum(walletModes).default("total"),
  kind: z.enum(walletKinds).optional(),
  /** The seller's level, stockists 4. The leader bonus is of no level, and left out with it. */
  level: z.literal([1, 2, 3, 4]).optional(),
  month: monthSchema.optional(),
  /** Those that one of the person's payouts is made of. */
  payout: payoutIdSchema.optional(),
  /** `position`: as they came into the ledger. */
  sort: sortedBy(["position", "orderNumber", "amount"], "desc"),
});
export type WalletEntries = z.infer<typeof walletEntriesSchema>;

export const requestPayoutSchema = z.object({ commandId: commandIdSchema });
/** Of oneself where it is left out. */
export const stockistCardSchema = z.object({ userId: userIdSchema.optional() });

export const walletPayoutsSchema = z.object({
  ...whose,
  page: pagingFields.page,
  pageSize: pagingFields.pageSize,
});
export type WalletPayouts = z.infer<typeof walletPayoutsSchema>;

/** One entry by its place in the ledger. */
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
  /** Store credit that makes good for it; null where an explanation is all that is needed. */
  credit: z.int().positive("Please enter a number").max(amountMax).nullable(),
});
export type AnswerEntryQuestion = z.infer<typeof answerEntryQuestionSchema>;
