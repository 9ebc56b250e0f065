import { z } from "zod";
import { commandIdSchema, payoutIdSchema, userIdSchema } from "../platform/ids.ts";

/**
 * The open payout requests of a person as the developer's editor shows them (docs/decisions.md, 28). Amounts in
 * minor units follow from the ledger and cannot be chosen; what can be changed is whether a request
 * stands, up to which position of the ledger it reaches, and what credit is granted beside it.
 */
export const editedRequestSchema = z.strictObject({
  id: payoutIdSchema,
  state: z.enum(["requested", "rejected"], "Please write requested or rejected"),
  /** Read by the person where the request is rejected; null: cleared without one. */
  reason: z.string().trim().min(1, "Please complete").max(500).nullable(),
  /** Everything earned up to this position is in the request; "now": everything there is. */
  through: z.union(
    [z.int().min(0), z.literal("now")],
    'Please enter a position of the ledger, or "now"',
  ),
  commission: z.int("Please enter a whole number"),
  credit: z.int("Please enter a whole number"),
  requested: z.int("Please enter a whole number"),
});
export type EditedRequest = z.infer<typeof editedRequestSchema>;

export const payoutDocumentSchema = z.strictObject({
  requests: z.array(editedRequestSchema).max(1, "Nobody has more than one open request"),
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
export type ReadDocument =
  | Readonly<{ document: PayoutDocument; problems: readonly [] }>
  | Readonly<{ document: null; problems: readonly JsonProblem[] }>;

/** Reads what was typed; each problem with the path of the value that it is about. */
export function readPayoutDocument(text: string): ReadDocument {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { document: null, problems: [{ path: "", message: "This is not JSON" }] };
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
