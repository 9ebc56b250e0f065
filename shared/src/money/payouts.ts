import { z } from "zod";
import { commandIdSchema, payoutIdSchema } from "../platform/ids.ts";
import { pagingFields } from "../platform/paging.ts";

export const payoutStates = ["requested", "paid", "rejected"] as const;
export type PayoutState = (typeof payoutStates)[number];

export const payoutSorts = ["requested", "fullName", "amount"] as const;

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
  /** Reversal: minor units taken back. Shared account: how many others. Changed, age: whole days. */
  figure: number | null;
}>;

/** Bank details that were changed so lately are looked at, and so is a request that waits so long. */
export const preflightDays = { changed: 14, age: 30 } as const;
