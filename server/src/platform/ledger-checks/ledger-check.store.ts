import { type LedgerCheck, ledgerChecks } from "@portal/shared/office/ledger-health.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { Database, ReadDatabase } from "../db/database.ts";
import { rowsOf } from "../db/rows.ts";

/** The last run of a check. */
export type KeptCheck = Awaited<ReturnType<typeof listChecks>>[number];

export async function listChecks(db: ReadDatabase) {
  return db
    .selectFrom("ledger_check")
    .select([
      "name",
      "checked_at as checkedAt",
      "position",
      "took_ms as tookMs",
      "wanted_at as wantedAt",
      "result",
    ])
    .orderBy("name")
    .execute();
}

/**
 * Stores a result, unless another process has run the check since `before`. The request that it answers is done; one that
 * came meanwhile is not.
 *
 * @returns whether it was stored
 */
export async function keepCheck(
  db: Database,
  { name, checkedAt: before, wantedAt }: Pick<KeptCheck, "name" | "checkedAt" | "wantedAt">,
  found: Readonly<{ checkedAt: string; position: number; tookMs: number; result: object }>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("ledger_check")
    .set({
      checked_at: found.checkedAt,
      position: found.position,
      took_ms: found.tookMs,
      result: JSON.stringify(found.result),
      wanted_at: sql`case when wanted_at is distinct from ${wantedAt} then wanted_at end`,
    })
    .where("name", "=", name)
    .where("checked_at", "is not distinct from", before)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Requests all checks; the worker runs them as soon as it can. Wanted is what has a time, whatever any clock says of it. */
export async function wantChecks(db: Database, now: string): Promise<void> {
  await db.updateTable("ledger_check").set({ wanted_at: now }).execute();
}

export type CheckSummary = Readonly<{
  name: LedgerCheck;
  isSound: boolean;
  position: number;
  ageSeconds: number;
}>;

const isSound = sql`case name when 'replay' then (result->>'isSound')::boolean
  when 'chain' then result->'damage' = 'null'
  else (result->>'count')::integer = 0 end`;

/** For monitoring. Checks that never ran are left out. */
export async function summariseChecks(db: ReadDatabase): Promise<readonly CheckSummary[]> {
  const { rows } = await sql<CheckSummary>`
    select name, position, extract(epoch from now() - checked_at)::float8 as "ageSeconds",
      ${isSound} as "isSound"
    from ledger_check where checked_at is not null order by name`.execute(db);
  return rows;
}

const reachRow = z.strictObject({
  name: z.enum(ledgerChecks),
  /** Null, as the position, where the check never ran. */
  isSound: z.nullable(z.boolean()),
  through: z.nullable(z.int()),
});

/** Every check, with the position through which its last run knows the ledger. */
export function listCheckReach(db: ReadDatabase) {
  // The hashes are recomputed in steps, which may end before the head.
  return rowsOf(
    db,
    reachRow,
    sql`
    select name, case when checked_at is not null then ${isSound} end as "isSound",
      case when checked_at is not null then case name
        when 'chain' then least(position, (result->>'through')::bigint) else position end end as through
    from ledger_check order by name`,
  );
}
