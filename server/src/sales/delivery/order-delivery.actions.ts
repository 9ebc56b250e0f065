import { goesByCourier } from "@portal/shared/sales/delivery/delivery-services.ts";
import {
  isCancellable,
  type TrackingState,
  trackingState,
} from "@portal/shared/sales/delivery/tracking.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import type { Collection } from "@portal/shared/sales/orders/save-order.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import type { Caller } from "../../caller.ts";
import { readOnly } from "../../platform/db/database.ts";
import { quoteFreshDays } from "../orders/order-tasks.queries.ts";
import { type Booking, listBookings, nextGeneration } from "./courier-booking.store.ts";
import { findDeliveryWishes } from "./delivery.store.ts";
import { getDeliveryOrder } from "./delivery-order.queries.ts";

export type OrderDelivery = {
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
  const { region, currency, service, quote, isShipped, state } = order;
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
    isToBeQuoted: byCourier && quote === null && !isShipped && state !== "cancelled",
    quotedAt: quote?.at ?? null,
    isQuoteStale: quote !== null && !isShipped && isQuoteStale(quote.at, caller.now()),
    isShipped,
    isCancellable:
      bookings.some(isBooked) &&
      bookings.filter(isBooked).every((each) => isCancellable(each.trackingStatus)),
    shipments: bookings.map(
      ({ section, trackingReference, trackingStatus, trackedAt, ...each }) => ({
        section,
        trackingReference,
        state:
          trackingReference === null
            ? null
            : trackingState(each.state === "cancelled" ? "cancelled" : trackingStatus),
        seenAt: trackedAt,
      }),
    ),
  };
}

function isQuoteStale(quotedAt: string, now: string): boolean {
  return Date.parse(now) - Date.parse(quotedAt) > quoteFreshDays * 24 * 3600_000;
}

function isBooked({ state }: Booking): boolean {
  return state === "booked";
}
