import { readHead } from "../../platform/ledger/read-events.ts";
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
import { clientRowOf } from "../../platform/db/rows.ts";
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
  /** Aborted when this process ends. */
  signal: AbortSignal;
}>;

/** One for the lock, one for its statements, and two for a comparison. */
const watchConnections = 4;
const roundMs = 1000;
/** A check pauses for a minute, or for a hundred times its duration if that is longer. */
const pauseMinMs = 60_000;
const pauseShare = 100;
const watchLock = 7_226_005;

/** Checks the ledger in a worker until it is stopped; of several workers, only one at a time. */
export function startWatchingLedger(
  options: Readonly<{ databaseUrl: string; now: () => string; log: Log }>,
): { stop: () => Promise<void> } {
  const { now, log } = options;
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
  let round: Promise<void> | null = null;
  const timer = setInterval(() => {
    round ??= watchOnce({ pool, now, log, signal: stopping.signal })
      .catch((err: unknown) => {
        if (!stopping.signal.aborted) log.error({ err }, "the ledger was not looked over");
      })
      .finally(() => (round = null));
  }, roundMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      // A replay can take a minute and its results are temporary, so stopping aborts it.
      for (const client of clients) void client.end().catch(() => {});
      await round;
      await pool.end();
    },
  };
}

const lockRow = z.strictObject({ taken: z.boolean() });

/** Carries out the requested ledger run and the checks that are due, and stores their results. */
export async function watchOnce({ pool, now, log, signal }: Watch): Promise<void> {
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
      await carryOutRuns({ pool, now, log, signal });
      for (const check of due) await carryOut({ pool, db, now, log, signal }, check);
    },
    { isSpent: true },
  );
}

function isDue({ checkedAt, wantedAt, tookMs }: KeptCheck, now: string): boolean {
  if (checkedAt === null) return true;
  if (wantedAt !== null && Date.parse(wantedAt) > Date.parse(checkedAt)) return true;
  const pauseMs = Math.max(pauseMinMs, tookMs * pauseShare);
  return Date.parse(now) - Date.parse(checkedAt) >= pauseMs;
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
  async replay({ pool, db }) {
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
