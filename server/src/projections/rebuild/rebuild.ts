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
    /** Only the tables of this projection are compared and swapped; all without it. */
    projection?: ProjectionName | undefined;
    /** The hash of a report: what it says is known and wanted. */
    accept?: string | undefined;
  }>;

export type RebuildResult = Readonly<{
  report: DifferenceReport;
  /** False where the projections differ and nobody accepted that: then the live tables are as they were. */
  isSwapped: boolean;
}>;

/** Somebody reads the tables without end. */
export class SwapBlocked extends Error {
  override readonly name = "SwapBlocked";
}

const attemptsMax = 100;
const pauseMs = 200;

/**
 * Makes the projections anew from the ledger beside the live ones, says in what they differ, and puts them
 * in their place if they do not, or if exactly this difference was accepted. Reading and ordering go
 * on all the while; nothing of it sends a mail or moves money, for the fold only computes.
 *
 * Two connections of `pool` are used.
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
      const isAccepted = report.hash === options.accept;
      if (!report.isEqual && !isAccepted) return { report, isSwapped: false };
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
 * While the ledger stands still: folds what came since the comparison, makes sure that nothing of it
 * differs, and swaps. "moved" if it has to be compared again, "blocked" if somebody was still reading.
 */
function swap(
  { writer, advance }: ShadowReplay,
  tables: readonly ProjectionTable[],
  report: DifferenceReport,
): Promise<"swapped" | "moved" | "blocked"> {
  return underAppendLock(writer, async () => {
    const head = await headOf(writer);
    const isStillEqual = await inTransaction(writer, "read committed", async () => {
      await advance(head);
      return !report.isEqual || isTailEqual(writer, tables, report.position);
    });
    if (!isStillEqual) return "moved";
    return (await trySwap(writer, tables, head)) ? "swapped" : "blocked";
  });
}

/** Readers queue behind us while we wait for one that is still reading: never longer than this. */
const lockTimeoutMs = 300;

/** Nothing is appended meanwhile. The lock belongs to the session, so that transactions may end under it. */
async function underAppendLock<Answer>(
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
async function trySwap(
  client: pg.ClientBase,
  tables: readonly ProjectionTable[],
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
