import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import {
  type BookTable,
  bookTables,
  type ProjectionName,
} from "../../platform/read-model/projection-tables.ts";
import type { DifferenceReport } from "../compare/difference.ts";
import { headOf, inTransaction, type ReplayOptions } from "./replay.ts";
import { compareSnapshot, type ShadowReplay, withShadowReplay } from "./shadow-replay.ts";
import { trySwap, underAppendLock } from "./swap-tables.ts";
import { isTailEqual } from "../compare/tail-comparison.ts";

export type RebuildOptions = ReplayOptions &
  Readonly<{
    /** Only the tables of this projection are compared and swapped; all without it. */
    projection?: ProjectionName | undefined;
    /** The hash of a report: what it says is known and wanted. */
    accept?: string | undefined;
  }>;

export type RebuildResult = Readonly<{
  report: DifferenceReport;
  /** False where the books differ and nobody accepted that: then the live tables are as they were. */
  isSwapped: boolean;
}>;

/** Somebody reads the tables without end. */
export class SwapBlocked extends Error {
  override readonly name = "SwapBlocked";
}

const attemptsMax = 100;
const pauseMs = 200;

/**
 * Makes the books anew from the ledger beside the live ones, says in what they differ, and puts them
 * in their place if they do not, or if exactly this difference was accepted. Reading and ordering go
 * on all the while; nothing of it sends a mail or moves money, for the fold only computes.
 *
 * Two connections of `pool` are used.
 *
 * @throws RebuildUnderWay, ReplayStopped, SwapBlocked
 */
export function rebuildBooks(pool: pg.Pool, options: RebuildOptions = {}): Promise<RebuildResult> {
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
      "The rebuilt tables could not be put in place, because somebody kept reading the old ones; nothing was changed.",
    );
  });
}

export function tablesOf(projection?: ProjectionName): readonly BookTable[] {
  if (projection === undefined) return bookTables;
  return bookTables.filter((table) => table.projection === projection);
}

/**
 * While the ledger stands still: folds what came since the comparison, makes sure that nothing of it
 * differs, and swaps. "moved" if it has to be compared again, "blocked" if somebody was still reading.
 */
function swap(
  { writer, advance }: ShadowReplay,
  tables: readonly BookTable[],
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
