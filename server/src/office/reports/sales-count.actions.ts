import type { Log } from "../../platform/log.ts";
import { readClosings } from "../../money/statements/closing.queries.ts";
import type { Closings } from "../../money/statements/statement.rules.ts";
import { type Database, readOnly, type Tx } from "../../platform/db/database.ts";
import { pollingLoop } from "../../platform/polling-loop.ts";
import { type CountRange, listCountedFacts } from "./counted-facts.queries.ts";
import { addFigures, changeByLast } from "./sales-change.rules.ts";
import {
  addGathered,
  addLateSales,
  addToFigures,
  type CountedChange,
  type CountState,
  gatherChanges,
  createGathering,
  readCountState,
  saveCountState,
  lockCount,
} from "./sales-count.store.ts";

/** More than a thousand orders, which have three events or more. */
const positionsPerPage = 5000;
const roundMs = 2000;
/** The longest back-off after failures. */
const roundMaxMs = 5 * 60_000;

/**
 * Catches the figures of the reports up with the projections, in one transaction. After a rebuild of the projections,
 * everything is counted from scratch, while the old figures stay readable.
 *
 * @returns the position counted through, or null when another process is counting
 */
export async function countSales(db: Database, perPage = positionsPerPage): Promise<number | null> {
  return db.transaction().execute(async (tx) => {
    if (!(await lockCount(tx))) return null;
    const state = await readCountState(tx);
    const closings = await readClosings(readOnly(tx));
    const { position: after, head: through } = state;
    if (state.isOutdated) await countInBulk(tx, { ...state, position: 0 }, closings, perPage);
    else if (through - after > perPage) await countInBulk(tx, state, closings, perPage);
    else if (through > after)
      await addToFigures(tx, await changesOf(tx, { after, through, closings }));
    else return after;
    await saveCountState(tx, state.head, state.projections);
    return state.head;
  });
}

/** Collects the changes of all pages in a temporary table and adds them up once, because upserting each page would take hours. */
async function countInBulk(
  tx: Tx,
  { position, head, isOutdated }: CountState,
  closings: Closings,
  perPage: number,
): Promise<void> {
  await createGathering(tx, { fromScratch: isOutdated });
  for (let after = position; after < head; after += perPage) {
    const through = Math.min(after + perPage, head);
    await gatherChanges(tx, await changesOf(tx, { after, through, closings }));
  }
  await addGathered(tx, { fromScratch: isOutdated });
}

/** The changes within a range; lists those that were recorded late. */
async function changesOf(tx: Tx, page: CountRange): Promise<CountedChange[]> {
  const changes = (await listCountedFacts(tx, page)).flatMap(({ order, facts, ...fact }) =>
    changeByLast(order, facts).map((change) => ({ ...fact, ...change })),
  );
  await addLateSales(
    tx,
    changes.filter(({ day, happenedOn }) => day !== happenedOn),
  );
  return mergedChanges(changes);
}

/** One row for all changes of a kind, seller and day. */
function mergedChanges(changes: readonly CountedChange[]): CountedChange[] {
  const merged = new Map<string, CountedChange>();
  for (const change of changes) {
    const { day, sellerId, level, productId, region, currency, buyer, method } = change;
    const key = [day, sellerId, level, productId, region, currency, buyer, method].join(" ");
    const known = merged.get(key);
    merged.set(key, known ? { ...change, ...addFigures(change, known) } : change);
  }
  return [...merged.values()];
}

/** Counts every two seconds until it is stopped, less often while that fails. */
export function startCountingSales(db: Database, log: Log): { stop: () => Promise<void> } {
  return pollingLoop({
    async round() {
      await countSales(db);
      return false;
    },
    pauseMs: roundMs,
    pauseMaxMs: roundMaxMs,
    undone: "sales were not counted",
    log,
  });
}
