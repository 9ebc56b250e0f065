import type { PaymentWay } from "./order-terms.ts";

/** The state of an order and its payments, in minor units. */
export type OrderMoney = Readonly<{
  state: "placed" | "paid" | "cancelled" | "partly-refunded" | "refunded";
  total: number;
  received: number;
  refunded: number;
}>;

/** Received minus refunded. */
export function kept({ received, refunded }: Pick<OrderMoney, "received" | "refunded">): number {
  return received - refunded;
}

type MoneyStep = Readonly<{ type: string; method: PaymentWay | null; amount: number | null }>;

/** The store credit that an order was paid with; what was refunded of it is a refund. */
export function creditUsed(steps: readonly MoneyStep[]): number {
  return steps.reduce((sum, { type, method, amount }) => {
    if (method !== "credit" || amount === null) return sum;
    if (type === "PaymentReceived") return sum + amount;
    return type === "PaymentUndone" ? sum - amount : sum;
  }, 0);
}

/** The amount still to be paid. Refunding a paid order does not make it payable again. */
export function outstanding(order: OrderMoney): number {
  return order.state === "placed" ? Math.max(0, order.total - kept(order)) : 0;
}

/** The overpaid amount, which has to be refunded. `due`: the amount due by now. */
export function excess(
  order: Pick<OrderMoney, "received" | "refunded"> & Readonly<{ due: number }>,
): number {
  return Math.max(0, kept(order) - order.due);
}

/** What can still be refunded of an order, the part of it for goods, and their units. */
export type RefundLeft = Readonly<{ amount: number; goods: number; units: number }>;

/**
 * The bounds of the goods part of a refund. Only money beyond the goods (delivery and overpayment) can be refunded
 * without goods, so the money kept always covers the goods that stay sold. Refunding the last of the money refunds all
 * goods, even if earlier refunds assigned too little to them.
 */
export function goodsOfRefund(
  left: Pick<RefundLeft, "amount" | "goods">,
  amount: number,
): Readonly<{ least: number; most: number }> {
  if (amount === left.amount) return { least: left.goods, most: left.goods };
  const beyondGoods = Math.max(0, left.amount - left.goods);
  const most = Math.min(amount, left.goods);
  return { least: Math.min(most, Math.max(0, amount - beyondGoods)), most };
}

/**
 * The most that a refund returns by each way: store credit is never paid out, and only what came by card goes back to it.
 *
 * @param left the money kept
 * @param outside received by card and bank transfer less refunded that way
 * @param onCard the part of it that came by card
 */
export function mostByWay({
  left,
  outside,
  onCard,
}: Readonly<{ left: number; outside: number; onCard: number }>): Readonly<
  Record<PaymentWay, number>
> {
  const eft = Math.max(0, Math.min(left, outside));
  return { card: Math.max(0, Math.min(eft, onCard)), eft, credit: left };
}
