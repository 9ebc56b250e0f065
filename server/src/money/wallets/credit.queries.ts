import type { Currency } from "@portal/shared/platform/money.ts";
import { sql } from "kysely";
import type { Database, ReadDatabase } from "../../platform/db/database.ts";
import { isAboveSecondPersonLimit } from "../../platform/proposals/second-person-limit.queries.ts";
import { walletStream } from "./wallet.events.ts";
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

/** All that was granted to one person in the last thirty days counts. */
export async function isCreditAboveLimit(
  db: Database,
  userId: number,
  amount: number,
): Promise<boolean> {
  return isAboveSecondPersonLimit(
    db,
    amount,
    sql`stream_id = ${walletStream(userId)} and type = 'CreditGranted'
    and recorded_at > now() - interval '30 days'`,
  );
}
