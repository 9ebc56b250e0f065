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

/** One request to the courier, by the moment at which it was asked: one that was overtaken settles nothing of the next. */
export type Attempt = NewBooking & Readonly<{ askedAt: string }>;

/** @returns false where the parcel already has a booking, in whatever state */
export async function claimBooking(
  db: Database,
  { orderId, generation, section, service, customerReference, askedAt }: Attempt,
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
        asked_at: askedAt,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning("section")
      .executeTakeFirst();
    return row !== undefined;
  });
}

/**
 * Asks anew for a parcel of which it is known, or long enough ago, that nothing was booked.
 *
 * @param last the attempt that the caller saw
 * @returns false where another request was made since
 */
export async function takeOverBooking(
  db: Database,
  attempt: Attempt,
  last: Readonly<{ askedAt: string }>,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    await lockRecipients(tx, attempt.orderId);
    const row = await updateBooking(tx, attempt)
      .set({ state: "asked", asked_at: attempt.askedAt, service: attempt.service })
      .where("state", "in", ["asked", "unclear", "refused"])
      .where("asked_at", "=", last.askedAt)
      .returning("section")
      .executeTakeFirst();
    return row !== undefined;
  });
}

/** Whether no other request took the parcel over. */
export async function isStillAsked(db: Database, attempt: Attempt): Promise<boolean> {
  const row = await db
    .selectFrom("courier_booking")
    .select("section")
    .where("order_id", "=", attempt.orderId)
    .where("generation", "=", attempt.generation)
    .where("section", "=", attempt.section)
    .where("state", "=", "asked")
    .where("asked_at", "=", attempt.askedAt)
    .executeTakeFirst();
  return row !== undefined;
}

/** Records how an attempt ended, unless it was overtaken. */
export async function settleBooking(
  db: Database,
  attempt: Attempt,
  outcome: "unclear" | "refused",
): Promise<void> {
  await updateBooking(db, attempt)
    .set({ state: outcome })
    .where("state", "=", "asked")
    .where("asked_at", "=", attempt.askedAt)
    .execute();
}

/**
 * Records what the courier booked. Where the parcel has another shipment, or another request for it is on its way, this one
 * is surplus, and the office has it among its tasks until it is taken back.
 *
 * @returns whether it is surplus
 */
export async function recordShipment(
  db: Database,
  attempt: Attempt,
  { id, trackingReference }: Shipment,
): Promise<boolean> {
  const row = await updateBooking(db, attempt)
    .set({
      state: "booked",
      shipment_id: id,
      tracking_reference: trackingReference,
      surplus_references: sql`array_remove(surplus_references, ${trackingReference}::text)`,
    })
    .where((booking) =>
      booking.or([
        booking("state", "in", ["unclear", "refused"]),
        booking.and([booking("state", "=", "asked"), booking("asked_at", "=", attempt.askedAt)]),
      ]),
    )
    .returning("section")
    .executeTakeFirst();
  if (row) return false;
  const surplus = await updateBooking(db, attempt)
    .set({ surplus_references: sql`surplus_references || ${trackingReference}::text` })
    .where("tracking_reference", "is distinct from", trackingReference)
    .where(sql<boolean>`${trackingReference}::text <> all(surplus_references)`)
    .returning("section")
    .executeTakeFirst();
  return surplus !== undefined;
}

/** The tracking references of shipments beside those that are sent, of all generations. */
export async function listSurplus(db: ReadDatabase, orderId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("courier_booking")
    .select("surplus_references as references")
    .where("order_id", "=", orderId)
    .where(sql<boolean>`surplus_references <> '{}'`)
    .orderBy("generation")
    .orderBy("section")
    .execute();
  return rows.flatMap(({ references }) => references);
}

/** Where the office has taken it back, or knows that it has to call the courier. */
export async function forgetSurplus(db: Database, orderId: string, reference: string) {
  await db
    .updateTable("courier_booking")
    .set({ surplus_references: sql`array_remove(surplus_references, ${reference}::text)` })
    .where("order_id", "=", orderId)
    .where(sql<boolean>`${reference}::text = any(surplus_references)`)
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
