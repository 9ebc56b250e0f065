import { sql } from "kysely";
import type { Shipment } from "../../gateways/courier/courier.ts";
import type { Database, ReadDatabase, Tx } from "../../platform/db/database.ts";

export type Booking = Awaited<ReturnType<typeof listBookings>>[number];

export type NewBooking = Readonly<{
  orderId: string;
  generation: number;
  section: number;
  service: string;
  customerReference: string;
}>;

/** Once all bookings of a generation are cancelled, the next shipment begins a new one. @param bookings of the last generation */
export function nextGeneration(bookings: readonly Booking[]): number {
  const [{ generation } = { generation: 1 }] = bookings;
  const isCancelled = bookings.length > 0 && bookings.every(({ state }) => state === "cancelled");
  return isCancelled ? generation + 1 : generation;
}

/** @returns false where the parcel already has a booking, in whatever state */
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
 * Retries a booking without a known outcome: refused, its response lost, or requested before `before` by a process that
 * has ended since.
 *
 * @returns false where another request is running, or the parcel is booked
 */
export async function takeOverBooking(
  db: Database,
  parcel: NewBooking,
  { now, before }: Readonly<{ now: string; before: string }>,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await lockRecipients(tx, parcel.orderId);
    const row = await updateBooking(tx, parcel)
      .set({ state: "asked", asked_at: now, service: parcel.service })
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
  parcel: NewBooking,
  outcome: "unclear" | "refused" | Shipment,
): Promise<void> {
  await updateBooking(db, parcel)
    .set(
      typeof outcome === "string"
        ? { state: outcome }
        : {
            state: "booked",
            shipment_id: outcome.id,
            tracking_reference: outcome.trackingReference,
          },
    )
    .where("state", "not in", ["booked", "cancelled"])
    .execute();
}

export async function markCancelled(db: Database, parcel: ParcelKey): Promise<void> {
  await updateBooking(db, parcel)
    .set({ state: "cancelled", tracking_status: "cancelled" })
    .where("state", "=", "booked")
    .execute();
}

type ParcelKey = Pick<NewBooking, "orderId" | "generation" | "section">;

function updateBooking(db: Database, { orderId, generation, section }: ParcelKey) {
  return db
    .updateTable("courier_booking")
    .where("order_id", "=", orderId)
    .where("generation", "=", generation)
    .where("section", "=", section);
}

/** The bookings of the last generation, in the order of the recipients. */
export async function listBookings(db: Database | ReadDatabase, orderId: string) {
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
 * Until the transaction ends, no other one claims a booking of this order or corrects one of its recipients, so that no
 * parcel leaves for an address that was just corrected.
 */
export async function lockRecipients(tx: Tx, orderId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`recipients-${orderId}`}, 0))`.execute(
    tx,
  );
}
