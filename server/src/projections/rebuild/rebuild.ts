import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { appendLock } from "../../platform/ledger/append-statement.ts";
import {
  type ProjectionTable,
  projectionTables,
  type ProjectionName,
  projectionNames,
} from "../../platform/read-model/projection-tables.ts";
import { type DifferenceReport, isTailEqual } from "../compare/difference.ts";
import {
  compareSnapshot,
  headOf,
  inTransaction,
  type ReplayOptions,
  type ShadowReplay,
  withShadowReplay,
} from "./replay.ts";
import { liveSchema, shadowSchema } from "./shadow-tables.ts";

export type RebuildOptions = ReplayOptions &
  Readonly<{
    /** Compare and swap the tables of this projection only. */
    projection?: ProjectionName | undefined;
    /** Whether the rows are put into use although they differ from the live ones; without it they are not. */
    accepts?: ((report: DifferenceReport) => boolean) | undefined;
  }>;

export type RebuildResult = Readonly<{
  report: DifferenceReport;
  /** False if the projections differ and the difference was not accepted: the live tables are unchanged. */
  isSwapped: boolean;
}>;

/** Long-running readers kept the tables locked. */
export class SwapBlocked extends Error {
  override readonly name = "SwapBlocked";
}

const attemptsMax = 100;
const pauseMs = 200;

/**
 * Rebuilds the projections from the ledger in shadow tables, compares them with the live ones, and swaps them in if
 * they are equal or the difference is accepted. Requests go on meanwhile. The fold is pure, so a rebuild
 * sends no messages and moves no money. It uses two connections of `pool`.
 *
 * @throws RebuildUnderWay, ReplayStopped, SwapBlocked
 */
export function rebuildProjections(
  pool: pg.Pool,
  options: RebuildOptions = {},
): Promise<RebuildResult> {
  return withShadowReplay(pool, options, async (replay) => {
    const tables = tablesOf(options.projection);
    let report = await compareSnapshot(replay, tables);
    for (let attempt = 0; attempt < attemptsMax; attempt++) {
      if (!report.isEqual && options.accepts?.(report) !== true)
        return { report, isSwapped: false };
      const outcome = await swap(replay, tables, report);
      if (outcome === "swapped") return { report, isSwapped: true };
      if (outcome === "moved") report = await compareSnapshot(replay, tables);
      else await delay(pauseMs);
    }
    throw new SwapBlocked(
      "The rebuilt figures could not be put into use because the old ones were being read. Nothing was changed.",
    );
  });
}

export function tablesOf(projection?: ProjectionName): readonly ProjectionTable[] {
  if (projection === undefined) return projectionTables;
  return projectionTables.filter((table) => table.projection === projection);
}

/**
 * Under the append lock: folds the events since the comparison, verifies that their rows agree, and swaps.
 *
 * @returns "moved" if the tables have to be compared again, "blocked" if a reader still held them
 */
function swap(
  { writer, advance }: ShadowReplay,
  tables: readonly ProjectionTable[],
  report: DifferenceReport,
): Promise<"swapped" | "moved" | "blocked"> {
  return underAppendLock(writer, async () => {
    const head = await headOf(writer);
    const compareTail = async () => {
      await advance(head);
      return !report.isEqual || isTailEqual(writer, tables, report.position);
    };
    const isStillEqual = await inTransaction(writer, "read committed", compareTail, lockIdleMs);
    if (!isStillEqual) return "moved";
    return (await trySwap(writer, tables, head)) ? "swapped" : "blocked";
  });
}

/** New readers queue behind the waiting swap, so it gives up after this time. */
const lockTimeoutMs = 300;

/** All appends wait for whoever holds their lock, which a process that hangs or is cut off must not keep. */
const lockIdleMs = 10_000;

/**
 * Blocks appends. The lock is held by the session, so that it spans several transactions. The session is ended if nothing
 * comes of this process for a while, in or between transactions.
 */
async function underAppendLock<Answer>(
  client: pg.ClientBase,
  work: () => Promise<Answer>,
): Promise<Answer> {
  await client.query(`set idle_session_timeout = ${lockIdleMs}`);
  await client.query("select pg_advisory_lock($1)", [appendLock]);
  try {
    return await work();
  } finally {
    await client.query("select pg_advisory_unlock($1)", [appendLock]);
    await client.query("reset idle_session_timeout");
  }
}

/**
 * Replaces the live tables by the shadow tables in one transaction, which blocks readers for some milliseconds.
 *
 * @returns false if a reader still held the tables: nothing has changed
 */
async function trySwap(
  client: pg.ClientBase,
  tables: readonly ProjectionTable[],
  position: number,
): Promise<boolean> {
  const names = tables.map(({ name }) => name);
  try {
    const replace = async () => {
      await client.query(`set local lock_timeout = ${lockTimeoutMs}`);
      const live = names.map((name) => `${liveSchema}.${name}`);
      await client.query(`lock table ${live.join(", ")} in access exclusive mode`);
      await client.query(`drop table ${live.join(", ")}`);
      for (const name of names)
        await client.query(`alter table ${shadowSchema}.${name} set schema ${liveSchema}`);
      await moveCheckpoints(client, tables, position);
    };
    await inTransaction(client, "read committed", replace, lockIdleMs);
    return true;
  } catch (error) {
    if (isLockTimeout(error)) return false;
    throw error;
  }
}

async function moveCheckpoints(
  client: pg.ClientBase,
  tables: readonly ProjectionTable[],
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
