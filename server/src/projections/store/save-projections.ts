import { sql } from "kysely";
import type { Database, Tx } from "../../platform/db/database.ts";
import type { ChangedRows } from "./loaded-projections.ts";

/**
 * One round trip for all that changed; the checkpoints move from `after` to `position` with it.
 * Answers false, and saves nothing, when the books stand elsewhere than at `after`.
 */
export async function saveBooks(
  tx: Tx | Database,
  changes: ChangedRows,
  { after, position }: { after: number; position: number },
): Promise<boolean> {
  const changed = Object.entries(changes).filter(([, rows]) => rows.length > 0);
  const json = JSON.stringify(Object.fromEntries(changed));
  const { rows } = await sql<{ saved: boolean }>`
    select projection.save_books(${json}::json, ${after}::bigint, ${position}::bigint) as saved
  `.execute(tx);
  return rows[0]?.saved ?? false;
}
