import type { Log } from "../../caller.ts";
import type { Database, Tx } from "../../platform/db/database.ts";
import { pollingLoop } from "../../platform/jobs/polling-loop.ts";
import { changeByLast } from "./sales-change.rules.ts";
import {
  addGathered,
  addToFigures,
  type CountedChange,
  type CountedFact,
  type CountState,
  gatherChanges,
  gatherPaidOrders,
  listCountedFacts,
  openGathering,
  readCountState,
  saveCountState,
  takeCount,
} from "./sales-count.store.ts";

/** An order is three events or more: a page of some thousand orders. */
const positionsPerPage = 20_000;
const roundMs = 2000;
/** Reports are that much behind at most once a fault is mended. */
const roundMaxMs = 5 * 60_000;

/**
 * Brings the figures of the reports up to where the projections stand, in one transaction: nobody reads half
 * a count. Where the projections were rebuilt, all is counted anew, and the old figures are read meanwhile.
 *
 * @returns the position counted through, or null where another process is counting
 */
export async function countSales(db: Database, perPage = positionsPerPage): Promise<number | null> {
  return db.transaction().execute(async (tx) => {
    if (!(await takeCount(tx))) return null;
    const state = await readCountState(tx);
    if (state.isOutdated) await countLongWay(tx, { ...state, position: 0 }, perPage);
    else if (state.head - state.position > perPage) await countLongWay(tx, state, perPage);
    else if (state.head > state.position)
      await addToFigures(tx, await changesOf(tx, { after: state.position, through: state.head }));
    else return state.position;
    await saveCountState(tx, state.head, state.projections);
    return state.head;
  });
}

/**
 * Changes are only gathered: to add each of them to the figures would take hours. What was paid comes
 * at once, what was given back or handed to somebody else page by page.
 */
async function countLongWay(
  tx: Tx,
  { position, head, isOutdated }: CountState,
  perPage: number,
): Promise<void> {
  await openGathering(tx);
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

/** Changes of the same kind, person and day are one row, so that the database adds up a few only. */
function mergedChanges(counted: readonly CountedFact[]): CountedChange[] {
  const merged = new Map<string, CountedChange>();
  for (const { day, region, currency, buyer, method, order, facts } of counted)
    for (const change of changeByLast(order, facts)) {
      const { sellerId, level, productId } = change;
      const key = [day, sellerId, level, productId, region, currency, buyer, method].join(" ");
      const known = merged.get(key);
      merged.set(key, { day, region, currency, buyer, method, ...plus(change, known) });
    }
  return [...merged.values()];
}

function plus(change: ReturnType<typeof changeByLast>[number], known: CountedChange | undefined) {
  if (!known) return change;
  return {
    ...change,
    orders: change.orders + known.orders,
    units: change.units + known.units,
    value: change.value + known.value,
    charged: change.charged + known.charged,
    delivery: change.delivery + known.delivery,
    refunded: change.refunded + known.refunded,
  };
}

/** Counts what is new every two seconds, until it is stopped; more seldom while that fails. */
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
