import { DomainError } from "@portal/shared/platform/domain-error.ts";
import {
  goodsOfRefund,
  kept,
  mostByWay,
  type OrderMoney,
  type RefundLeft,
} from "@portal/shared/sales/orders/order-money.ts";
import type { RefundPayment } from "./order-commands.ts";

/**
 * Store credit is never paid out by a refund: commission that became credit would pass by tax, hold and the stop of payouts.
 * Only what came in by card goes back to it: the limit of one admin counts refunds to the card only where the buyer
 * keeps goods, because they cannot reach anybody else. Both are asked of the command alone, so what the ledger has still counts.
 *
 * @throws DomainError order.refund-not-to-card, order.refund-only-credit
 */
export function requireWayBack(
  { method, amount }: Pick<RefundPayment, "method" | "amount">,
  order: Pick<OrderMoney, "received" | "refunded"> &
    Readonly<{ creditReceived: number; creditRefunded: number; onCard: number }>,
): void {
  const { received, refunded, creditReceived, creditRefunded, onCard } = order;
  const outside = received - creditReceived - (refunded - creditRefunded);
  if (method === "card" && amount > onCard)
    throw new DomainError("order.refund-not-to-card", { field: "method" });
  if (amount > mostByWay({ left: kept(order), outside, onCard })[method])
    throw new DomainError("order.refund-only-credit", { field: "method" });
}

/**
 * Commission and sales are reversed by goods and units alone, so a refund must state all that it covers.
 *
 * @throws DomainError order.refund-goods-too-small, order.refund-units-missing
 */
export function requireGoodsTakenBack(
  { amount, productAmount, units }: RefundPayment,
  left: RefundLeft,
): void {
  if (productAmount < goodsOfRefund(left, amount).least)
    throw new DomainError("order.refund-goods-too-small", { field: "productAmount" });
  if (productAmount === left.goods && units < left.units)
    throw new DomainError("order.refund-units-missing", { field: "units" });
}
