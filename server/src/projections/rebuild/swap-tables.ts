import pg from "pg";
import { appendLock } from "../../platform/ledger/append-lock.ts";
import {
  type BookTable,
  type ProjectionName,
  projectionNames,
} from "../../platform/read-model/projection-tables.ts";
import { inTransaction } from "./replay.ts";
import { liveSchema, shadowSchema } from "./shadow-tables.ts";

/** Readers queue behind us while we wait for one that is still reading: never longer than this. */
const lockTimeoutMs = 300;

/** Nothing is appended meanwhile. The lock belongs to the session, so that transactions may end under it. */
export async function underAppendLock<Answer>(
  client: pg.ClientBase,
  work: () => Promise<Answer>,
): Promise<Answer> {
  await client.query("select pg_advisory_lock($1)", [appendLock]);
  try {
    return await work();
  } finally {
    await client.query("select pg_advisory_unlock($1)", [appendLock]);
  }
}

/**
 * Moves the shadow tables in the place of the live ones, in one transaction that holds up readers for
 * some milliseconds. False when somebody was still reading: then nothing has changed, and everybody
 * goes on before it is tried again.
 */
export async function trySwap(
  client: pg.ClientBase,
  tables: readonly BookTable[],
  position: number,
): Promise<boolean> {
  const names = tables.map(({ name }) => name);
  try {
    await inTransaction(client, "read committed", async () => {
      await client.query(`set local lock_timeout = ${lockTimeoutMs}`);
      const live = names.map((name) => `${liveSchema}.${name}`);
      await client.query(`lock table ${live.join(", ")} in access exclusive mode`);
      await client.query(`drop table ${live.join(", ")}`);
      for (const name of names)
        await client.query(`alter table ${shadowSchema}.${name} set schema ${liveSchema}`);
      await moveCheckpoints(client, tables, position);
    });
    return true;
  } catch (error) {
    if (isLockTimeout(error)) return false;
    throw error;
  }
}

async function moveCheckpoints(
  client: pg.ClientBase,
  tables: readonly BookTable[],
  position: number,
): Promise<void> {
  const swapped = new Set(tables.map(({ projection }) => projection));
  const names: ProjectionName[] = projectionNames.filter((name) => swapped.has(name));
  await client.query(
    `update ${liveSchema}.checkpoint set position = $1, failed_position = null, failure = null
     where name = any($2)`,
    [position, names],
  );
}

function isLockTimeout(error: unknown): boolean {
  const lockNotAvailable = "55P03";
  const deadlockDetected = "40P01";
  return (
    error instanceof pg.DatabaseError &&
    (error.code === lockNotAvailable || error.code === deadlockDetected)
  );
}
