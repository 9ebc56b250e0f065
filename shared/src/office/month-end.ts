import { z } from "zod/mini";
import { command } from "../platform/ids.ts";
import { monthSchema } from "../platform/day-schema.ts";

/** By default the next month that can be closed, else the current one. */
export const monthEndSchema = z.strictObject({ month: z.optional(monthSchema) });

export type LedgerRunKind = "reconcile" | "rebuild";

/** What payments are reconciled with: a bank statement, or the card provider's transaction history. */
export type OutsideStatement = "bank" | "payfast";

/** Also with the stored bank statements. */
export const reconcileSchema = z.strictObject({ ...command, withBank: z.boolean() });
export type Reconcile = z.infer<typeof reconcileSchema>;

/** Accepts exactly the reported difference with this hash. */
export const rebuildSchema = z.strictObject({
  ...command,
  acceptedHash: z.nullable(
    z.string().check(z.regex(/^[0-9a-f]{64}$/, "Enter the 64 characters of the difference")),
  ),
});
export type Rebuild = z.infer<typeof rebuildSchema>;
