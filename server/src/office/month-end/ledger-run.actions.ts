import type { LedgerRunKind, OutsideStatement, Rebuild } from "@portal/shared/office/month-end.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type pg from "pg";
import type { Caller, Log, SignedInUser } from "../../caller.ts";
import { StatementError } from "../../gateways/bank-files/statement-file.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { databaseOn } from "../../platform/db/connect.ts";
import { type Database, readOnly } from "../../platform/db/database.ts";
import { loadRegion } from "../../platform/db/region.queries.ts";
import { wantChecks } from "../../platform/ledger-checks/ledger-check.store.ts";
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
  type WaitingRun,
} from "./ledger-run.store.ts";
import { matchStatement, type OutsideLine, readOutsideLines } from "./match-payments.ts";

type AskingContext = Pick<Caller, "db" | "shop" | "user" | "impersonatedById" | "now" | "newId">;

/**
 * Asks for the figures to be compared with the ledger; with a file, its lines are compared with the payments at once.
 * Nothing is booked. Of the file nothing is kept but line numbers, order numbers, the provider's numbers and amounts.
 *
 * @throws DomainError ledgerrun.waiting, bankline.unreadable or settlement.unreadable, saying what is wrong where
 */
export async function askToReconcile(
  context: AskingContext,
  user: SignedInUser,
  file: Readonly<{ statement: OutsideStatement; text: string }> | null,
): Promise<{ id: string }> {
  const { db, shop } = context;
  if (file === null) return ask(context, user, { kind: "reconcile", file, acceptedHash: null });
  const { statement } = file;
  const lines = linesOf(file);
  const { timeZone } = await loadRegion(db, shop.region);
  const matching = await matchStatement(db, { kind: statement, lines, timeZone });
  const matched = { statement, matching };
  return ask(context, user, { kind: "reconcile", file: matched, acceptedHash: null });
}

function linesOf({ statement, text }: Readonly<{ statement: OutsideStatement; text: string }>) {
  const unreadable = statement === "bank" ? "bankline.unreadable" : "settlement.unreadable";
  let lines: readonly OutsideLine[];
  try {
    lines = readOutsideLines(text, statement);
  } catch (error) {
    throw error instanceof StatementError ? new DomainError(unreadable, error.message) : error;
  }
  if (lines.length === 0) throw new DomainError(unreadable, "the file has no payments");
  return lines;
}

/**
 * Asks for the figures to be made anew from the ledger. They are put into use where nothing differs, or where exactly
 * the difference of `acceptedHash` does.
 *
 * @throws DomainError ledgerrun.waiting
 */
export function askToRebuild(
  context: AskingContext,
  user: SignedInUser,
  { acceptedHash }: Rebuild,
): Promise<{ id: string }> {
  return ask(context, user, { kind: "rebuild", file: null, acceptedHash });
}

const actions = {
  reconcile: "ledger.reconciled",
  rebuild: "ledger.rebuilt",
} as const satisfies Record<LedgerRunKind, string>;

async function ask(
  context: AskingContext,
  user: SignedInUser,
  wanted: Pick<NewRun, "kind" | "file" | "acceptedHash">,
): Promise<{ id: string }> {
  const { db, now, newId } = context;
  const id = newId();
  const { kind, file, acceptedHash } = wanted;
  await db.transaction().execute(async (tx) => {
    const run = { ...wanted, id, askedBy: user.id, askedAt: now() };
    if (!(await insertRun(tx, run))) throw new DomainError("ledgerrun.waiting");
    const details = { statement: file?.statement ?? null, acceptedHash };
    await insertAudit(tx, context, { action: actions[kind], target: id, details });
  });
  return { id };
}

/** `pool` is patient; a replay uses two of its connections. */
type RunContext = Readonly<{ pool: pg.Pool; now: () => string; log: Log; signal: AbortSignal }>;

/** Somebody at a command line may be rebuilding; the watch over the ledger asks no earlier. */
const waitMs = 15 * 60_000;

/**
 * Does what the office asked for, if anything. What cannot be finished says so on the screen and is not tried again; what
 * is broken off by the end of this process is done by the next one.
 */
export async function carryOutRuns({ pool, now, log, signal }: RunContext): Promise<void> {
  const db = databaseOn(pool);
  const run = await findWaitingRun(readOnly(db));
  if (run === null) return;
  try {
    const result = await resultOf(pool, run, { waitMs, onProgress: progressInto(db, run.id) });
    await finishRun(db, run.id, { result, now: now() });
    // Payouts wait for the watch to find that the figures agree again.
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
  { kind, acceptedHash }: WaitingRun,
  options: ReplayOptions,
): Promise<RunResult> {
  try {
    if (kind === "reconcile") {
      const comparison = await compareProjections(pool, options);
      const { position } = comparison.report;
      return { ...projectionsResultOf(comparison, []), position, hash: null, isSwapped: false };
    }
    const accept = acceptedHash ?? undefined;
    const { report, isSwapped } = await rebuildProjections(pool, { ...options, accept });
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

/** Only a figure for whoever waits: nothing depends on it. */
function progressInto(db: Database, id: string): NonNullable<ReplayOptions["onProgress"]> {
  let shown = 0;
  return ({ position, head }) => {
    const percent = Math.min(99, Math.floor((position * 100) / Math.max(1, head)));
    if (percent < shown + 5) return;
    shown = percent;
    void saveRunProgress(db, id, percent).catch(() => {});
  };
}
