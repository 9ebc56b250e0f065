import { z } from "zod/mini";
import { commandIdSchema, rowIdSchema, command } from "../platform/ids.ts";
import { pagingFields } from "../platform/paging.ts";
import { requiredText } from "../platform/texts.ts";
import { bankKinds } from "./bank-debits.ts";
import { knownPaymentsSchema } from "./orders/save-order.ts";

export const bankLineStates = ["open", "applied", "ignored"] as const;
export type BankLineState = (typeof bankLineStates)[number];

/**
 * How well a bank transaction matches: `exact` names the order and pays the outstanding amount; `part` and `short` pay
 * less, `over` more; `mistyped` is one typing error away from an order with exactly this outstanding amount; `split`
 * pays one order together with other transactions, or several orders at once; `amount` names no order, but exactly one
 * open order has this amount; `paid` names an order that is already paid; `early` is dated before the order that it names
 * was placed; `repeat` may be the money of another transaction, as another file writes it, or pays in full an order that
 * another open transaction pays in full; `waiting` waits for a second admin.
 */
export type ProposalKind =
  | "exact"
  | "mistyped"
  | "split"
  | "short"
  | "part"
  | "over"
  | "amount"
  | "paid"
  | "early"
  | "repeat"
  | "waiting"
  | "none";

export const listBankLinesSchema = z.strictObject({
  ...pagingFields,
  state: z._default(z.enum(bankLineStates), "open"),
});
export type ListBankLines = z.infer<typeof listBankLinesSchema>;

const lineId = rowIdSchema;
const orderNumber = z.int().check(z.positive());

/** The whole amount of the line has to be assigned to orders, so that every received cent is explained. */
export const applyBankLineSchema = z.strictObject({
  commandId: commandIdSchema,
  lineId,
  uses: z
    .array(
      z.strictObject({
        orderNumber,
        amount: z.int().check(z.positive("Please enter a number")),
        knownPayments: knownPaymentsSchema,
      }),
    )
    .check(
      z.minLength(1, "Choose an order."),
      z.maxLength(20),
      z.refine(
        (uses) => new Set(uses.map((use) => use.orderNumber)).size === uses.length,
        "Add each order only once.",
      ),
    ),
  /** The person was asked whether the transaction, older than its order, pays it: it counts from the order's day. */
  isBeforeOrder: z.optional(z.boolean()),
});
export type ApplyBankLine = z.infer<typeof applyBankLineSchema>;

export const undoBankLineSchema = z.strictObject({
  commandId: commandIdSchema,
  lineId,
  /** The person knows that an order of the transaction was sent and will be sent but not paid. */
  isSentKnown: z.optional(z.boolean()),
});
export type UndoBankLine = z.infer<typeof undoBankLineSchema>;

export const ignoreBankLineSchema = z.strictObject({
  commandId: commandIdSchema,
  lineId,
  kind: z._default(z.enum(bankKinds), "other"),
  reason: requiredText(200, "Please complete"),
});
export type IgnoreBankLine = z.infer<typeof ignoreBankLineSchema>;

export const bankLineRefSchema = z.strictObject({ commandId: commandIdSchema, lineId });
export type BankLineRef = z.infer<typeof bankLineRefSchema>;

/** What a column of a bank's CSV may be. `mark` says debit or credit; `text` may be several columns. */
export const columnRoles = [
  "day",
  "text",
  "amount",
  "in",
  "out",
  "mark",
  "reference",
  "balance",
  "none",
] as const;
export type ColumnRole = (typeof columnRoles)[number];

/** Why a line of a file is no booked transaction of the shop. */
export const leftOutReasons = [
  "not booked yet",
  "another currency",
  "no amount",
  "a balance or total",
] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

/** A wider table is no bank statement. */
export const columnsMax = 60;

/** What the columns of a CSV are, in their order, where its names do not tell. */
export const chosenColumnsSchema = z.array(z.enum(columnRoles)).check((context) => {
  const problem = problemOf(context.value);
  if (problem !== null)
    context.issues.push({ code: "custom", input: context.value, message: problem });
});

/** Whether a transaction can be read by these columns, in a sentence; null where it can. */
function problemOf(columns: readonly ColumnRole[]): string | null {
  const count = (role: ColumnRole) => columns.filter((each) => each === role).length;
  if (columns.length > columnsMax) return "The file has too many columns.";
  const twice = columns.find((role) => role !== "text" && role !== "none" && count(role) > 1);
  if (twice !== undefined) return `Choose “${columnWords[twice]}” for one column only.`;
  if (count("day") === 0) return "Choose the column with the date.";
  if (count("text") === 0) return "Choose the column with the description.";
  if (count("text") > textColumnsMax)
    return `Choose at most ${textColumnsMax} columns with a description.`;
  if (count("amount") > 0 && count("in") + count("out") > 0)
    return "Choose either the amount, or money in and money out.";
  if (count("amount") + count("in") === 0) return "Choose the column with the amount, or money in.";
  if (count("mark") > 0 && count("amount") === 0)
    return "Debit or credit is only asked beside an amount.";
  return null;
}

export const textColumnsMax = 5;

export const columnWords: Readonly<Record<ColumnRole, string>> = {
  day: "Date",
  text: "Description",
  amount: "Amount",
  in: "Money in",
  out: "Money out",
  mark: "Debit or credit",
  reference: "Reference",
  balance: "Balance",
  none: "Not needed",
};

/** Forgets which columns were chosen for files of a bank. */
export const bankColumnsRefSchema = z.strictObject({ ...command, columnsId: rowIdSchema });

/** The statement of a busy year is a few megabytes. */
export const statementBytesMax = 5 * 1024 * 1024;

/** Of an account other than the shop's own, by its last digits, or by the words that files write in their place. */
export function accountWords(account: string): string {
  return /\D/.test(account) ? account : `ending in ${account}`;
}
