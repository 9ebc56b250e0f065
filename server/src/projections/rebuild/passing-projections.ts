import type {
  MemberRow,
  OrderRow,
  PayoutRow,
  Projections,
  WalletRow,
} from "../../platform/read-model/projection-tables.ts";
import { orderIdOf } from "../fold/keys-of-event.ts";
import { applyToProjections, type ProjectionsFold } from "../fold/projections.fold.ts";
import { createMemoryRows } from "../store/memory-projections.ts";
import type { PassedEvent } from "./ledger-pass.ts";
import { ReplayStopped } from "./replay-events.ts";

/**
 * Projections for one pass over the ledger, by the whole fold and over all events. What is forgotten cannot matter: the
 * lists have the entries of the newest event alone, because the fold reads no others, and an order is kept until the last
 * event of its stream, because the fold reads it for no other events (`orderIdOf`). Should an order be missing all the
 * same, the pass stops, so no event is ever lost. Memory therefore grows with the members and the orders that go on, not
 * with the orders of the past.
 */
export function createPassingProjections(fold: ProjectionsFold = applyToProjections) {
  const orders = new Map<string, OrderRow>();
  const projections = {
    members: createMemoryRows<number, MemberRow>(),
    wallets: createMemoryRows<number, WalletRow>(),
    payouts: createMemoryRows<string, PayoutRow>(),
    orders: {
      get(orderId: string) {
        const order = orders.get(orderId);
        if (!order) throw new Error(`order ${orderId} is not kept`);
        return order;
      },
      put: (orderId: string, order: OrderRow) => void orders.set(orderId, order),
    },
    plans: [],
    orderPayments: [],
    saleEntries: [],
    commissionEntries: [],
  } satisfies Projections;
  const { orderPayments, saleEntries, commissionEntries }: Projections = projections;

  /** @throws ReplayStopped */
  function apply({ event, position, isLast }: PassedEvent): void {
    for (const list of [orderPayments, saleEntries, commissionEntries]) list.length = 0;
    try {
      fold(projections, event);
    } catch (error) {
      throw new ReplayStopped(position, error);
    }
    const orderId = isLast ? orderIdOf(event) : null;
    if (orderId !== null) orders.delete(orderId);
  }

  return { projections, apply };
}
