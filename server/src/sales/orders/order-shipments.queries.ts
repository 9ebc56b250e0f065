import { type TrackingState, trackingState } from "@portal/shared/sales/delivery/tracking.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import type { KnownParcel } from "./recipient-lock.rules.ts";

/** One parcel as the courier last saw it. */
export type OrderShipment = {
  /** Null where the viewer may not follow it at the courier's. */
  trackingReference: string | null;
  state: TrackingState;
  /** When the courier saw it last, an ISO instant. */
  seenAt: string | null;
};

/** The parcels that were booked last, in the order of the recipients; those of an imported order are not known. */
export async function findShipments(db: ReadDatabase, orderId: string): Promise<OrderShipment[]> {
  const rows = await db
    .selectFrom("courier_booking")
    .select([
      "generation",
      "state",
      "tracking_reference as trackingReference",
      "tracking_status as status",
      "tracked_at as seenAt",
    ])
    .where("order_id", "=", orderId)
    .where("state", "in", ["booked", "cancelled"])
    .orderBy("generation", "desc")
    .orderBy("section")
    .execute();
  const [last] = rows;
  return rows
    .filter(({ generation }) => generation === last?.generation)
    .map(({ trackingReference, status, seenAt, ...row }) => ({
      trackingReference,
      state: row.state === "cancelled" ? "cancelled" : trackingState(status),
      seenAt,
    }));
}

export type ShownFulfilment = "quoted" | "collection-booked" | "shipped" | "delivered" | null;

/** What the ledger says, and what became of its parcels since. */
export function fulfilmentOf(
  known: Exclude<ShownFulfilment, "delivered">,
  shipments: readonly OrderShipment[],
): ShownFulfilment {
  if (known !== "shipped" || shipments.length === 0) return known;
  if (shipments.every(({ state }) => state === "delivered")) return "delivered";
  return shipments.every(({ state }) => state === "cancelled") ? "quoted" : "shipped";
}

/** What was asked of the courier for each recipient, of the parcels that were booked last. */
export async function findParcels(
  db: ReadDatabase,
  orderId: string,
): Promise<readonly KnownParcel[]> {
  const rows = await db
    .selectFrom("courier_booking")
    .select(["generation", "section", "state", "tracking_status as trackingStatus"])
    .where("order_id", "=", orderId)
    .orderBy("generation", "desc")
    .execute();
  return rows.filter(({ generation }) => generation === rows[0]?.generation);
}
