import type { Currency } from "@portal/shared/platform/money.ts";
import { type Collection, collectionSchema } from "@portal/shared/sales/orders/save-order.ts";
import { sql } from "kysely";
import type { Database, ReadDatabase } from "../../platform/db/database.ts";
import { isAboveSecondPersonLimit } from "../../platform/proposals/second-person-limit.queries.ts";
import type { ShopTables } from "../../platform/db/shop-tables.ts";
import { sectionsAfter } from "../orders/order.rules.ts";
import { type OrderSection, orderEvents, orderStream } from "../orders/order.events.ts";
import type { OrderState } from "../../platform/read-model/projection-tables.ts";

export type OrderMoneyRow = Readonly<{
  orderId: string;
  orderNumber: number;
  state: OrderState;
  region: string;
  currency: Currency;
  live: boolean;
  total: number;
  received: number;
  refunded: number;
  deliveryService: string | null;
  collectedBy: Collection["by"] | null;
  placedAt: string;
  paidAt: string | null;
  /** Undefined for an order that was not placed here, but imported. */
  cardEnvironment: ShopTables["order_detail"]["card_environment"] | undefined;
}>;

export async function findOrderMoney(
  db: ReadDatabase,
  orderId: string,
): Promise<OrderMoneyRow | null> {
  const row = await db
    .selectFrom("projection.order_state as order")
    .leftJoin("order_detail as detail", "detail.order_id", "order.order_id")
    .select([
      "order.order_id as orderId",
      "order.order_number as orderNumber",
      "order.state",
      "order.region",
      "order.currency",
      "order.live",
      "order.total",
      "order.received",
      "order.refunded",
      "order.delivery_service as deliveryService",
      "order.placed_at as placedAt",
      "order.paid_at as paidAt",
      "detail.order_id as detailId",
      "detail.card_environment",
      "detail.collection",
    ])
    .where("order.order_id", "=", orderId)
    .executeTakeFirst();
  if (!row) return null;

  const { detailId, card_environment, collection, ...order } = row;
  return {
    ...order,
    collectedBy: collection ? collectionSchema.parse(collection).by : null,
    cardEnvironment: detailId === null ? undefined : card_environment,
  };
}

/** Whether nobody has paid it in full yet, and nobody cancelled it. */
export async function isStillToPay(db: ReadDatabase, orderId: string): Promise<boolean> {
  const row = await db
    .selectFrom("projection.order_state")
    .select("order_id")
    .where("order_id", "=", orderId)
    .where("state", "=", "placed")
    .where("paid_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

/** What the provider said last of a card that did not pay the order, in the last days. */
export type CardAttempt = Readonly<{ status: "failed" | "pending"; at: string }>;

export async function findCardAttempt(
  db: ReadDatabase,
  orderId: string,
): Promise<CardAttempt | null> {
  const row = await db
    .selectFrom("card_notification")
    .select(["payment_status as status", "received_at as at"])
    .where("order_id", "=", orderId)
    .where("state", "=", "noted")
    .where("payment_status", "in", ["FAILED", "PENDING"])
    .where("received_at", ">", sql<string>`now() - interval '7 days'`)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? { status: row.status === "FAILED" ? "failed" : "pending", at: row.at } : null;
}

/** Who gets what by now: the recipients may have been corrected since it was placed. */
export async function getCurrentSections(
  db: ReadDatabase,
  orderId: string,
): Promise<readonly OrderSection[]> {
  const rows = await db
    .selectFrom("ledger_events")
    .select(["type", "schema_version as schemaVersion", "event_id as eventId", "data"])
    .where("stream_id", "=", orderStream(orderId))
    .where("type", "in", ["OrderPlaced", "RecipientCorrected"])
    .orderBy("stream_version")
    .execute();
  return sectionsAfter(rows.map((row) => orderEvents.read(row)));
}

/** What was ordered, as the fact says it; it never changes. */
export async function getPlacedSections(
  db: ReadDatabase,
  orderId: string,
): Promise<readonly OrderSection[]> {
  const placed = await db
    .selectFrom("ledger_events")
    .select(["type", "schema_version as schemaVersion", "event_id as eventId", "data"])
    .where("stream_id", "=", orderStream(orderId))
    .where("stream_version", "=", 1)
    .executeTakeFirstOrThrow();
  const event = orderEvents.read(placed);
  if (event.type !== "OrderPlaced") throw new Error(`order ${orderId} begins with ${event.type}`);
  return event.data.sections;
}

export async function findProductNames(
  db: ReadDatabase,
  productIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom("product")
    .select(["id", "name"])
    .where("id", "in", productIds)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** All that was booked by transfer for one order counts, so that nothing gets below the limit in parts. */
export async function isEftAboveLimit(
  db: Database,
  orderId: string,
  amount: number,
): Promise<boolean> {
  return isAboveSecondPersonLimit(
    db,
    amount,
    sql`stream_id = ${orderStream(orderId)} and type = 'PaymentReceived'
    and data ->> 'method' = 'eft'`,
  );
}
