import { sql } from "kysely";
import type pg from "pg";
import { z } from "zod";
import { databaseOn } from "../../platform/db/connect.ts";
import type { Tx } from "../../platform/db/database.ts";
import { rowOf, rowsOf } from "../../platform/db/rows.ts";
import { StartError } from "../../platform/start-error.ts";
import { dropTables } from "../backup/empty-target.ts";

/**
 * Stands in the database from the transaction of the demo's history until the rest is there, so a start that was killed between
 * finds the half of a demo by it. A table, because no release has anything of it once the demo is whole.
 */
export async function beginDemo(tx: Tx, until: string): Promise<void> {
  await sql`create table public.unfinished_demo (until timestamptz not null)`.execute(tx);
  await sql`insert into public.unfinished_demo values (${until}::date)`.execute(tx);
}

export async function endDemo(pool: pg.Pool): Promise<void> {
  await sql`drop table public.unfinished_demo`.execute(databaseOn(pool));
}

const tableRow = z.strictObject({ exists: z.boolean() });
const useRow = z.strictObject({ isUsed: z.boolean() });

export async function isDemoUnfinished(pool: pg.Pool): Promise<boolean> {
  const { exists } = await rowOf(
    databaseOn(pool),
    tableRow,
    sql`select to_regclass('public.unfinished_demo') is not null as exists`,
  );
  return exists;
}

/**
 * Drops the half of a demo, with all tables of the database.
 *
 * @throws StartError if a portal was used on it
 */
export async function dropUnfinishedDemo(pool: pg.Pool): Promise<void> {
  await dropTables(pool, async (tx) => {
    const rows = await rowsOf(
      tx,
      useRow,
      // The demo's own events are of the time before it; a worker records its key when it starts.
      sql`select exists (select from public.session) or exists (select from public.ledger_seal_keys)
          or exists (select from public.ledger_events event where event.occurred_at > demo.until)
          as "isUsed"
        from public.unfinished_demo demo`,
    );
    if (rows.length === 1 && rows[0]?.isUsed === false) return;
    throw new StartError(
      "The demo in this database was cut off half way, and the portal was used since. Start with an empty database.",
    );
  });
}
