import { z } from "zod";
import { commandIdSchema, payoutIdSchema, rowIdSchema, userIdSchema } from "../platform/ids.ts";
import { pagingFields, sortedBy } from "../platform/paging.ts";
import { payoutSorts, payoutStates } from "./payout-terms.ts";

export const listPayoutsSchema = z.object({
  ...pagingFields,
  state: z.enum(payoutStates).optional(),
  sort: z
    .object({ by: z.enum(payoutSorts), direction: z.enum(["asc", "desc"]) })
    .default({ by: "requested", direction: "desc" }),
});
export type ListPayouts = z.infer<typeof listPayoutsSchema>;

/** The same in the address of a file, where everything is text; all rows, so without pages. */
export const payoutExportSchema = listPayoutsSchema
  .omit({ page: true, pageSize: true, sort: true })
  .extend({
    sort: z.enum(payoutSorts).default("requested"),
    direction: z.enum(["asc", "desc"]).default("desc"),
  })
  .transform(({ sort, direction, ...asked }) => ({ ...asked, sort: { by: sort, direction } }));
/** What is asked of all rows, whatever page of them. */
export type PayoutQuestion = Omit<ListPayouts, "page" | "pageSize">;

/** Whoever took over an account would first send the money elsewhere, so a change is looked at twice. */
export const bankDetailsHoldHours = 48;

export const markPayoutAsPaidSchema = z.object({
  commandId: commandIdSchema,
  id: payoutIdSchema,
  /** The day of payment, not the day of the request (docs/decisions.md, 25). */
  paidOn: z.iso.date("Required"),
  reference: z.string().trim().max(200).optional(),
  /** The office asked the person about bank details that are newer than `bankDetailsHoldHours`. */
  confirmHold: z.boolean().default(false),
});
export type MarkPayoutAsPaid = z.infer<typeof markPayoutAsPaidSchema>;

/** What was written down of a payment is mended; the money itself moved as it did. */
export const correctPayoutSchema = markPayoutAsPaidSchema.omit({ confirmHold: true });
export type CorrectPayout = z.infer<typeof correctPayoutSchema>;

export const rejectPayoutSchema = z.object({
  commandId: commandIdSchema,
  id: payoutIdSchema,
  /** Shown to the person; null is the office's tidy-up (docs/decisions.md, 26). */
  reason: z.string().trim().min(1, "Please complete").max(500).nullable(),
});
export type RejectPayout = z.infer<typeof rejectPayoutSchema>;

export const payoutRefSchema = z.object({ id: payoutIdSchema });

/** What is looked at before money leaves, in the order in which it is shown. */
export const preflightChecks = [
  "bank-details",
  "account-number",
  "changed",
  "reversal",
  "shared-account",
  "age",
] as const;
export type PreflightCheck = (typeof preflightChecks)[number];
export type PreflightSeverity = "ok" | "warning" | "bad";
export type PreflightLine = Readonly<{
  check: PreflightCheck;
  severity: PreflightSeverity;
  /** Reversal: minor units taken back. Shared account: how many others. Changed, age: days of the calendar. */
  figure: number | null;
}>;

/** Bank details that were changed so lately are looked at, and so is a request that waits so long. */
export const preflightDays = { changed: 14, age: 30 } as const;

/** The bulk payment files that we write: FNB Online Banking Enterprise, Standard Bank Business Online. */
export const payoutLayouts = ["fnb", "standard-bank"] as const;
export type PayoutLayout = (typeof payoutLayouts)[number];
export const layoutNames: Readonly<Record<PayoutLayout, string>> = {
  fnb: "FNB Online Banking Enterprise",
  "standard-bank": "Standard Bank Business Online",
};

/** A batch is open until each of its payouts is paid or released, and cancelled where none was paid. */
export const payoutBatchStates = ["open", "paid", "cancelled"] as const;
export type PayoutBatchState = (typeof payoutBatchStates)[number];
const payoutItemStates = ["open", "paid", "released"] as const;
export type PayoutItemState = (typeof payoutItemStates)[number];

/** What one file of either bank carries without being split. */
const batchItemsMax = 500;

