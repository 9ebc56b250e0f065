import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { withConnection } from "../../platform/db/with-connection.ts";
import { type BookTable } from "../../platform/read-model/projection-tables.ts";
import { type DifferenceReport, reportDifference } from "../compare/difference.ts";
import { headOf, inTransaction, type Replay, type ReplayOptions, startReplay } from "./replay.ts";
import { dropShadowTables } from "./shadow-tables.ts";

/** Two replays would work in the same tables. */
export class RebuildUnderWay extends Error {
  override readonly name = "RebuildUnderWay";
}

const rebuildLock = 7_226_004;
const pauseMs = 250;

/** A replay in the shadow tables, and the connection that writes them. */
export type ShadowReplay = Replay & Readonly<{ writer: pg.ClientBase }>;

/**
 * Replays the ledger into the shadow tables for some work on them, one at a time in the whole
 * database. If the process dies, tables may stay behind; the next replay drops them.
 *
 * @throws RebuildUnderWay
 */
export async function withShadowReplay<Answer>(
  pool: pg.Pool,
  options: ReplayOptions,
  use: (replay: ShadowReplay) => Promise<Answer>,
): Promise<Answer> {
  const work = async (writer: pg.ClientBase): Promise<Answer> => {
    await takeRebuildLock(writer, options);
    try {
      const replay = await startReplay(pool, writer, options);
      const answer = await use({ ...replay, writer });
      await dropShadowTables(writer);
      return answer;
    } finally {
      // Where the connection is gone, its locks are too.
      await writer.query("select pg_advisory_unlock_all()").catch(() => {});
    }
  };
  return withConnection(pool, work, { isSpent: true });
}

/** Both sides as they stand in one snapshot; whoever orders meanwhile goes on. */
export function compareSnapshot(
  { writer, advance }: ShadowReplay,
  tables: readonly BookTable[],
): Promise<DifferenceReport> {
  return inTransaction(writer, "repeatable read", async () => {
    const head = await headOf(writer);
    await advance(head);
    return reportDifference(writer, tables, head);
  });
}

async function takeRebuildLock(
  writer: pg.ClientBase,
  { waitMs = 0, onWait }: ReplayOptions,
): Promise<void> {
  const end = Date.now() + waitMs;
  let isWaiting = false;
  while (!(await tryRebuildLock(writer))) {
    if (Date.now() >= end)
      throw new RebuildUnderWay(
        "A rebuild or comparison of the books is running already; please wait until it has finished.",
      );
    if (!isWaiting) onWait?.();
    isWaiting = true;
    await delay(pauseMs);
  }
}

async function tryRebuildLock(writer: pg.ClientBase): Promise<boolean> {
  const { rows } = await writer.query<{ taken: boolean }>(
    `select pg_try_advisory_lock($1) as taken, set_config('lock_timeout', '0', false),
       set_config('statement_timeout', '0', false)`,
    [rebuildLock],
  );
  return rows[0]?.taken === true;
}
