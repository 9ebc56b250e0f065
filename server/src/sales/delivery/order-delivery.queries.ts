import { eftPrefix } from "@portal/shared/platform/constants.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import {
  goesByCourier,
  isCancellable,
  isPosted,
  type TrackingState,
  trackingState,
} from "@portal/shared/sales/delivery/delivery.ts";
import type { Collection } from "@portal/shared/sales/orders/save-order.ts";
import type { Caller } from "../../caller.ts";
import { type ReadDatabase, readOnly } from "../../platform/db/database.ts";
import type { OrderState } from "../../platform/read-model/projection-tables.ts";
import { isUnshipped, quoteFreshDays } from "../orders/order-tasks.queries.ts";
import {
  type OrderEvent,
  orderEvents,
  type OrderSection,
  orderStream,
} from "../orders/order.events.ts";
import { sectionsAfter } from "../orders/order.rules.ts";
import { findDeliveryWishes } from "./consignment.ts";
import { type Booking, listBookings, nextGeneration } from "./courier-booking.store.ts";

/** An order as whoever arranges its delivery sees it. */
export type DeliveryOrder = Readonly<{
  orderId: string;
  orderNumber: number;
  /** The number as it stands on parcels and in mails. */
  reference: string;
  region: Region;
  currency: Currency;
  state: OrderState;
  /** One that is not is never sent, priced or fetched: no courier hears of it. */
  live: boolean;
  service: string | null;
  buyerId: number | null;
  sections: readonly OrderSection[];
  /** The last one since it goes to where it goes; `rate` in minor units. */
  quote: Readonly<{ service: string; quoteNumber: string; rate: number; at: string }> | null;
  /** How often the courier gave its price, also where that counts no more. */
  quoteCount: number;
  /** When the courier was asked to come, an ISO instant, and how often it was asked. */
  collectionAt: string | null;
  collectionCount: number;
  waybill: string | null;
  /** Those that hold now, one for each recipient, and how many were ever given. */
  waybills: readonly string[];
  waybillCount: number;
  /** It has a waybill, and its shipment was not taken back. */
  isShipped: boolean;
}>;

/** @throws DomainError order.unknown */
export async function getDeliveryOrder(db: ReadDatabase, orderId: string): Promise<DeliveryOrder> {
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
    ])
    .select(isUnshipped.as("isUnshipped"))
    .where("order_id", "=", orderId)
    .executeTakeFirst();
  if (!order) throw new DomainError("order.unknown");
  const history = await readDeliveryHistory(db, orderId);
  const { isUnshipped: isWaiting, ...row } = order;
  const reference = `${eftPrefix}${order.orderNumber}`;
  return { ...row, ...history, isShipped: !isWaiting, reference };
}

/** @throws DomainError courier.test-order */
export function requireLive({ live }: DeliveryOrder): void {
  if (!live) throw new DomainError("courier.test-order");
}

/** @throws DomainError courier.already-shipped */
export function requireNotShipped({ isShipped }: DeliveryOrder): void {
  if (isShipped) throw new DomainError("courier.already-shipped");
}

/** The courier goes with it and its price is not known, also where its money went back meanwhile. */
export function isWithoutPrice(order: DeliveryOrder): boolean {
  const { live, region, service, quote, isShipped, state } = order;
  const isWanted = live && !isShipped && state !== "cancelled";
  return isWanted && quote === null && goesByCourier(region, service);
}

async function readDeliveryHistory(db: ReadDatabase, orderId: string) {
  const rows = await db
    .selectFrom("ledger_events")
    .select([
      "type",
      "schema_version as schemaVersion",
      "event_id as eventId",
      "data",
      "occurred_at as at",
    ])
    .where("stream_id", "=", orderStream(orderId))
    .where("type", "in", historyTypes)
    .orderBy("stream_version")
    .execute();
  const facts: OrderEvent[] = [];
  let quote: DeliveryOrder["quote"] = null;
  let quoteCount = 0;
  let collectionAt: string | null = null;
  let collectionCount = 0;
  const waybills: string[] = [];
  for (const { at, ...stored } of rows) {
    const event = orderEvents.read(stored);
    facts.push(event);
    if (event.type === "DeliveryQuoted") {
      quote = { ...event.data, at };
      quoteCount++;
    }
    if (event.type === "CollectionBooked") {
      ({ collectionAt } = event.data);
      collectionCount++;
    }
    if (event.type === "ShipmentCreated") waybills.push(event.data.waybill);
    if (event.type === "RecipientCorrected" && event.data.placeChanged) quote = null;
  }
  const sections = sectionsAfter(facts);
  return {
    sections,
    quote,
    quoteCount,
    collectionAt,
    collectionCount,
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

type OrderDelivery = {
  region: Region;
  currency: Currency;
  service: string | null;
  goesByCourier: boolean;
  /** Who comes to the office for it; null where nobody does. */
  collection: Collection | null;
  /** What the courier asks, in minor units; the buyer pays the flat line whatever it is. */
  quote: { service: string; rate: number } | null;
  /** Nobody could tell the price yet: the office asks again. */
  isToBeQuoted: boolean;
  /** When it was quoted; prices of the courier's change, so an old one is asked for anew before it is booked. */
  quotedAt: string | null;
  isQuoteStale: boolean;
  collectionAt: string | null;
  /** How often the courier was asked to come, and which shipment is the next: what makes a request for one a new one. */
  collectionCount: number;
  nextShipment: number;
  isShipped: boolean;
  /** How many parcels the office takes to the post; 0 where a courier comes, or nothing is to be sent. */
  parcelsToPost: number;
  /** The office took it to the post, so that a wrong tracking number can still be put right. */
  isPosted: boolean;
  /** Whether its parcels can be taken back: the courier has none of them yet. */
  isCancellable: boolean;
  shipments: {
    section: number;
    trackingReference: string | null;
    state: TrackingState | null;
    seenAt: string | null;
  }[];
};

/** How one order gets to where it goes, for the office. */
export async function getOrderDelivery(caller: Caller, orderId: string): Promise<OrderDelivery> {
  const order = await getDeliveryOrder(readOnly(caller.db), orderId);
  const { region, currency, service, quote, isShipped } = order;
  const { collectionAt, collectionCount } = order;
  const byCourier = order.live && goesByCourier(region, service);
  const [{ collection }, bookings] = await Promise.all([
    findDeliveryWishes(caller.db, orderId),
    listBookings(caller.db, orderId),
  ]);
  return {
    region,
    currency,
    service,
    collection,
    collectionAt,
    collectionCount,
    nextShipment: nextGeneration(bookings),
    goesByCourier: byCourier,
    quote: quote && { service: quote.service, rate: quote.rate },
    isToBeQuoted: isWithoutPrice(order),
    quotedAt: quote?.at ?? null,
    isQuoteStale: quote !== null && !isShipped && isQuoteStale(quote.at, caller.now()),
    isShipped,
    parcelsToPost: order.live && isPosted(region) && !isShipped ? order.sections.length : 0,
    isPosted: isShipped && isPosted(region),
    isCancellable:
      bookings.some(isBooked) &&
      bookings.filter(isBooked).every((each) => isCancellable(each.trackingStatus)),
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

function isBooked({ state }: Booking): boolean {
  return state === "booked";
}
