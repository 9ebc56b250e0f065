import { eftPrefix } from "@portal/shared/platform/constants.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import type { MyOrders } from "@portal/shared/sales/orders/save-order.ts";
import type { Page } from "@portal/shared/platform/paging.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import type { OrderState } from "../../platform/read-model/projection-rows.ts";
import { findRecipientNames } from "./order-recipients.queries.ts";

export type MyOrder = {
  uuid: string;
  orderNumber: number;
  state: OrderState;
  currency: Currency;
  total: number;
  received: number;
  refunded: number;
  units: number;
  placedAt: string;
  paidAt: string | null;
};

export type OwnOrder = MyOrder & {
  /** Whom its parcels go to. */
  recipients: readonly string[];
};

export type OrderParties = Readonly<{
  buyerId: number | null;
  sellerId: number | null;
  live: boolean;
}>;

export async function findOrderParties(
  db: ReadDatabase,
  orderId: string,
): Promise<OrderParties | undefined> {
  return db
    .selectFrom("projection.order_state")
    .select(["buyer_id as buyerId", "seller_id as sellerId", "live"])
    .where("order_id", "=", orderId)
    .executeTakeFirst();
}

export async function listOrdersOf(
  db: ReadDatabase,
  buyerId: number,
  { page, pageSize, search, sort }: MyOrders,
): Promise<Page<OwnOrder>> {
  let matching = db
    .selectFrom("projection.order_state as order")
    .where("order.buyer_id", "=", buyerId);
  if (search) matching = matching.where("order.order_number", "=", orderNumberIn(search) ?? 0);

  const { total } = await matching
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const rows = await matching
    .select(myOrderColumns)
    .orderBy(sortColumns[sort.by], sort.direction)
    .orderBy("order.order_id")
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const recipients = await findRecipientNames(
    db,
    rows.map(({ uuid }) => uuid),
  );
  return {
    rows: rows.map((row) => ({ ...row, recipients: recipients.get(row.uuid) ?? [] })),
    total,
  };
}

export const sortColumns = {
  placedAt: "order.placed_at",
  orderNumber: "order.order_number",
  total: "order.total",
} as const;

export const myOrderColumns = [
  "order.order_id as uuid",
  "order.order_number as orderNumber",
  "order.state",
  "order.currency",
  "order.total",
  "order.received",
  "order.refunded",
  "order.units",
  "order.placed_at as placedAt",
  "order.paid_at as paidAt",
] as const;

/** `RH1042`, `rh 1042` and `1042` are the same order; anything else is no number. */
export function orderNumberIn(search: string): number | null {
  const [, digits] = new RegExp(`^(?:${eftPrefix})?\\s*(\\d{1,15})$`, "i").exec(search) ?? [];
  return digits === undefined ? null : Number(digits);
}
