import { eftPrefix } from "@portal/shared/platform/constants.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import {
  goesByCourier,
  isCancellable,
  isPosted,
  trackingState,
} from "@portal/shared/sales/delivery/delivery.ts";
import { sql } from "kysely";
import type { Caller } from "../../caller.ts";
import { type ReadDatabase, readOnly } from "../../platform/db/database.ts";
import { storedEvents } from "../../platform/ledger/read-events.ts";
import { isUnshipped, quoteFreshDays } from "../orders/order-tasks.queries.ts";
import { type OrderEvent, orderEvents, orderStream } from "../orders/order.events.ts";
import { sectionsAfter, takenBack, whyNotSent } from "../orders/order.rules.ts";
import { findDeliveryWishes } from "./consignment.ts";
import { listBookings, listSurplus } from "./courier-booking.store.ts";

/** The facts that delivery of an order is arranged by. */
export type DeliveryOrder = Readonly<Awaited<ReturnType<typeof getDeliveryOrder>>>;

/** @throws DomainError order.unknown */
export async function getDeliveryOrder(db: ReadDatabase, orderId: string) {
  const order = await db
    .selectFrom("projection.order_state as order")
    .select([
      "order_id as orderId",
      "order_number as orderNumber",
      "region",
      "currency",
      "state",
      "live",
      "delivery_service as service",
      "buyer_id as buyerId",
      "waybill",
      "total",
      "due",
      "received",
      "refunded",
    ])
    .select(sql<boolean>`"order".paid_at is not null`.as("isPaid"))
    .select(isUnshipped.as("isUnshipped"))
    .where("order_id", "=", orderId)
    .executeTakeFirst();
  if (!order) throw new DomainError("order.unknown");
  const history = await readDeliveryHistory(db, orderId);
  const { isUnshipped: isWaiting, ...row } = order;
  const reference = `${eftPrefix}${order.orderNumber}`;
  return { ...row, ...history, isShipped: !isWaiting, reference };
}

/** Test orders are never priced, shipped or collected. @throws DomainError courier.test-order */
export function requireLive({ live }: DeliveryOrder): void {
  if (!live) throw new DomainError("courier.test-order");
}

/** @throws DomainError courier.already-shipped */
export function requireNotShipped({ isShipped }: DeliveryOrder): void {
  if (isShipped) throw new DomainError("courier.already-shipped");
}

/**
 * Once sent, tracking numbers are corrected whatever was refunded since.
 *
 * @param seen what whoever sends it saw as taken back
 * @throws DomainError order.nothing-to-send, order.part-refunded
 */
export function requireMaySend(order: DeliveryOrder, seen: number | undefined): void {
  const reason = order.isShipped ? null : whyNotSent(order, seen);
  if (reason) throw new DomainError(reason);
}

/** It goes by courier and has no quote; also where it was refunded, but not where it was cancelled. */
export function isWithoutPrice(order: DeliveryOrder): boolean {
  const { live, region, service, quote, isShipped, state } = order;
  const isWanted = live && !isShipped && state !== "cancelled";
  return isWanted && quote === null && goesByCourier(region, service);
}

async function readDeliveryHistory(db: ReadDatabase, orderId: string) {
  const rows = await storedEvents(db)
    .where("stream_id", "=", orderStream(orderId))
    .where("type", "in", historyTypes)
    .execute();
  const facts: OrderEvent[] = [];
  // Null again once the address has changed; the count includes quotes that no longer apply. `rate` in minor units.
  let quote: { service: string; quoteNumber: string; rate: number; at: string } | null = null;
  let quoteCount = 0;
  // An ISO instant.
  let collectionAt: string | null = null;
  const waybills: string[] = [];
  for (const stored of rows) {
    const event = orderEvents.read(stored);
    facts.push(event);
    if (event.type === "DeliveryQuoted") {
      quote = { ...event.data, at: stored.occurredAt };
      quoteCount++;
    }
    if (event.type === "CollectionBooked") ({ collectionAt } = event.data);
    if (event.type === "ShipmentCreated") waybills.push(event.data.waybill);
    if (event.type === "RecipientCorrected" && event.data.placeChanged) quote = null;
  }
  const sections = sectionsAfter(facts);
  return {
    sections,
    quote,
    quoteCount,
    collectionAt,
    // Those in force, one for each recipient; the count includes those that were replaced.
    waybills: waybills.slice(-sections.length),
    waybillCount: waybills.length,
  };
}

const historyTypes: OrderEvent["type"][] = [
  "OrderPlaced",
  "DeliveryQuoted",
  "CollectionBooked",
  "ShipmentCreated",
  "RecipientCorrected",
];

/** The delivery of one order, for the office. */
export async function getOrderDelivery(caller: Caller, orderId: string) {
  const order = await getDeliveryOrder(readOnly(caller.db), orderId);
  const { region, currency, service, quote, isShipped, collectionAt } = order;
  const byCourier = order.live && goesByCourier(region, service);
  const [{ collection }, bookings, surplus] = await Promise.all([
    findDeliveryWishes(caller.db, orderId),
    listBookings(caller.db, orderId),
    listSurplus(readOnly(caller.db), orderId),
  ]);
  const booked = bookings.filter(({ state }) => state === "booked");
  return {
    region,
    currency,
    service,
    collection,
    collectionAt,
    goesByCourier: byCourier,
    // The courier's price; the buyer pays the flat price.
    quote: quote && { service: quote.service, rate: quote.rate },
    isToBeQuoted: isWithoutPrice(order),
    quotedAt: quote?.at ?? null,
    isQuoteStale: quote !== null && !isShipped && isQuoteStale(quote.at, caller.now()),
    isShipped,
    /** Whoever sends the order confirms it. */
    takenBack: takenBack(order),
    parcelsToPost: order.live && isPosted(region) && !isShipped ? order.sections.length : 0,
    isPosted: isShipped && isPosted(region),
    isCancellable: booked.length > 0 && booked.every((each) => isCancellable(each.trackingStatus)),
    /** Tracking references of shipments beside those that are sent. */
    surplus,
    shipments: isPosted(region)
      ? order.waybills.map(asPosted)
      : bookings.map(({ section, trackingReference, trackingStatus, trackedAt, ...each }) => ({
          section,
          trackingReference,
          state:
            trackingReference === null
              ? null
              : trackingState(each.state === "cancelled" ? "cancelled" : trackingStatus),
          seenAt: trackedAt,
        })),
  };
}

function isQuoteStale(quotedAt: string, now: string): boolean {
  return Date.parse(now) - Date.parse(quotedAt) > quoteFreshDays * 24 * 3600_000;
}

function asPosted(trackingReference: string, at: number) {
  return { section: at + 1, trackingReference, state: null, seenAt: null };
}
