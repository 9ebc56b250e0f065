import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { z } from "zod";
import { withConnection } from "../../platform/db/connect.ts";
import { clientRowOf } from "../../platform/db/rows.ts";
import type { ProjectionTable } from "../../platform/read-model/projection-tables.ts";
import { type DifferenceReport, reportDifference } from "../compare/difference.ts";
import type { ProjectionsFold } from "../fold/projections.fold.ts";
import { type BulkProjections, openBulkProjections } from "../store/bulk-projections.ts";
import { replayEvents } from "./replay-events.ts";
import {
  analyzeShadowTables,
  createShadowIndexes,
  createShadowTables,
  dropShadowTables,
  shadowSchema,
} from "./shadow-tables.ts";

export type ReplayOptions = Readonly<{
  fold?: ProjectionsFold | undefined;
  onProgress?: ((progress: Readonly<{ position: number; head: number }>) => void) | undefined;
  /** How long to wait for another replay to finish; not at all by default. `onWait` is called once before waiting. */
  waitMs?: number | undefined;
  onWait?: (() => void) | undefined;
}>;

/** Projections in the shadow tables, which can be advanced as the ledger grows. */
export type ShadowReplay = Readonly<{
  writer: pg.ClientBase;
  /** Folds the events up to `through`, in the open transaction of the writer. */
  advance: (through: number) => Promise<void>;
}>;

/**
 * Replays the whole ledger into new tables, in one transaction of `writer`, so that nothing remains if this process
 * dies. Reads on a second connection, so that reading and writing overlap.
 */
async function startReplay(
  pool: pg.Pool,
  writer: pg.ClientBase,
  options: ReplayOptions,
): Promise<ShadowReplay> {
  let position = 0;
  let projections: BulkProjections;

  async function advance(through: number): Promise<void> {
    await withConnection(pool, (reader) =>
      inTransaction(reader, "read committed", async () => {
        for await (const page of replayEvents(reader, { after: position, through })) {
          await projections.project(page);
          position = page.at(-1)?.position ?? position;
          options.onProgress?.({ position, head: through });
        }
      }),
    );
    await projections.save();
    position = through;
  }

  await inTransaction(writer, "read committed", async () => {
    await createShadowTables(writer);
    projections = await openBulkProjections(writer, {
      schema: shadowSchema,
      beforeLookup: () => createShadowIndexes(writer, ["order_state", "payout_request"]),
      ...(options.fold && { fold: options.fold }),
    });
    await advance(await headOf(writer));
    await createShadowIndexes(writer);
    await analyzeShadowTables(writer);
  });
  return { writer, advance };
}

const headRow = z.strictObject({ position: z.int() });

export async function headOf(client: pg.ClientBase): Promise<number> {
  const { position } = await clientRowOf(
    client,
    headRow,
    "select position from public.ledger_head",
  );
  return position;
}

/**
 * Without the timeouts of web requests, and with memory to group or compare a row for every order without temporary files.
 *
 * @param idleMs ends the session if it gets no statement for so long; 0 for never
 */
export async function inTransaction<Answer>(
  client: pg.ClientBase,
  isolation: "read committed" | "repeatable read",
  work: () => Promise<Answer>,
  idleMs = 0,
): Promise<Answer> {
  await client.query(`begin isolation level ${isolation}`);
  try {
    await client.query(
      `set local statement_timeout = 0; set local idle_in_transaction_session_timeout = ${idleMs};
       set local work_mem = '64MB'`,
    );
    const answer = await work();
    await client.query("commit");
    return answer;
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  }
}

/** Another replay is using the shadow tables. */
export class RebuildUnderWay extends Error {
  override readonly name = "RebuildUnderWay";
}

const rebuildLock = 7_226_004;
const pauseMs = 250;

/**
 * Replays the ledger into the shadow tables and calls `use`; one at a time per database. If the process dies,
 * tables may remain until the next replay drops them.
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
      const answer = await use(await startReplay(pool, writer, options));
      await dropShadowTables(writer);
      return answer;
    } finally {
      // A broken connection has already released its locks.
      await writer.query("select pg_advisory_unlock_all()").catch(() => {});
    }
  };
  return withConnection(pool, work, { isSpent: true });
}

/** Compares both sides in one snapshot, without blocking appends. */
export function compareSnapshot(
  { writer, advance }: ShadowReplay,
  tables: readonly ProjectionTable[],
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
        "Another rebuild or comparison is already running. Wait until it has finished.",
      );
    if (!isWaiting) onWait?.();
    isWaiting = true;
    await delay(pauseMs);
  }
}

/** The settings have one name, and are one column. */
const lockRow = z.strictObject({ taken: z.boolean(), set_config: z.string() });

async function tryRebuildLock(writer: pg.ClientBase): Promise<boolean> {
  const { taken } = await clientRowOf(
    writer,
    lockRow,
    `select pg_try_advisory_lock($1) as taken, set_config('lock_timeout', '0', false),
       set_config('statement_timeout', '0', false)`,
    [rebuildLock],
  );
  return taken;
}
