import { eftPrefix } from "@portal/shared/platform/constants.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { sql } from "kysely";
import type { ReadDatabase } from "../../platform/db/database.ts";
import type { OrderState } from "../../platform/read-model/projection-rows.ts";
import { sectionsAfter } from "../orders/order-sections.rules.ts";
import {
  type OrderEvent,
  orderEvents,
  type OrderSection,
  orderStream,
} from "../orders/order.events.ts";

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
  /** It has a waybill, and its shipment was not taken back. */
  isShipped: boolean;
}>;

/** @throws DomainError order.unknown */
export async function getDeliveryOrder(db: ReadDatabase, orderId: string): Promise<DeliveryOrder> {
  const order = await db
    .selectFrom("projection.order_state")
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
    .select(wasTakenBack.as("wasTakenBack"))
    .where("order_id", "=", orderId)
    .executeTakeFirst();
  if (!order) throw new DomainError("order.unknown");
  const history = await readDeliveryHistory(db, orderId);
  const { wasTakenBack: isBack, ...row } = order;
  const isShipped = order.waybill !== null && !isBack;
  return { ...row, ...history, isShipped, reference: `${eftPrefix}${order.orderNumber}` };
}

/** @throws DomainError courier.test-order */
export function requireLive({ live }: DeliveryOrder): void {
  if (!live) throw new DomainError("courier.test-order");
}

const wasTakenBack = sql<boolean>`exists (select from courier_booking booking
  where booking.tracking_reference = order_state.waybill and booking.state = 'cancelled'
    and booking.order_id = order_state.order_id)`;

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
    if (event.type === "RecipientCorrected" && event.data.placeChanged) quote = null;
  }
  return { sections: sectionsAfter(facts), quote, quoteCount, collectionAt, collectionCount };
}

const historyTypes: OrderEvent["type"][] = [
  "OrderPlaced",
  "DeliveryQuoted",
  "CollectionBooked",
  "RecipientCorrected",
];
