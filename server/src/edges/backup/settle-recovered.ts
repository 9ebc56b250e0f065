import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { RestoreDetails } from "../../money/books/skipped-numbers.queries.ts";
import type { ListedAdmin } from "../../office/first-start/admins.queries.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import type { Tx } from "../../platform/db/database.ts";
import { jobQueue } from "../../platform/jobs/pg-boss-jobs.ts";
import { readHead } from "../../platform/ledger/read-events.ts";
import { endRestoredAccess } from "./end-restored-access.ts";
import { type ErasedAgain, eraseAgain } from "./erase-again.ts";
import { skipNumbers } from "./skip-numbers.ts";

export type Recovered = ErasedAgain & Readonly<{ admins: readonly ListedAdmin[] }>;

/**
 * What a database with the data of an earlier moment needs before anybody is served: jobs that ran since are dropped, numbers
 * that people may hold are skipped, erased people are erased again, and earlier access ends. Runs in the transaction that
 * restores the data where there is one.
 */
export async function settleRecovered(
  tx: Tx,
  { listed, dataOf, now }: Readonly<{ listed: ReadonlySet<string>; dataOf: string; now: string }>,
): Promise<Recovered> {
  await dropJobs(tx);
  const lifeMs = Date.parse(dataOf) - Date.parse(await firstRecorded(tx, dataOf));
  const lostMs = Date.parse(now) - Date.parse(dataOf);
  const skipped = await skipNumbers(tx, { lifeMs, lostMs });
  const erased = await eraseAgain(tx, listed, now);
  const context = { jobs: jobQueue, now: () => now, newId: randomUUID };
  const admins = await endRestoredAccess(tx, context, dataOf);
  const details: RestoreDetails = {
    dataOf,
    firstSkippedOrder: skipped.first,
    lastSkippedOrder: skipped.last,
    position: await readHead(tx),
  };
  const actor = { user: null, impersonatedById: null, now: () => now };
  await insertAudit(tx, actor, { action: "portal.restored", details });
  return { ...erased, admins };
}

/** A recovery to a moment brings them back; a backup has none. */
async function dropJobs(tx: Tx): Promise<void> {
  await tx.deleteFrom("job_outbox").execute();
  const { rows } = await sql<{ any: boolean }>`
    select to_regclass('pgboss.job') is not null as any`.execute(tx);
  if (rows[0]?.any) await sql`delete from pgboss.job`.execute(tx);
}

async function firstRecorded(tx: Tx, otherwise: string): Promise<string> {
  const first = await tx
    .selectFrom("ledger_events")
    .select("recorded_at")
    .orderBy("position")
    .executeTakeFirst();
  return first?.recorded_at ?? otherwise;
}
