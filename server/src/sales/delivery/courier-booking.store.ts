import { sql } from "kysely";
import type { Shipment } from "../../gateways/courier/courier.ts";
import type { Database, Tx } from "../../platform/db/database.ts";

export type Booking = Readonly<{
  generation: number;
  section: number;
  state: "asked" | "unclear" | "refused" | "booked" | "cancelled";
  askedAt: string;
  shipmentId: number | null;
  trackingReference: string | null;
  /** The courier's own word for where it is, and when it saw it last. */
  trackingStatus: string | null;
  trackedAt: string | null;
}>;

export type NewBooking = Readonly<{
  orderId: string;
  generation: number;
  section: number;
  service: string;
  customerReference: string;
}>;

/** Parcels that were taken back are sent anew as the next generation. @param bookings those of the last one */
export function nextGeneration(bookings: readonly Booking[]): number {
  const [{ generation } = { generation: 1 }] = bookings;
  const isTakenBack = bookings.length > 0 && bookings.every(({ state }) => state === "cancelled");
  return isTakenBack ? generation + 1 : generation;
}

/** @returns false where somebody has asked for this parcel before. */
export async function claimBooking(
  db: Database,
  { orderId, generation, section, service, customerReference }: NewBooking,
  now: string,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await lockRecipients(tx, orderId);
    const row = await tx
      .insertInto("courier_booking")
      .values({
        order_id: orderId,
        generation,
        section,
        service,
        customer_reference: customerReference,
        state: "asked",
        asked_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning("section")
      .executeTakeFirst();
    return row !== undefined;
  });
}

/**
 * Takes up what nobody knows the end of: the answer was lost, or whoever asked is gone since `before`.
 *
 * @returns false where somebody else is asking right now, or has the answer
 */
export async function takeOverBooking(
  db: Database,
  { orderId, generation, section, service }: NewBooking,
  { now, before }: Readonly<{ now: string; before: string }>,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await lockRecipients(tx, orderId);
    const row = await tx
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
  });
}

export async function settleBooking(
  db: Database,
  { orderId, generation, section }: NewBooking,
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
    .where("state", "not in", ["booked", "cancelled"])
    .execute();
}

export async function markCancelled(
  db: Database,
  { orderId, generation, section }: Pick<NewBooking, "orderId" | "generation" | "section">,
): Promise<void> {
  await db
    .updateTable("courier_booking")
    .set({ state: "cancelled", tracking_status: "cancelled" })
    .where("order_id", "=", orderId)
    .where("generation", "=", generation)
    .where("section", "=", section)
    .where("state", "=", "booked")
    .execute();
}

/** Those of the last generation, in the order of the recipients. */
export async function listBookings(db: Database, orderId: string): Promise<Booking[]> {
  return db
    .selectFrom("courier_booking")
    .select([
      "generation",
      "section",
      "state",
      "asked_at as askedAt",
      "shipment_id as shipmentId",
      "tracking_reference as trackingReference",
      "tracking_status as trackingStatus",
      "tracked_at as trackedAt",
    ])
    .where("order_id", "=", orderId)
    .where("generation", "=", (last) =>
      last
        .selectFrom("courier_booking as each")
        .select(({ fn }) => fn.max("each.generation").as("generation"))
        .where("each.order_id", "=", orderId),
    )
    .orderBy("section")
    .execute();
}

/**
 * Until the transaction is over nobody else books a parcel of this order or changes where one goes, so that none
 * leaves for an address that was just corrected.
 */
export async function lockRecipients(tx: Tx, orderId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`recipients-${orderId}`}, 0))`.execute(
    tx,
  );
}
