import { sql } from "kysely";
import type { Database, Tx } from "../platform/db/database.ts";

/** Changes what a second admin would have to confirm, as a migration or a first installation may. */
export function asOwner<Answer>(db: Database, work: (tx: Tx) => Promise<Answer>): Promise<Answer> {
  return db.transaction().execute(async (tx) => {
    await sql`set local role none`.execute(tx);
    return work(tx);
  });
}
