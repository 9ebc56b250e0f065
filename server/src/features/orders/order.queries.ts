import { eftPrefix } from "@portal/shared/constants.ts";
import type { Currency } from "@portal/shared/money.ts";
import type { ListOrders } from "@portal/shared/orders/save-order.ts";
import type { Page } from "@portal/shared/paging.ts";
import { sql } from "kysely";
import type { ReadDatabase } from "../../db/database.ts";
import type { OrderState } from "../books/books.ts";

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

export type ListedOrder = MyOrder & {
  live: boolean;
  buyerId: number | null;
  buyerName: string | null;
  sellerId: number | null;
  sellerName: string | null;
  /** More came in than was asked for: somebody has to give it back. */
  overpaid: boolean;
};

export type OrderParties = Readonly<{ buyerId: number | null; sellerId: number | null }>;

export async function findOrderParties(
  db: ReadDatabase,
  orderId: string,
): Promise<OrderParties | undefined> {
  return db
    .selectFrom("projection.order_state")
    .select(["buyer_id as buyerId", "seller_id as sellerId"])
    .where("order_id", "=", orderId)
    .executeTakeFirst();
}

export async function listOrdersOf(
  db: ReadDatabase,
  buyerId: number,
  { page, pageSize, search }: { page: number; pageSize: number; search?: string | undefined },
): Promise<Page<MyOrder>> {
  let matching = db
    .selectFrom("projection.order_state as order")
    .where("order.buyer_id", "=", buyerId);
  if (search) matching = matching.where("order.order_number", "=", orderNumberIn(search) ?? 0);

  const { total } = await matching
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const rows = await matching
    .select(myOrderColumns)
    .orderBy("order.placed_at", "desc")
    .orderBy("order.order_id")
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return { rows, total };
}

export async function listOrders(
  db: ReadDatabase,
  { page, pageSize, search, state, sort }: ListOrders,
): Promise<Page<ListedOrder>> {
  let matching = db
    .selectFrom("projection.order_state as order")
    .leftJoin("account as buyer", "buyer.id", "order.buyer_id")
    .leftJoin("account as seller", "seller.id", "order.seller_id");
  if (state) matching = matching.where("order.state", "=", state);
  if (search) {
    const orderNumber = orderNumberIn(search);
    const pattern = `%${search.replaceAll(/[\\%_]/g, "\\$&")}%`;
    matching = matching.where((order) =>
      orderNumber === null
        ? order.or([
            order(fullName("buyer"), "ilike", pattern),
            order("buyer.email", "ilike", pattern),
            order(fullName("seller"), "ilike", pattern),
          ])
        : order("order.order_number", "=", orderNumber),
    );
  }

  const { total } = await matching
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const rows = await matching
    .select(myOrderColumns)
    .select([
      "order.live",
      "order.buyer_id as buyerId",
      "order.seller_id as sellerId",
      fullName("buyer").as("buyerName"),
      fullName("seller").as("sellerName"),
    ])
    .select(isOverpaid.as("overpaid"))
    .orderBy(sortColumns[sort.by], sort.direction)
    .orderBy("order.order_id")
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return { rows, total };
}

const myOrderColumns = [
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

const sortColumns = {
  placedAt: "order.placed_at",
  orderNumber: "order.order_number",
  total: "order.total",
} as const;

/** `RH1042`, `rh 1042` and `1042` are the same order; anything else is no number. */
function orderNumberIn(search: string): number | null {
  const [, digits] = new RegExp(`^(?:${eftPrefix})?\\s*(\\d{1,15})$`, "i").exec(search) ?? [];
  return digits === undefined ? null : Number(digits);
}

function fullName(alias: "buyer" | "seller") {
  return sql<
    string | null
  >`${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)}`;
}

/** What is still here of what came in is more than the order was for; a cancelled one was for nothing. */
const isOverpaid = sql<boolean>`"order".received - "order".refunded
  > case when "order".state = 'cancelled' then 0 else "order".total end`;
