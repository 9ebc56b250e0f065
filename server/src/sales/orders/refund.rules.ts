import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { goodsOfRefund, type RefundLeft } from "@portal/shared/sales/orders/order-money.ts";
import type { RefundPayment } from "./order-commands.ts";

/**
 * Only what came in by card goes back to it: the limit of one admin leaves refunds to the card out, because they cannot reach
 * anybody else. It is asked of the command alone, so what the ledger has still counts.
 *
 * @throws DomainError order.refund-not-to-card
 */
export function requireMoneyOnCard(
  { method, amount }: Pick<RefundPayment, "method" | "amount">,
  { onCard }: Readonly<{ onCard: number }>,
): void {
  if (method === "card" && amount > onCard)
    throw new DomainError("order.refund-not-to-card", { field: "method" });
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
