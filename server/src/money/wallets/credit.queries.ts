import type { Currency } from "@portal/shared/platform/money.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import type { OrderState } from "../../platform/read-model/projection-rows.ts";

export type OrderToCredit = Readonly<{
  buyerId: number | null;
  state: OrderState;
  total: number;
  received: number;
  refunded: number;
  currency: Currency;
  paidAt: string | null;
}>;

export async function findOrderToCredit(
  db: ReadDatabase,
  orderId: string,
): Promise<OrderToCredit | undefined> {
  return db
    .selectFrom("projection.order_state")
    .select(["buyer_id as buyerId", "state", "currency", "paid_at as paidAt"])
    .select(["total", "received", "refunded"])
    .where("order_id", "=", orderId)
    .executeTakeFirst();
}
