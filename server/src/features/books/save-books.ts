import { sql } from "kysely";
import type { Database, Tx } from "../../db/database.ts";
import type { ChangedRows } from "./loaded-books.ts";

/** One round trip for all that changed; the checkpoints move to `position` with it. */
export async function saveBooks(
  tx: Tx | Database,
  changes: ChangedRows,
  position: number,
): Promise<void> {
  const changed = Object.entries(changes).filter(([, rows]) => rows.length > 0);
  const json = JSON.stringify(Object.fromEntries(changed));
  await sql`select projection.save_books(${json}::json, ${position}::bigint)`.execute(tx);
}
