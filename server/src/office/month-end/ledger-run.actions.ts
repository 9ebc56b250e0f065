import type { LedgerRunKind, Rebuild, Reconcile } from "@portal/shared/office/month-end.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type pg from "pg";
import type { Caller } from "../../caller.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import type { Log } from "../../platform/log.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { databaseOn } from "../../platform/db/connect.ts";
import { type Database, readOnly } from "../../platform/db/database.ts";
import { loadRegion } from "../../platform/db/region.queries.ts";
import { wantChecks } from "../../platform/ledger-checks/ledger-check.store.ts";
import { readUpload } from "../../sales/bank-lines/upload-statement.actions.ts";
import { compareProjections } from "../../projections/compare/compare-projections.ts";
import { rebuildProjections, SwapBlocked } from "../../projections/rebuild/rebuild.ts";
import { ReplayStopped } from "../../projections/rebuild/replay-events.ts";
import { RebuildUnderWay, type ReplayOptions } from "../../projections/rebuild/replay.ts";
import { failedProjectionsResult, projectionsResultOf } from "../ledger-health/ledger-checks.ts";
import {
  finishRun,
  findWaitingRun,
  insertRun,
  type NewRun,
  type RunResult,
  saveRunProgress,
} from "./ledger-run.store.ts";
import { isCardPayment, matchSettlement, matchStored } from "./match-payments.ts";

type RequestContext = Pick<Caller, "db" | "shop" | "user" | "impersonatedById" | "now" | "newId">;

/**
 * Queues a comparison of the projections with the ledger; with the bank, the stored statements are compared with the payments
 * immediately. No payment is recorded.
 *
 * @throws DomainError ledgerrun.waiting; ledgerrun.no-statement where none is stored
 */
export async function requestReconciliation(
  context: RequestContext,
  user: SignedInUser,
  { withBank }: Reconcile,
): Promise<{ id: string }> {
  const { db, shop } = context;
  if (!withBank)
    return queueRun(context, user, { kind: "reconcile", file: null, acceptedHash: null });
  const { timeZone } = await loadRegion(db, shop.region);
  const statement = await db.selectFrom("bank_statement").select("id").limit(1).executeTakeFirst();
  if (!statement) throw new DomainError("ledgerrun.no-statement");
  const file = { statement: "bank", matching: await matchStored(db, timeZone) } as const;
  return queueRun(context, user, { kind: "reconcile", file, acceptedHash: null });
}

/**
 * As `requestReconciliation`, with a history of the card provider, which is not stored but for line numbers, order numbers,
 * the provider's numbers, amounts and days.
 *
 * @throws DomainError ledgerrun.waiting; settlement.unreadable, saying what is wrong where
 */
export async function reconcileCards(
  context: RequestContext,
  user: SignedInUser,
  text: string,
): Promise<{ id: string }> {
  const { db, shop } = context;
  const kind = "card-settlement";
  const settlement = await readUpload(context, "settlement.unreadable", { kind, text });
  if (!settlement.some(isCardPayment))
    throw new DomainError("settlement.unreadable", "the file has no payments");
  const { timeZone } = await loadRegion(db, shop.region);
  const matching = await matchSettlement(db, { settlement, timeZone, now: context.now() });
  const file = { statement: "payfast", matching } as const;
  return queueRun(context, user, { kind: "reconcile", file, acceptedHash: null });
}

/**
 * Queues a rebuild of the projections. They are swapped if nothing differs, or exactly the difference of `acceptedHash`.
 *
 * @throws DomainError ledgerrun.waiting
 */
export function requestRebuild(
  context: RequestContext,
  user: SignedInUser,
  { acceptedHash }: Rebuild,
): Promise<{ id: string }> {
  return queueRun(context, user, { kind: "rebuild", file: null, acceptedHash });
}

const actions = {
  reconcile: "ledger.reconciled",
  rebuild: "ledger.rebuilt",
} as const satisfies Record<LedgerRunKind, string>;

async function queueRun(
  context: RequestContext,
  user: SignedInUser,
  request: Pick<NewRun, "kind" | "file" | "acceptedHash">,
): Promise<{ id: string }> {
  const { db, now, newId } = context;
  const id = newId();
  const { kind, file, acceptedHash } = request;
  await db.transaction().execute(async (tx) => {
    const run = { ...request, id, askedBy: user.id, askedAt: now() };
    if (!(await insertRun(tx, run))) throw new DomainError("ledgerrun.waiting");
    const details = { statement: file?.statement ?? null, acceptedHash };
    await insertAudit(tx, context, { action: actions[kind], target: id, details });
  });
  return { id };
}

/** `pool` has no statement timeout; a replay uses two of its connections. */
type RunContext = Readonly<{ pool: pg.Pool; now: () => string; log: Log; signal: AbortSignal }>;

/** How long to wait for a rebuild that was started on the command line. */
const waitMs = 15 * 60_000;

/**
 * Carries out the waiting run, if there is one. A run that fails is marked so and not retried; one that is interrupted by
 * the end of this process is carried out by the next.
 */
export async function carryOutRuns({ pool, now, log, signal }: RunContext): Promise<void> {
  const db = databaseOn(pool);
  const run = await findWaitingRun(readOnly(db));
  if (run === null) return;
  try {
    const result = await resultOf(pool, run, { waitMs, onProgress: progressInto(db, run.id) });
    await finishRun(db, run.id, { result, now: now() });
    // Payouts stay stopped until the watch finds that projections and ledger agree.
    if (result.isSwapped) await wantChecks(db, now());
  } catch (error) {
    if (signal.aborted) return;
    const isExpected = error instanceof RebuildUnderWay || error instanceof SwapBlocked;
    if (!isExpected) log.error({ err: error, runId: run.id }, "the ledger was not replayed");
    await finishRun(db, run.id, { result: null, now: now() });
  }
}

async function resultOf(
  pool: pg.Pool,
  { kind, acceptedHash }: Pick<NewRun, "kind" | "acceptedHash">,
  options: ReplayOptions,
): Promise<RunResult> {
  try {
    if (kind === "reconcile") {
      const comparison = await compareProjections(pool, options);
      const { position } = comparison.report;
      return { ...projectionsResultOf(comparison, []), position, hash: null, isSwapped: false };
    }
    const { report, isSwapped } = await rebuildProjections(pool, {
      ...options,
      accepts: ({ hash }) => hash === acceptedHash,
    });
    const { isEqual, position } = report;
    return {
      ...projectionsResultOf({ report, conservation: [], isSound: isEqual }, []),
      position,
      hash: isEqual ? null : report.hash,
      isSwapped,
    };
  } catch (error) {
    // An event that cannot be folded is a finding.
    if (!(error instanceof ReplayStopped)) throw error;
    const { message, position } = error;
    return { ...failedProjectionsResult(message), position, hash: null, isSwapped: false };
  }
}

/** For display only, so failed writes are ignored. */
function progressInto(db: Database, id: string): NonNullable<ReplayOptions["onProgress"]> {
  let shown = 0;
  return ({ position, head }) => {
    const percent = Math.min(99, Math.floor((position * 100) / Math.max(1, head)));
    if (percent < shown + 5) return;
    shown = percent;
    void saveRunProgress(db, id, percent).catch(() => {});
  };
}
