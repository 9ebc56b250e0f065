import { z } from "zod";
import { commandIdSchema, rowIdSchema } from "../platform/ids.ts";
import { pagingFields } from "../platform/paging.ts";

export const bankLineStates = ["open", "applied", "ignored"] as const;
export type BankLineState = (typeof bankLineStates)[number];

/**
 * How sure a proposal is: `exact` names the order and pays what is missing; `part` and `short` pay less
 * of it, `over` more; `mistyped` is one slip away from an order that misses just this amount; `split`
 * pays one order together with other lines, or several orders at once; `amount` names nothing but
 * there is just one open order of this amount; `paid` names an order that misses nothing.
 */
export const proposalKinds = [
  "exact",
  "mistyped",
  "split",
  "short",
  "part",
  "over",
  "amount",
  "paid",
  "none",
] as const;
export type ProposalKind = (typeof proposalKinds)[number];

export const listBankLinesSchema = z.object({
  ...pagingFields,
  state: z.enum(bankLineStates).default("open"),
});
export type ListBankLines = z.infer<typeof listBankLinesSchema>;

const lineId = rowIdSchema;
const orderNumber = z.int().positive();

/** Every cent of the line goes to an order, so that every cent that came in is explained. */
export const applyBankLineSchema = z.object({
  commandId: commandIdSchema,
  lineId,
  uses: z
    .array(z.object({ orderNumber, amount: z.int().positive("Please enter a number") }))
    .min(1, "Choose an order.")
    .max(20)
    .refine(
      (uses) => new Set(uses.map((use) => use.orderNumber)).size === uses.length,
      "Add each order only once.",
    ),
});
export type ApplyBankLine = z.infer<typeof applyBankLineSchema>;

export const undoBankLineSchema = z.object({ commandId: commandIdSchema, lineId });
export type UndoBankLine = z.infer<typeof undoBankLineSchema>;

export const ignoreBankLineSchema = z.object({
  lineId,
  reason: z.string().trim().min(1, "Please complete").max(200),
});
export type IgnoreBankLine = z.infer<typeof ignoreBankLineSchema>;

export const bankLineRefSchema = z.object({ lineId });

/** A statement of a busy year is a few megabytes. */
export const statementBytesMax = 5 * 1024 * 1024;
