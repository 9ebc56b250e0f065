import { sql } from "kysely";
import type { Database } from "../platform/db/database.ts";

/** The rows of `pg_locks` of this database: the view lists the locks of the whole cluster, which test files share. */
export const ofThisDatabase = sql`database = (select oid from pg_database where datname = current_database())`;

/** How many transactions of this database wait for an advisory lock. */
export async function countLockWaits(db: Database, lock: number): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_locks
    where locktype = 'advisory' and objid = ${lock} and not granted and ${ofThisDatabase}`.execute(
    db,
  );
  return rows[0]?.waiting ?? 0;
}
