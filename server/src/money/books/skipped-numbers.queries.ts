import { z } from "zod";
import type { ReadDatabase } from "../../platform/db/database.ts";

/** Details of the audit entry `portal.restored`. */
export const restoreDetailsSchema = z.strictObject({
  /** The moment whose data came back. */
  dataOf: z.string(),
  /** The order numbers that nobody gets, because people may hold them of lost orders. */
  firstSkippedOrder: z.int(),
  lastSkippedOrder: z.int(),
  /** The head of the ledger at the restore. */
  position: z.int(),
});
export type RestoreDetails = z.infer<typeof restoreDetailsSchema>;

export type SkippedNumbers = Readonly<{
  first: number;
  last: number;
  position: number;
  at: string;
}>;

/** The order numbers that were skipped at each restore. */
export async function listSkippedNumbers(db: ReadDatabase): Promise<readonly SkippedNumbers[]> {
  const rows = await db
    .selectFrom("audit_entry")
    .select(["at", "details"])
    .where("action", "=", "portal.restored")
    .orderBy("id")
    .execute();
  return rows.map(({ at, details }) => {
    const restored = restoreDetailsSchema.parse(details);
    const { firstSkippedOrder: first, lastSkippedOrder: last, position } = restored;
    return { first, last, position, at };
  });
}
