import type pg from "pg";
import { checkConservation, type ConservationFinding } from "./conservation.ts";
import type { DifferenceReport } from "./difference.ts";
import { tablesOf } from "../rebuild/rebuild.ts";
import type { ReplayOptions } from "../rebuild/replay.ts";
import { compareSnapshot, withShadowReplay } from "../rebuild/shadow-replay.ts";

export type BooksComparison = Readonly<{
  report: DifferenceReport;
  conservation: readonly ConservationFinding[];
  isSound: boolean;
}>;

/**
 * The live books beside a replay of the whole ledger, and the laws that money has to obey; changes
 * nothing. Two connections of `pool` are used.
 *
 * @throws RebuildUnderWay, ReplayStopped
 */
export function compareBooks(pool: pg.Pool, options: ReplayOptions = {}): Promise<BooksComparison> {
  return withShadowReplay(pool, options, async (replay) => {
    const report = await compareSnapshot(replay, tablesOf());
    const conservation = await checkConservation(replay.writer);
    return { report, conservation, isSound: report.isEqual && conservation.length === 0 };
  });
}
