import type { Database } from "../../db/database.ts";
import type { Shipment } from "../../gateways/courier/courier.ts";

export type Booking = Readonly<{
  section: number;
  state: "asked" | "unclear" | "refused" | "booked";
  askedAt: string;
  shipmentId: number | null;
  trackingReference: string | null;
}>;

export type NewBooking = Readonly<{
  orderId: string;
  section: number;
  service: string;
  customerReference: string;
}>;

/** No parcel is sent anew yet, so each order has one generation of bookings. */
const generation = 1;

/** @returns false where somebody has asked for this parcel before. */
export async function claimBooking(
  db: Database,
  { orderId, section, service, customerReference }: NewBooking,
  now: string,
): Promise<boolean> {
  const row = await db
    .insertInto("courier_booking")
    .values({
      ...{ order_id: orderId, generation, section, service },
      customer_reference: customerReference,
      state: "asked",
      asked_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("section")
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Takes up what nobody knows the end of: the answer was lost, or whoever asked is gone since `before`.
 *
 * @returns false where somebody else is asking right now, or has the answer
 */
export async function takeOverBooking(
  db: Database,
  { orderId, section, service }: NewBooking,
  { now, before }: Readonly<{ now: string; before: string }>,
): Promise<boolean> {
  const row = await db
    .updateTable("courier_booking")
    .set({ state: "asked", asked_at: now, service })
    .where("order_id", "=", orderId)
    .where("generation", "=", generation)
    .where("section", "=", section)
    .where((booking) =>
      booking.or([
        booking("state", "in", ["unclear", "refused"]),
        booking.and([booking("state", "=", "asked"), booking("asked_at", "<", before)]),
      ]),
    )
    .returning("section")
    .executeTakeFirst();
  return row !== undefined;
}

export async function settleBooking(
  db: Database,
  { orderId, section }: NewBooking,
  outcome: "unclear" | "refused" | Shipment,
): Promise<void> {
  await db
    .updateTable("courier_booking")
    .set(
      typeof outcome === "string"
        ? { state: outcome }
        : {
            state: "booked",
            shipment_id: outcome.id,
            tracking_reference: outcome.trackingReference,
          },
    )
    .where("order_id", "=", orderId)
    .where("generation", "=", generation)
    .where("section", "=", section)
    .where("state", "<>", "booked")
    .execute();
}

/** In the order of the recipients. */
export async function listBookings(db: Database, orderId: string): Promise<Booking[]> {
  return db
    .selectFrom("courier_booking")
    .select([
      "section",
      "state",
      "asked_at as askedAt",
      "shipment_id as shipmentId",
      "tracking_reference as trackingReference",
    ])
    .where("order_id", "=", orderId)
    .where("generation", "=", generation)
    .orderBy("section")
    .execute();
}
