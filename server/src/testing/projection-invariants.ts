import { kept } from "@portal/shared/sales/orders/order-money.ts";
import type { OrderRow } from "../platform/read-model/projection-tables.ts";
import type { LedgerEvent } from "../projections/ledger-catalogue.ts";
import type { MemoryProjections } from "../projections/store/memory-projections.ts";

/**
 * The first invariant of the projections that is violated, as a sentence, or null. Uses plain comparisons for speed,
 * because it runs after each step of thousands of histories.
 *
 * @param history what the projections were folded of
 */
export function brokenInvariantOf(
  projections: MemoryProjections,
  history: readonly LedgerEvent[],
): string | null {
  return (
    brokenWalletOf(projections, history) ??
    brokenOrderOf(projections) ??
    brokenPayoutOf(projections)
  );
}

function brokenWalletOf(
  { wallets, commissionEntries, saleEntries, payouts }: MemoryProjections,
  history: readonly LedgerEvent[],
) {
  for (const wallet of wallets.all.values()) {
    const { userId, accrued, paid, credit, creditAccount } = wallet;
    let entries = 0;
    for (const { beneficiaryId, amount } of commissionEntries)
      if (beneficiaryId === userId) entries += amount;
    if (entries !== accrued) return `${userId}: entries ${entries} but accrued ${accrued}`;

    const levels = [1, 2, 3, 4] as const;
    const byLevel = levels.reduce((sum, level) => sum + wallet[`commissionLevel${level}`], 0);
    if (byLevel + wallet.leaderBonus !== accrued) return `${userId}: levels do not add up`;

    let sold = 0;
    for (const { sellerId, value } of saleEntries) if (sellerId === userId) sold += value;
    if (sold !== wallet.commissionable) return `${userId}: sales ${sold} but commissionable`;

    let paidOut = 0;
    for (const payout of payouts.all.values())
      if (payout.userId === userId && payout.state === "paid") paidOut += payout.commission;
    let mayCreditBeNegative = false;
    for (const { type, data } of history) {
      if (!("userId" in data) || data.userId !== userId) continue;
      if (type === "CommissionRepaymentUndone") paidOut += data.amount;
      // Two paid requests deducted the same credit.
      if (type === "PayoutReturnUndone") mayCreditBeNegative = true;
      if (type === "CommissionRepaid" || type === "CreditSetOff" || type === "CommissionWrittenOff")
        paidOut -= data.amount;
    }
    if (paidOut !== paid) return `${userId}: payouts ${paidOut} but paid ${paid}`;
    if ((credit < 0 && !mayCreditBeNegative) || creditAccount < 0)
      return `${userId}: credit ${credit}, ${creditAccount}`;
  }
  return null;
}

function brokenOrderOf({
  orders,
  commissionEntries,
  saleEntries,
}: MemoryProjections): string | null {
  for (const order of orders.all.values()) {
    const { orderId, accrual, refundedGoods, goods, units, refundedUnits } = order;
    let left = 0;
    for (const { amount, reversed } of accrual) {
      if (reversed < 0 || reversed > amount) return `${orderId}: reversed ${reversed} of ${amount}`;
      left += amount - reversed;
    }
    let net = 0;
    for (const entry of commissionEntries) if (entry.orderId === orderId) net += entry.amount;
    if (net !== left) return `${orderId}: entries ${net} but ${left} left`;
    if (net > order.paidGoods) return `${orderId}: earns ${net} of ${order.paidGoods} paid`;
    if (order.paidAt !== null && refundedGoods === goods && net !== 0)
      return `${orderId}: all goods refunded but ${net} is left`;
    if (!order.live && commissionEntries.some((entry) => entry.orderId === orderId))
      return `${orderId}: accrues though it is not live`;

    let sold = 0;
    for (const entry of saleEntries) if (entry.orderId === orderId) sold += entry.units;
    const expected = order.soldById === null ? 0 : units - refundedUnits;
    if (sold !== expected) return `${orderId}: ${sold} units sold, expected ${expected}`;
    if (order.refunded > order.received) return `${orderId}: more refunded than received`;
    const brokenMoney = brokenRefundOf(order, net);
    if (brokenMoney !== null) return brokenMoney;
  }
  return null;
}

/** The money kept covers the goods that stay sold, so a full refund leaves no commission. */
function brokenRefundOf(order: OrderRow, net: number): string | null {
  const { orderId, state, paidAt, goods, refundedGoods, units, refundedUnits } = order;
  if (paidAt === null || order.total === 0) return null;
  const goodsLeft = goods - refundedGoods;
  if (goodsLeft > kept(order)) return `${orderId}: ${goodsLeft} of goods for ${kept(order)}`;
  if (state === "refunded" && (net !== 0 || goodsLeft !== 0 || refundedUnits !== units))
    return `${orderId}: all money went back but ${net} of commission is left`;
  return null;
}

function brokenPayoutOf({ payouts, wallets }: MemoryProjections): string | null {
  const open = new Map<number, string>();
  for (const payout of payouts.all.values()) {
    const { payoutId, userId, state, commission, credit, requested, withheld } = payout;
    if (requested !== commission - credit || requested <= 0) return `${payoutId}: amounts`;
    if (withheld < 0 || withheld > requested) return `${payoutId}: tax`;
    if (state !== "requested") continue;
    if (open.has(userId)) return `${userId}: two open requests`;
    open.set(userId, payoutId);
  }
  for (const { userId, openPayoutId } of wallets.all.values())
    if (openPayoutId !== (open.get(userId) ?? null)) return `${userId}: open request differs`;
  return null;
}
