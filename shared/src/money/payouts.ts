import { z } from "zod/mini";
import {
  commandIdSchema,
  payoutIdSchema,
  rowIdSchema,
  userIdSchema,
  command,
} from "../platform/ids.ts";
import { pagingFields, sortedBy } from "../platform/paging.ts";
import type { Region } from "../platform/region.ts";
import { batchItemsMax, chosenCreditReasons, payoutSorts, payoutStates } from "./payout-terms.ts";
import { limitedText, requiredText } from "../platform/texts.ts";

export const listPayoutsSchema = z.strictObject({
  ...pagingFields,
  state: z.optional(z.enum(payoutStates)),
  /** That request alone, for a link to it. */
  id: z.optional(payoutIdSchema),
  sort: z._default(
    z.strictObject({ by: z.enum(payoutSorts), direction: z.enum(["asc", "desc"]) }),
    {
      by: "requested",
      direction: "desc",
    },
  ),
});
export type ListPayouts = z.infer<typeof listPayoutsSchema>;

/** The query string of an export, with text values and without paging. */
export const payoutExportSchema = z.pipe(
  z.extend(z.omit(listPayoutsSchema, { page: true, pageSize: true, id: true, sort: true }), {
    sort: z._default(z.enum(payoutSorts), "requested"),
    direction: z._default(z.enum(["asc", "desc"]), "desc"),
  }),
  z.transform(({ sort, direction, ...filter }) => ({ ...filter, sort: { by: sort, direction } })),
);
/** Filter and sort order without paging. */
export type PayoutQuestion = Omit<ListPayouts, "page" | "pageSize">;

export const markPayoutAsPaidSchema = z.strictObject({
  commandId: commandIdSchema,
  id: payoutIdSchema,
  /** The day of payment, not the day of the request (docs/decisions.md, 25). */
  paidOn: z.iso.date("Choose a date."),
  reference: z.optional(limitedText(200)),
  /** The office has verified bank details newer than `bankDetailsHoldHours` with the person. */
  confirmHold: z._default(z.boolean(), false),
});
export type MarkPayoutAsPaid = z.infer<typeof markPayoutAsPaidSchema>;

/** Corrects the recorded date and reference of a payment; the money has already moved. */
export const correctPayoutSchema = z.omit(markPayoutAsPaidSchema, { confirmHold: true });
export type CorrectPayout = z.infer<typeof correctPayoutSchema>;

/** Takes back the tax invoice of a payout that the shop wrote in the member's name; no money moves. */
export const creditTaxInvoiceSchema = z.strictObject({
  commandId: commandIdSchema,
  id: payoutIdSchema,
  reason: z.enum(chosenCreditReasons, "Required"),
});
export type CreditTaxInvoice = z.infer<typeof creditTaxInvoiceSchema>;

/** The bank returned a payout by this incoming transaction. */
export const returnPayoutSchema = z.strictObject({
  commandId: commandIdSchema,
  id: payoutIdSchema,
  lineId: rowIdSchema,
});
export type ReturnPayout = z.infer<typeof returnPayoutSchema>;

/** The bank did not return it: the payout is paid as before, and the transaction is open again. */
export const undoPayoutReturnSchema = z.strictObject({
  commandId: commandIdSchema,
  id: payoutIdSchema,
});
export type UndoPayoutReturn = z.infer<typeof undoPayoutReturnSchema>;

/** Which payout an incoming transaction may return, or which transactions may return a payout. */
export const payoutReturnsSchema = z.union([
  z.strictObject({ lineId: rowIdSchema }),
  z.strictObject({ id: payoutIdSchema }),
]);
export type PayoutReturns = z.infer<typeof payoutReturnsSchema>;

export const rejectPayoutSchema = z.strictObject({
  commandId: commandIdSchema,
  id: payoutIdSchema,
  /** Shown to the person; null when the office cleans up (docs/decisions.md, 26). */
  reason: z.nullable(requiredText(500, "Please complete")),
});
export type RejectPayout = z.infer<typeof rejectPayoutSchema>;

export const payoutRefSchema = z.strictObject({ id: payoutIdSchema });
export const payoutCommandSchema = z.extend(payoutRefSchema, command);

/** The checks before a payout. */
export type PreflightCheck =
  | "bank-details"
  | "account-number"
  | "changed"
  | "reversal"
  | "shared-account"
  | "age";
export type PreflightSeverity = "ok" | "warning" | "bad";
export type PreflightLine = Readonly<{
  check: PreflightCheck;
  severity: PreflightSeverity;
  /** Reversal: reversed or undone minor units. Shared account: number of other people. Changed, age: calendar days. */
  figure: number | null;
}>;

/** Warn about bank details changed within `changed` days and requests older than `age` days. */
export const preflightDays = { changed: 14, age: 30 } as const;

