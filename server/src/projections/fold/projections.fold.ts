import type { Recorded } from "../../platform/ledger/event-catalogue.ts";
import type { Projections } from "../../platform/read-model/projection-tables.ts";
import type { RecordedLedgerEvent } from "../ledger-catalogue.ts";
import { applyToCommissions } from "./commission.projection.ts";
import { applyToNetwork } from "./network.projection.ts";
import { applyToOrders } from "./order.projection.ts";
import { applyToWallets } from "./wallet.projection.ts";

/**
 * The one fold of the ledger into the projections. Events have to come in order of position. Each is applied to the
 * network, the orders, the commissions and the wallets in this order, because later projections read the rows of
 * earlier ones.
 *
 * An event that refers to an unknown member, order or payout changes nothing. Projections that hold only some rows must
 * therefore throw for a row that was not loaded: returning undefined would lose an event.
 */
export function applyToProjections(projections: Projections, event: RecordedLedgerEvent): void {
  const sales = projections.saleEntries.length;
  const commissions = projections.commissionEntries.length;
  applyToNetwork(projections, event);
  applyToOrders(projections, event);
  applyToCommissions(projections, event);
  applyToWallets(projections, event, { sales, commissions });
}

/** `applyToProjections`, or in tests a different fold. */
export type ProjectionsFold = (projections: Projections, event: RecordedLedgerEvent) => void;

/** The ledger is independent of the business, so its events are untyped. */
export function ledgerEvents(recorded: readonly Recorded[]): readonly RecordedLedgerEvent[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it takes only events of this product's catalogue
  return recorded as readonly RecordedLedgerEvent[];
}
