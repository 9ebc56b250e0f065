import type { Caller } from "../../caller.ts";
import { readOnly } from "../../platform/db/database.ts";
import type { CardEnvironment } from "../../gateways/card/card-gateway.ts";
import { findOrderMoney, type OrderMoneyRow } from "./payment.queries.ts";

/** An order as whoever pays it, and whoever says that it was paid, has to agree with. */
export type PayableOrder = Omit<OrderMoneyRow, "cardEnvironment"> &
  Readonly<{
    /** Which of the provider's worlds pays it; null: no card does. */
    cardEnvironment: CardEnvironment | null;
  }>;

export async function findPayableOrder(
  { db, card }: Pick<Caller, "db" | "card">,
  orderId: string,
): Promise<PayableOrder | null> {
  const order = await findOrderMoney(readOnly(db), orderId);
  if (!order) return null;
  // An imported order is paid where it would be paid if it were placed today.
  const environment =
    order.cardEnvironment === undefined ? card.environmentFor(order) : order.cardEnvironment;
  // One that was placed before PAYFAST_MODE was changed has nowhere left to be paid by card.
  const cardEnvironment = environment !== null && card.serves(environment) ? environment : null;
  return { ...order, cardEnvironment };
}
