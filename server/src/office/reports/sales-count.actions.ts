import type { Log } from "../../caller.ts";
import type { Database, Tx } from "../../platform/db/database.ts";
import { pollingLoop } from "../../platform/jobs/polling-loop.ts";
import { addFigures, changeByLast } from "./sales-change.rules.ts";
import {
  addGathered,
  addToFigures,
  type CountedChange,
  type CountedFact,
  type CountState,
  gatherChanges,
  gatherPaidOrders,
  listCountedFacts,
  createGathering,
  readCountState,
  saveCountState,
  lockCount,
} from "./sales-count.store.ts";

/** Some thousand orders, which have three events or more. */
const positionsPerPage = 20_000;
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
    if (state.isOutdated) await countInBulk(tx, { ...state, position: 0 }, perPage);
    else if (state.head - state.position > perPage) await countInBulk(tx, state, perPage);
    else if (state.head > state.position)
      await addToFigures(tx, await changesOf(tx, { after: state.position, through: state.head }));
    else return state.position;
    await saveCountState(tx, state.head, state.projections);
    return state.head;
  });
}

/**
 * Collects changes in temporary tables and adds them up once, because upserting each page would take hours. Paid orders are
 * collected in bulk by SQL, refunds and reassignments page by page.
 */
async function countInBulk(
  tx: Tx,
  { position, head, isOutdated }: CountState,
  perPage: number,
): Promise<void> {
  await createGathering(tx);
  await gatherPaidOrders(tx, { after: position, through: head });
  for (let after = position; after < head; after += perPage) {
    const through = Math.min(after + perPage, head);
    await gatherChanges(tx, await changesOf(tx, { after, through, isPaidCounted: true }));
  }
  await addGathered(tx, { fromScratch: isOutdated });
}

async function changesOf(tx: Tx, page: Parameters<typeof listCountedFacts>[1]) {
  return mergedChanges(await listCountedFacts(tx, page));
}

/** One row for all changes of a kind, seller and day. */
function mergedChanges(counted: readonly CountedFact[]): CountedChange[] {
  const merged = new Map<string, CountedChange>();
  for (const { day, region, currency, buyer, method, order, facts } of counted)
    for (const change of changeByLast(order, facts)) {
      const { sellerId, level, productId } = change;
      const key = [day, sellerId, level, productId, region, currency, buyer, method].join(" ");
      const known = merged.get(key);
      const sum = known ? { ...change, ...addFigures(change, known) } : change;
      merged.set(key, { day, region, currency, buyer, method, ...sum });
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
