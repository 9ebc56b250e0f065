/** The state of an order and the money that moved for it, in minor units. */
export type OrderMoney = Readonly<{
  state: "placed" | "paid" | "cancelled" | "partly-refunded" | "refunded";
  total: number;
  received: number;
  refunded: number;
}>;

/** What is still here of what came in. */
export function kept({ received, refunded }: Pick<OrderMoney, "received" | "refunded">): number {
  return received - refunded;
}

/** What an order still has to bring in. A refund of a paid order does not ask for its money again. */
export function outstanding(order: OrderMoney): number {
  return order.state === "placed" ? Math.max(0, order.total - kept(order)) : 0;
}

/** What came in for an order and is not for it, and has to be given back. `due`: what it asks for by now. */
export function excess(
  order: Pick<OrderMoney, "received" | "refunded"> & Readonly<{ due: number }>,
): number {
  return Math.max(0, kept(order) - order.due);
}

/** What can still be given back of an order, how much of that is for goods, and how many units of them. */
export type RefundLeft = Readonly<{ amount: number; goods: number; units: number }>;

/**
 * The bounds of the part for goods of a refund. Only what is here beyond the goods (delivery and what was paid too
 * much) can be given back without them, so what is kept always covers the goods that stay sold; giving back the last
 * of the money takes all goods back, also where earlier refunds named too little of them.
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
