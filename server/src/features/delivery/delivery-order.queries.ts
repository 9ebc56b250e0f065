import { eftPrefix } from "@portal/shared/constants.ts";
import { DomainError } from "@portal/shared/domain-error.ts";
import type { Currency } from "@portal/shared/money.ts";
import type { Region } from "@portal/shared/region.ts";
import type { ReadDatabase } from "../../db/database.ts";
import type { OrderState } from "../books/books.ts";
import { orderEvents, type OrderSection, orderStream } from "../orders/order.events.ts";

/** An order as whoever arranges its delivery sees it. */
export type DeliveryOrder = Readonly<{
  orderId: string;
  orderNumber: number;
  /** The number as it stands on parcels and in mails. */
  reference: string;
  region: Region;
  currency: Currency;
  state: OrderState;
  service: string | null;
  buyerId: number | null;
  sections: readonly OrderSection[];
  /** The last one; `rate` in minor units. */
  quote: Readonly<{ service: string; quoteNumber: string; rate: number }> | null;
  /** When the courier was asked to come, an ISO instant. */
  collectionAt: string | null;
  waybill: string | null;
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
      "delivery_service as service",
      "buyer_id as buyerId",
      "waybill",
    ])
    .where("order_id", "=", orderId)
    .executeTakeFirst();
  if (!order) throw new DomainError("order.unknown");
  const history = await readDeliveryHistory(db, orderId);
  return { ...order, ...history, reference: `${eftPrefix}${order.orderNumber}` };
}

async function readDeliveryHistory(db: ReadDatabase, orderId: string) {
  const rows = await db
    .selectFrom("ledger_events")
    .select(["type", "schema_version as schemaVersion", "data"])
    .where("stream_id", "=", orderStream(orderId))
    .where("type", "in", ["OrderPlaced", "DeliveryQuoted", "CollectionBooked"])
    .orderBy("stream_version")
    .execute();
  let sections: DeliveryOrder["sections"] = [];
  let quote: DeliveryOrder["quote"] = null;
  let collectionAt: string | null = null;
  for (const { type, data } of rows.map(orderEvents.read)) {
    if (type === "OrderPlaced") ({ sections } = data);
    if (type === "DeliveryQuoted") quote = data;
    if (type === "CollectionBooked") ({ collectionAt } = data);
  }
  return { sections, quote, collectionAt };
}
