import type {
  AccruedEntry,
  Projections,
  CommissionEntryRow,
  OrderRow,
} from "../../platform/read-model/projection-tables.ts";
import type { RecordedLedgerEvent } from "../ledger-catalogue.ts";
import {
  commissionOn,
  type PlanInForce,
  reversedBy,
} from "../../network/commissions/commission.rules.ts";
import { defaultPlan } from "../../network/commissions/commission-plan.events.ts";
import { orderIdOf } from "./keys-of-event.ts";

/** Sales and commission entries. Runs after the orders and reads their new rows. */
export function applyToCommissions(projections: Projections, event: RecordedLedgerEvent): void {
  const { position, occurredAt } = event;
  if (event.type === "CommissionPlanPublished")
    projections.plans.push({ position, publishedAt: occurredAt, plan: event.data });
  const orderId = orderIdOf(event);
  const order = orderId === null ? undefined : projections.orders.get(orderId);
  if (!order) return;
  const to = { projections, position, occurredAt, saleCount: 0, commissionCount: 0 };
  switch (event.type) {
    case "OrderPaid":
      return accrue(to, order);
    case "PaymentRefunded":
      return refund(to, order, event.data);
    case "PaymentUndone":
      if (order.paidAt === null) reverseSale(to, order);
      return;
    case "OrderReassigned":
      return reassign(to, order);
    default:
  }
}

/** The destination of one event's entries, which are numbered from 1 within the event. */
type NewEntries = {
  projections: Projections;
  position: number;
  occurredAt: string;
  saleCount: number;
  commissionCount: number;
};

function accrue(to: NewEntries, order: OrderRow): void {
  const { projections } = to;
  const seller = order.live && order.sellerId !== null && projections.members.get(order.sellerId);
  if (!seller) return;
  const sale = { seller, value: order.value, paidGoods: order.paidGoods };
  const accrual = commissionOn(sale, projections.members.get, planInForce(projections));
  const sold = { ...order, soldById: seller.userId, soldAtLevel: seller.level, accrual };
  projections.orders.put(order.orderId, sold);

  addSale(to, sold, { units: order.units, value: order.value, charged: order.goods });
  for (const entry of accrual) addCommission(to, order, entry, entry.amount, null);
}

/** Reverses the difference between the total to reverse by now and what has been reversed before. */
function refund(
  to: NewEntries,
  order: OrderRow,
  { productAmount, units }: { productAmount: number; units: number },
): void {
  if (order.soldById === null) return;
  const { value, goods, refundedGoods } = order;
  const before = refundedGoods - productAmount;
  const refundedValue = reversedBy(value, refundedGoods, goods) - reversedBy(value, before, goods);
  addSale(to, order, { units: 0 - units, value: 0 - refundedValue, charged: 0 - productAmount });

  const accrual = order.accrual.map((entry) => {
    const reversed = reversedBy(entry.amount, refundedGoods, goods);
    addCommission(to, order, entry, entry.reversed - reversed, refundedGoods);
    return { ...entry, reversed };
  });
  to.projections.orders.put(order.orderId, { ...order, accrual });
}

/** Reverses the net sale, then accrues the sale for the new seller and reverses what had been refunded. */
function reassign(to: NewEntries, order: OrderRow): void {
  if (order.paidAt === null) return;
  const { refundedUnits, refundedGoods } = order;
  const unsold = reverseSale(to, order);
  accrue(to, unsold);
  const sold = to.projections.orders.get(order.orderId) ?? unsold;
  refund(to, sold, { productAmount: refundedGoods, units: refundedUnits });
}

/** Reverses the net of the sale and its commission; a no-op for an order without a sale. */
function reverseSale(to: NewEntries, order: OrderRow): OrderRow {
  const { units, value, goods, refundedUnits, refundedGoods } = order;
  const valueLeft = value - reversedBy(value, refundedGoods, goods);
  addSale(to, order, {
    units: refundedUnits - units,
    value: 0 - valueLeft,
    charged: refundedGoods - goods,
  });
  for (const entry of order.accrual)
    addCommission(to, order, entry, entry.reversed - entry.amount, null);

  const unsold = { ...order, soldById: null, soldAtLevel: null, accrual: [] };
  to.projections.orders.put(order.orderId, unsold);
  return unsold;
}

export function planInForce({ plans }: Pick<Projections, "plans">): PlanInForce {
  return plans.at(-1) ?? { position: 0, plan: defaultPlan };
}

function addSale(
  to: NewEntries,
  { orderId, soldById, soldAtLevel, currency }: OrderRow,
  { units, value, charged }: { units: number; value: number; charged: number },
): void {
  if (soldById === null || soldAtLevel === null) return;
  if (units === 0 && value === 0 && charged === 0) return;
  const { position, occurredAt } = to;
  to.projections.saleEntries.push({
    position,
    entryNo: ++to.saleCount,
    orderId,
    sellerId: soldById,
    sellerLevel: soldAtLevel,
    units,
    value,
    charged,
    currency,
    occurredAt,
  });
}

/** A negative amount reverses the entry. */
function addCommission(
  to: NewEntries,
  { orderId, orderNumber, currency }: OrderRow,
  entry: AccruedEntry,
  amount: number,
  refundedGoods: number | null,
): void {
  if (amount === 0) return;
  const kind: CommissionEntryRow["kind"] = amount < 0 ? `reversal-of-${entry.kind}` : entry.kind;
  to.projections.commissionEntries.push({
    position: to.position,
    entryNo: ++to.commissionCount,
    orderId,
    orderNumber,
    beneficiaryId: entry.beneficiaryId,
    beneficiaryLevel: entry.beneficiaryLevel,
    kind,
    sellerId: entry.sellerId,
    sellerLevel: entry.sellerLevel,
    rateBps: entry.rateBps,
    value: entry.value,
    amount,
    currency,
    planPosition: entry.planPosition,
    refundedGoods,
    occurredAt: to.occurredAt,
    cappedBy: entry.cappedBy ?? null,
  });
}
