import { readHead } from "../../platform/ledger/read-events.ts";
import { sql } from "kysely";
import type pg from "pg";
import { z } from "zod";
import type { Log } from "../../platform/log.ts";
import {
  connectPool,
  databaseOn,
  patient,
  portalRole,
  withConnection,
} from "../../platform/db/connect.ts";
import { type Database, readOnly } from "../../platform/db/database.ts";
import { clientRowOf, rowOf } from "../../platform/db/rows.ts";
import { type Disks, fullBytes } from "../../platform/files/disks.ts";
import { pollingLoop, runAll } from "../../platform/polling-loop.ts";
import type { LedgerCheck } from "@portal/shared/office/ledger-health.ts";
import { compareProjections } from "../../projections/compare/compare-projections.ts";
import { ReplayStopped } from "../../projections/rebuild/replay-events.ts";
import { RebuildUnderWay } from "../../projections/rebuild/replay.ts";
import {
  projectionsResultOf,
  chainResultSchema,
  failedProjectionsResult,
  nothingVerified,
  verifyNext,
} from "./ledger-checks.ts";
import {
  type KeptCheck,
  keepCheck,
  listChecks,
  summariseChecks,
} from "../../platform/ledger-checks/ledger-check.store.ts";
import { carryOutRuns } from "../month-end/ledger-run.actions.ts";
import { findWaitingRun } from "../month-end/ledger-run.store.ts";
import { findSalesDrift } from "../reports/sales-drift.queries.ts";
import { findUndecided } from "./undecided-money.queries.ts";
import { salesOutside } from "./ledger-health.queries.ts";

/** `pool` has no statement timeout and `watchConnections` connections. */
export type Watch = Readonly<{
  pool: pg.Pool;
  now: () => string;
  log: Log;
  disks: Disks;
  /** Aborted when this process ends. */
  signal: AbortSignal;
}>;

/** One for the lock, one for its statements, and two for a comparison. */
const watchConnections = 4;
const roundMs = 1000;
/** After a failure the pause between rounds is doubled up to this. */
const roundMaxMs = 60_000;
/** A check pauses for a minute, or for a hundred times its duration if that is longer, but at most for an hour. */
const pauseMinMs = 60_000;
const pauseShare = 100;
const pauseMaxMs = 3600_000;
const watchLock = 7_226_005;

/** Checks the ledger in a worker until it is stopped; of several workers, only one at a time. */
export function startWatchingLedger(
  options: Readonly<{ databaseUrl: string; now: () => string; log: Log; disks: Disks }>,
): { stop: () => Promise<void> } {
  const { now, log, disks } = options;
  const onIdleError = (err: Error) => log.warn({ err }, "the database hung up");
  // A pool of its own, because checks may hold connections for minutes.
  const pool = connectPool(options.databaseUrl, {
    ...patient,
    role: portalRole,
    poolSize: watchConnections,
    onIdleError,
    applicationName: "portal-watch",
  });
  const clients = new Set<pg.PoolClient>();
  pool.on("connect", (client) => clients.add(client));
  pool.on("remove", (client) => clients.delete(client));

  const stopping = new AbortController();
  const rounds = pollingLoop({
    round: () => watchOnce({ pool, now, log, disks, signal: stopping.signal }).then(() => false),
    pauseMs: roundMs,
    pauseMaxMs: roundMaxMs,
    undone: "the ledger was not looked over",
    log,
  });
  return {
    async stop() {
      stopping.abort();
      const stopped = rounds.stop();
      // A replay can take a minute and its results are temporary, so stopping aborts it.
      for (const client of clients) void client.end().catch(() => {});
      await stopped;
      await pool.end();
    },
  };
}

const sizeRow = z.strictObject({ bytes: z.int() });

/**
 * A replay writes every projection once more beside the live ones.
 *
 * @throws Error where it would take the room that payments and orders need
 */
async function requireRoomToReplay(db: Database, disks: Disks): Promise<void> {
  const { bytes } = await rowOf(
    db,
    sizeRow,
    sql`
    select coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint as bytes
    from pg_class c where c.relnamespace = 'projection'::regnamespace and c.relkind in ('r', 'm')`,
  );
  for (const { of, freeBytes } of await disks())
    if (of === "database" && freeBytes < bytes + fullBytes)
      throw new Error(
        `a replay needs ${bytes} bytes beside the reserve for payments, and the disk has ${freeBytes}`,
      );
}

