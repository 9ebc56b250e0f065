import { sql } from "kysely";
import { connect, patient } from "../../platform/db/connect.ts";
import type { Tx } from "../../platform/db/database.ts";
import { StartError } from "../../platform/start-error.ts";
import { type Erasures, readListed } from "./erasures.ts";
import { type Recovered, settleRecovered } from "./settle-recovered.ts";

/**
 * Does with a database that was recovered to a moment (docs/point-in-time.md) what a restore does with a backup.
 *
 * @throws StartError while a process of the portal is connected
 */
export async function afterRecovery(
  ownerUrl: string,
  erasures: Erasures,
): Promise<Recovered & Readonly<{ dataOf: string }>> {
  const listed = await readListed(erasures);
  await using db = connect(ownerUrl, {
    ...patient,
    poolSize: 1,
    applicationName: "portal-recovery",
  });
  return await db.transaction().execute(async (tx) => {
    await requireStopped(tx);
    const now = new Date().toISOString();
    const dataOf = (await lastRecorded(tx)) ?? now;
    return { dataOf, ...(await settleRecovered(tx, { listed, dataOf, now })) };
  });
}

/** Sessions and jobs of a portal that serves people are not those of an earlier moment. */
async function requireStopped(tx: Tx): Promise<void> {
  const { rows } = await sql<{ connections: number }>`
    select count(*) as connections from pg_stat_activity
    where datname = current_database() and application_name like 'portal%'
      and pid <> pg_backend_pid()`.execute(tx);
  const { connections = 0 } = rows[0] ?? {};
  if (connections === 0) return;
  throw new StartError(
    `The portal has ${connections} connections to this database. Stop all its processes first.`,
    { exitCode: 2 },
  );
}

async function lastRecorded(tx: Tx): Promise<string | null> {
  const last = await tx
    .selectFrom("ledger_events")
    .select("recorded_at")
    .orderBy("position", "desc")
    .executeTakeFirst();
  return last?.recorded_at ?? null;
}
