import { type RawBuilder, sql } from "kysely";
import type { Database, ReadDatabase, Tx } from "../db/database.ts";

/** The lowest of all regions, as in the database's own check, because a wallet has no region. */
export async function findSecondPersonLimit(
  db: ReadDatabase | Database | Tx,
): Promise<number | null> {
  const { limit } = await db
    .selectFrom("region")
    .select(({ fn }) => fn.min("payout_second_person_above").as("limit"))
    .executeTakeFirstOrThrow();
  return limit;
}

/** Whether `amount`, together with the amounts of the `earlier` events, needs a second admin; minor units. */
export async function isAboveSecondPersonLimit(
  db: Database,
  amount: number,
  earlier: RawBuilder<unknown>,
): Promise<boolean> {
  const limit = await findSecondPersonLimit(db);
  return limit !== null && (amount > limit || amount + (await sumOf(db, earlier)) > limit);
}

async function sumOf(db: Database, which: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum((data ->> 'amount')::bigint), 0)::bigint as sum
    from ledger_events where ${which}`.execute(db);
  return rows[0]?.sum ?? 0;
}
