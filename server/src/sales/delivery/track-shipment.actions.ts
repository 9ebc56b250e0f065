import { trackingState } from "@portal/shared/sales/delivery/delivery.ts";
import type { Caller } from "../../caller.ts";
import { CourierDown, CourierRefused } from "../../gateways/courier/courier.ts";
import { type Database, readOnly, type Tx } from "../../platform/db/database.ts";
import type { Log } from "../../platform/log.ts";
import { type MessageContext, queueMessage } from "../../platform/messages/queue-message.ts";
import { isLive } from "../../platform/read-model/live-orders.ts";
import { findOrderParties } from "../orders/order.queries.ts";
import { orderDelivered } from "../orders/order.messages.ts";

export type TrackContext = MessageContext & Pick<Caller, "db" | "courier">;

/**
 * Requests the status of a parcel from the courier and stores it. A webhook only triggers this request, so a forged one
 * cannot mark a parcel as delivered. When the last parcel of an order arrives, its buyer gets one message.
 *
 * @throws CourierDown, CourierRefused: the job is retried
 */
export async function trackShipment(
  context: TrackContext,
  trackingReference: string,
): Promise<void> {
  const { db, courier, now } = context;
  if (!(await isUnderway(db, trackingReference))) return;
  const seen = await courier.track(trackingReference);
  const askedAt = now();
  await db.transaction().execute(async (tx) => {
    const booking = await tx
      .updateTable("courier_booking")
      .set({ status_asked_at: askedAt, ...(seen && statusOf(seen, askedAt)) })
      .where("tracking_reference", "=", trackingReference)
      .where("state", "=", "booked")
      .where("delivered_at", "is", null)
      .returning(["order_id as orderId", "generation", "delivered_at as deliveredAt"])
      .executeTakeFirst();
    if (booking && booking.deliveredAt !== null) await announceArrival(tx, context, booking);
  });
}

/**
 * Asks about the parcels that are due. One that the courier refuses to tell of holds up no other, and has its turn again
 * later; while the courier is unavailable, all wait for the next run.
 */
export async function trackDueParcels(
  context: TrackContext & Readonly<{ log: Pick<Log, "warn"> }>,
  isOver: () => boolean = () => false,
): Promise<void> {
  const { db, log, now } = context;
  for (const trackingReference of await listParcelsToAskAbout(db, now())) {
    if (isOver()) return;
    try {
      await trackShipment(context, trackingReference);
    } catch (error) {
      if (error instanceof CourierDown) {
        log.warn({ reason: error.name }, "the courier did not answer a tracking request");
        return;
      }
      if (!(error instanceof CourierRefused)) throw error;
      const orderNumber = await noteAsked(db, trackingReference, now());
      // Not the reference, which opens the courier's page of the parcel.
      log.warn({ orderNumber }, "the courier refused a tracking request");
    }
  }
}

async function noteAsked(
  db: Database,
  trackingReference: string,
  askedAt: string,
): Promise<number | null> {
  const asked = await db
    .updateTable("courier_booking as booking")
    .from("projection.order_state as order")
    .set({ status_asked_at: askedAt })
    .whereRef("order.order_id", "=", "booking.order_id")
    .where("booking.tracking_reference", "=", trackingReference)
    .returning("order.order_number as orderNumber")
    .executeTakeFirst();
  return asked?.orderNumber ?? null;
}

function statusOf(
  { status, at }: Readonly<{ status: string; at: string | null }>,
  askedAt: string,
) {
  const state = trackingState(status);
  return {
    tracking_status: status.slice(0, 60),
    tracked_at: at ?? askedAt,
    ...(state === "delivered" && { delivered_at: at ?? askedAt }),
    // Cancelled at the courier's, not here: the order does not change, and can be booked again.
    ...(state === "cancelled" && { state: "cancelled" as const }),
  };
}

async function isUnderway(db: Database, trackingReference: string): Promise<boolean> {
  const row = await db
    .selectFrom("courier_booking")
    .select("order_id")
    .where("tracking_reference", "=", trackingReference)
    .where("state", "=", "booked")
    .where("delivered_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

async function announceArrival(
  tx: Tx,
  context: MessageContext,
  { orderId, generation }: Readonly<{ orderId: string; generation: number }>,
): Promise<void> {
  const open = await tx
    .selectFrom("courier_booking")
    .select("section")
    .where("order_id", "=", orderId)
    .where("generation", "=", generation)
    .where("delivered_at", "is", null)
    .executeTakeFirst();
  if (open) return;
  const parties = await findOrderParties(readOnly(tx), orderId);
  const ids = { userId: parties?.buyerId ?? null, orderId };
  await queueMessage(tx, context, `order-delivered:${orderId}`, orderDelivered, ids);
}

/** Polled this many at a time, each again after two hours, in case a webhook is lost. */
const batchSize = 100;
const pollIntervalMs = 2 * 3600_000;
/** A parcel that has not arrived after this long is for the office to follow up. */
const giveUpMs = 30 * 24 * 3600_000;

/** Parcels underway that are due to be polled, the longest waiting first. */
export async function listParcelsToAskAbout(db: Database, now: string): Promise<string[]> {
  const before = (ms: number) => new Date(Date.parse(now) - ms).toISOString();
  const rows = await db
    .selectFrom("courier_booking")
    .select("tracking_reference as trackingReference")
    .where("state", "=", "booked")
    .where("delivered_at", "is", null)
    .where((booking) =>
      booking.exists(
        booking
          .selectFrom("projection.order_state as order")
          .select("order.order_id")
          .whereRef("order.order_id", "=", "courier_booking.order_id")
          .where(isLive()),
      ),
    )
    .where("asked_at", ">", before(giveUpMs))
    .where((row) =>
      row.or([
        row("status_asked_at", "is", null),
        row("status_asked_at", "<", before(pollIntervalMs)),
      ]),
    )
    .orderBy("status_asked_at", (order) => order.asc().nullsFirst())
    .limit(batchSize)
    .execute();
  return rows.flatMap(({ trackingReference }) => trackingReference ?? []);
}