/** The supported formats of bulk payment files. */
export const payoutLayouts = [
  "fnb",
  "standard-bank",
  "absa",
  "nedbank",
  "capitec-business",
  "investec",
  "bacs",
  "nacha",
  "bank-list",
] as const;
export type PayoutLayout = (typeof payoutLayouts)[number];
export const layoutNames: Readonly<Record<PayoutLayout, string>> = {
  fnb: "FNB Online Banking Enterprise",
  "standard-bank": "Standard Bank Business Online",
  absa: "ABSA Business Integrator Online",
  nedbank: "Nedbank NetBank Business",
  "capitec-business": "Capitec Business",
  investec: "Investec",
  bacs: "Bacs (Standard 18)",
  nacha: "ACH (NACHA)",
  "bank-list": "List for the bank’s own import",
};

/** What banks of a region take. The first is proposed. */
export const layoutsOf: Readonly<Record<Region, readonly [PayoutLayout, ...PayoutLayout[]]>> = {
  za: ["fnb", "standard-bank", "absa", "nedbank", "capitec-business", "investec"],
  uk: ["bacs", "bank-list"],
  usa: ["nacha", "bank-list"],
};

/** A batch is open until each of its payouts is paid or released, and cancelled if none was paid. */
export const payoutBatchStates = ["open", "paid", "cancelled"] as const;
export type PayoutBatchState = (typeof payoutBatchStates)[number];
export type PayoutItemState = "open" | "paid" | "released";

export const listPayoutBatchesSchema = z.strictObject({
  ...pagingFields,
  state: z.optional(z.enum(payoutBatchStates)),
  sort: sortedBy(["madeAt"], "desc"),
});
export type ListPayoutBatches = z.infer<typeof listPayoutBatchesSchema>;

export const makePayoutBatchSchema = z.strictObject({
  ...command,
  ids: z
    .array(payoutIdSchema)
    .check(z.minLength(1, "Please make at least one selection"), z.maxLength(batchItemsMax)),
  layout: z.enum(payoutLayouts),
  /** The requested payment day. */
  payOn: z.iso.date("Choose a date."),
});
export type MakePayoutBatch = z.infer<typeof makePayoutBatchSchema>;

export const payoutBatchRefSchema = z.strictObject({ batchId: rowIdSchema });
export const payoutBatchCommandSchema = z.extend(payoutBatchRefSchema, command);

export const payPayoutBatchSchema = z.extend(payoutBatchCommandSchema, {
  paidOn: z.iso.date("Choose a date."),
});
export type PayPayoutBatch = z.infer<typeof payPayoutBatchSchema>;

/**
 * The open payout request of a person in the developer's editor (docs/decisions.md, 28). Amounts in minor units follow
 * from the ledger and cannot be edited; editable are the state, the ledger position up to which the request reaches,
 * and granted store credit.
 */
const editedRequestSchema = z.strictObject({
  id: payoutIdSchema,
  state: z.enum(["requested", "rejected"], "Enter requested or rejected"),
  /** Shown to the person if the request is rejected; null: rejected without a reason. */
  reason: z.nullable(requiredText(500, "Please complete")),
  /** The request includes everything earned up to this position; "now": up to the head of the ledger. */
  through: z.union(
    [z.int().check(z.minimum(0)), z.literal("now")],
    'Enter a ledger position, or "now"',
  ),
  commission: z.int("Please enter a whole number"),
  credit: z.int("Please enter a whole number"),
  requested: z.int("Please enter a whole number"),
  /** Tax kept of `requested`; the rest goes to the bank. */
  withheld: z.int("Please enter a whole number"),
});
export type EditedRequest = z.infer<typeof editedRequestSchema>;

const payoutDocumentSchema = z.strictObject({
  requests: z
    .array(editedRequestSchema)
    .check(z.maxLength(1, "A person can have only one open request")),
  /** Store credit to grant on saving. */
  creditGranted: z
    .array(
      z.strictObject({
        amount: z
          .int("Please enter a whole number")
          .check(z.positive("Please enter a number above 0")),
        reason: requiredText(500, "Please complete"),
      }),
    )
    .check(z.maxLength(10)),
});
export type PayoutDocument = z.infer<typeof payoutDocumentSchema>;

export type JsonProblem = Readonly<{ path: string; message: string }>;
type ReadDocument =
  | Readonly<{ document: PayoutDocument; problems: readonly [] }>
  | Readonly<{ document: null; problems: readonly JsonProblem[] }>;

/** Parses the editor's text; each problem has the path of its value. */
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

/** The text of a document in the editor; deterministic. */
export function payoutDocumentText(document: PayoutDocument): string {
  return JSON.stringify(document, null, 2);
}

export const saveRequestsSchema = z.strictObject({
  commandId: commandIdSchema,
  userId: userIdSchema,
  /** The document that the editor loaded, to detect concurrent changes. */
  before: z.string().check(z.maxLength(20_000)),
  text: z.string().check(z.maxLength(20_000)),
});
export type SaveRequests = z.infer<typeof saveRequestsSchema>;

/** A preview of saving. */
export const planRequestsSchema = z.omit(saveRequestsSchema, { commandId: true });
