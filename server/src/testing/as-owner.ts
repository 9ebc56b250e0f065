import { sql } from "kysely";
import type { Database, Tx } from "../platform/db/database.ts";

/** Runs as the database's owner, which bypasses the confirmation by a second admin, as in a migration. */
export function asOwner<Answer>(db: Database, work: (tx: Tx) => Promise<Answer>): Promise<Answer> {
  return db.transaction().execute(async (tx) => {
    await sql`set local role none`.execute(tx);
    return work(tx);
  });
}
