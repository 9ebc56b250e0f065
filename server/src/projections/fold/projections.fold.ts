import type { Recorded } from "../../platform/ledger/event-catalogue.ts";
import type { Projections } from "../../platform/read-model/projection-tables.ts";
import type { RecordedLedgerEvent } from "../ledger-catalogue.ts";
import { applyToCommissions } from "./commission.projection.ts";
import { applyToNetwork } from "./network.projection.ts";
import { applyToOrders } from "./order.projection.ts";
import { applyToWallets } from "./wallet.projection.ts";

/**
 * The one fold of the ledger into the projections. Events come in order of their positions; each passes the
 * network, the orders, the commissions and the wallets, so that a later one sees what an earlier one
 * made of it.
 *
 * A view as of a date leaves events out, and may keep a late fact without the one that it is about;
 * such a fact changes nothing. Books that hold only some rows must therefore throw when asked for a
 * row that was never loaded: answering undefined would lose an event.
 */
export function applyToProjections(projections: Projections, event: RecordedLedgerEvent): void {
  const sales = projections.saleEntries.length;
  const commissions = projections.commissionEntries.length;
  applyToNetwork(projections, event);
  applyToOrders(projections, event);
  applyToCommissions(projections, event);
  applyToWallets(projections, event, { sales, commissions });
}

/** How an event changes the projections: `applyToProjections`, or in a test another one whose difference is to be found. */
export type ProjectionsFold = (projections: Projections, event: RecordedLedgerEvent) => void;

/** The ledger knows no commerce, so what it hands over has no type. */
export function ledgerEvents(recorded: readonly Recorded[]): readonly RecordedLedgerEvent[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it takes only events of this product's catalogue
  return recorded as readonly RecordedLedgerEvent[];
}
