import { z } from "zod";

export const ledgerRunKinds = ["reconcile", "rebuild"] as const;
export type LedgerRunKind = (typeof ledgerRunKinds)[number];

/** What payments are compared with: a bank's statement, or the card provider's transaction history. */
export const outsideStatements = ["bank", "payfast"] as const;
export type OutsideStatement = (typeof outsideStatements)[number];

/** With the hash of a reported difference: exactly that one is known and wanted. */
export const rebuildSchema = z.object({
  acceptedHash: z
    .string()
    .regex(/^[0-9a-f]{64}$/, "Enter the 64 characters of the difference")
    .nullable(),
});
export type Rebuild = z.infer<typeof rebuildSchema>;