export const listPayoutBatchesSchema = z.object({
  ...pagingFields,
  state: z.enum(payoutBatchStates).optional(),
  sort: sortedBy(["madeAt"], "desc"),
});
export type ListPayoutBatches = z.infer<typeof listPayoutBatchesSchema>;

export const makePayoutBatchSchema = z.object({
  ids: z.array(payoutIdSchema).min(1, "Please make at least one selection").max(batchItemsMax),
  layout: z.enum(payoutLayouts),
  /** The day on which the bank is asked to pay. */
  payOn: z.iso.date("Required"),
});
export type MakePayoutBatch = z.infer<typeof makePayoutBatchSchema>;

export const payoutBatchRefSchema = z.object({ batchId: rowIdSchema });

export const payPayoutBatchSchema = payoutBatchRefSchema.extend({
  paidOn: z.iso.date("Required"),
});
export type PayPayoutBatch = z.infer<typeof payPayoutBatchSchema>;

/**
 * The open payout requests of a person as the developer's editor shows them (docs/decisions.md, 28). Amounts in
 * minor units follow from the ledger and cannot be chosen; what can be changed is whether a request
 * stands, up to which position of the ledger it reaches, and what credit is granted beside it.
 */
const editedRequestSchema = z.strictObject({
  id: payoutIdSchema,
  state: z.enum(["requested", "rejected"], "Enter requested or rejected"),
  /** Read by the person where the request is rejected; null: cleared without one. */
  reason: z.string().trim().min(1, "Please complete").max(500).nullable(),
  /** Everything earned up to this position is in the request; "now": everything there is. */
  through: z.union([z.int().min(0), z.literal("now")], 'Enter a ledger position, or "now"'),
  commission: z.int("Please enter a whole number"),
  credit: z.int("Please enter a whole number"),
  requested: z.int("Please enter a whole number"),
});
export type EditedRequest = z.infer<typeof editedRequestSchema>;

const payoutDocumentSchema = z.strictObject({
  requests: z.array(editedRequestSchema).max(1, "A person can have only one open request"),
  /** Store credit that is granted when this is saved. */
  creditGranted: z
    .array(
      z.strictObject({
        amount: z.int("Please enter a whole number").positive("Please enter a number above 0"),
        reason: z.string().trim().min(1, "Please complete").max(500),
      }),
    )
    .max(10),
});
export type PayoutDocument = z.infer<typeof payoutDocumentSchema>;

export type JsonProblem = Readonly<{ path: string; message: string }>;
type ReadDocument =
  | Readonly<{ document: PayoutDocument; problems: readonly [] }>
  | Readonly<{ document: null; problems: readonly JsonProblem[] }>;

/** Reads what was typed; each problem with the path of the value that it is about. */
export function readPayoutDocument(text: string): ReadDocument {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { document: null, problems: [{ path: "", message: "This is not valid JSON" }] };
  }
  const read = payoutDocumentSchema.safeParse(json);
  if (read.success) return { document: read.data, problems: [] };
  const problems = read.error.issues.map(({ path, message }) => ({
    path: pathText(path),
    message,
  }));
  return { document: null, problems };
}

/** `requests[0].reason` */
function pathText(path: readonly PropertyKey[]): string {
  let text = "";
  for (const part of path)
    text += typeof part === "number" ? `[${part}]` : `${text === "" ? "" : "."}${String(part)}`;
  return text;
}

/** As the editor shows it: the same document is always the same text. */
export function payoutDocumentText(document: PayoutDocument): string {
  return JSON.stringify(document, null, 2);
}

export const payoutRequestsOfSchema = z.object({ userId: userIdSchema });

export const saveRequestsSchema = z.object({
  commandId: commandIdSchema,
  userId: userIdSchema,
  /** What the editor showed: what changed meanwhile is not written over. */
  before: z.string().max(20_000),
  text: z.string().max(20_000),
});
export type SaveRequests = z.infer<typeof saveRequestsSchema>;

/** What saving would do, before it is done. */
export const planRequestsSchema = saveRequestsSchema.omit({ commandId: true });