const lockRow = z.strictObject({ taken: z.boolean() });

/**
 * Carries out the requested ledger run and the checks that are due, and stores their results.
 *
 * @throws AggregateError with the failures, after the checks that did not fail
 */
export async function watchOnce(watch: Watch): Promise<void> {
  const { pool, now } = watch;
  const db = databaseOn(pool);
  const due = (await listChecks(readOnly(db))).filter((check) => isDue(check, now()));
  const isRunWaiting = (await findWaitingRun(readOnly(db))) !== null;
  if (due.length === 0 && !isRunWaiting) return;
  await withConnection(
    pool,
    async (client) => {
      const { taken } = await clientRowOf(
        client,
        lockRow,
        "select pg_try_advisory_lock($1) as taken",
        [watchLock],
      );
      if (!taken) return;
      const checks = due.map((check) => () => carryOut({ ...watch, db }, check));
      await runAll(
        [() => carryOutRuns(watch), ...checks],
        "some of the ledger was not looked over",
      );
    },
    { isSpent: true },
  );
}

function isDue({ checkedAt, wantedAt, tookMs }: KeptCheck, now: string): boolean {
  if (checkedAt === null || wantedAt !== null) return true;
  const pauseMs = Math.min(Math.max(pauseMinMs, tookMs * pauseShare), pauseMaxMs);
  const agoMs = Date.parse(now) - Date.parse(checkedAt);
  // Its time is to come where the clock was ahead at the last check.
  return agoMs >= pauseMs || agoMs < 0;
}

type Context = Watch & Readonly<{ db: Database }>;

async function carryOut(context: Context, before: KeptCheck): Promise<void> {
  const { db, now, log } = context;
  const wereSound = await soundChecks(db);
  const checkedAt = now();
  const position = await readHead(readOnly(db));
  const started = performance.now();
  const result = await checkers[before.name](context, before, position);
  if (result === null) return;
  const tookMs = Math.round(performance.now() - started);
  if (!(await keepCheck(db, before, { checkedAt, position, tookMs, result }))) return;
  logChange(log, before.name, { was: wereSound, is: await soundChecks(db) });
}

async function soundChecks(db: Database): Promise<ReadonlyMap<LedgerCheck, boolean>> {
  const checks = await summariseChecks(readOnly(db));
  return new Map(checks.map(({ name, isSound }) => [name, isSound]));
}

/** Logs one line when a check fails and one when it succeeds again, not one per check. */
function logChange(
  log: Log,
  check: LedgerCheck,
  { was, is }: Readonly<Record<"was" | "is", ReadonlyMap<LedgerCheck, boolean>>>,
): void {
  const isSound = is.get(check) !== false;
  if (isSound === (was.get(check) !== false)) return;
  if (isSound) log.warn({ check }, "what was wrong with the ledger is mended");
  else log.error({ check }, "the ledger is not sound: the page of its health says what is wrong");
}

type Checker = (context: Context, before: KeptCheck, head: number) => Promise<object | null>;

const checkers: Record<LedgerCheck, Checker> = {
  async replay({ pool, db, disks }) {
    await requireRoomToReplay(db, disks);
    try {
      const comparison = await compareProjections(pool);
      return projectionsResultOf(comparison, await findSalesDrift(readOnly(db)));
    } catch (error) {
      // A rebuild or reconciliation is running: the next round tries again.
      if (error instanceof RebuildUnderWay) return null;
      // An event that cannot be folded is a finding; a lost connection is not.
      if (error instanceof ReplayStopped) return failedProjectionsResult(error.message);
      throw error;
    }
  },
  chain({ db, now }, { result }, head) {
    const before = chainResultSchema.safeParse(result);
    const kept = before.success ? before.data : nothingVerified;
    return verifyNext(readOnly(db), kept, { head, now: now() });
  },
  plan: ({ db }) => salesOutside(readOnly(db)),
  decisions: ({ db }) => findUndecided(readOnly(db)),
};
