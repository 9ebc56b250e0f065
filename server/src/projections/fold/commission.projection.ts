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

/** Sales and commission entries. Comes after the orders, and reads what the event made of them. */
export function applyToCommissions(projections: Projections, event: RecordedLedgerEvent): void {
  switch (event.type) {
    case "CommissionPlanPublished": {
      const { position, occurredAt, data } = event;
      projections.plans.push({ position, publishedAt: occurredAt, plan: data });
      return;
    }
    case "OrderPaid": {
      const order = projections.orders.get(event.data.orderId);
      if (order) accrue(newEntries(projections, event), order);
      return;
    }
    case "PaymentRefunded": {
      const order = projections.orders.get(event.data.orderId);
      if (order) refund(newEntries(projections, event), order, event.data);
      return;
    }
    case "PaymentUndone": {
      const order = projections.orders.get(event.data.orderId);
      if (order?.paidAt === null) takeSaleBack(newEntries(projections, event), order);
      return;
    }
    case "OrderReassigned": {
      const order = projections.orders.get(event.data.orderId);
      if (order) reassign(newEntries(projections, event), order);
      return;
    }
    default:
  }
}

/** Where the entries of one event go; they are numbered from 1 within it. */
type NewEntries = {
  projections: Projections;
  position: number;
  occurredAt: string;
  salesMade: number;
  commissionsMade: number;
};

function newEntries(
  projections: Projections,
  { position, occurredAt }: RecordedLedgerEvent,
): NewEntries {
  return { projections, position, occurredAt, salesMade: 0, commissionsMade: 0 };
}

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

/** Reverses the difference between what is to be reversed in all by now and what already is. */
function refund(
  to: NewEntries,
  order: OrderRow,
  { productAmount, units }: { productAmount: number; units: number },
): void {
  if (order.soldById === null) return;
  const { value, goods, refundedGoods } = order;
  const before = refundedGoods - productAmount;
  const valueTaken = reversedBy(value, refundedGoods, goods) - reversedBy(value, before, goods);
  addSale(to, order, { units: 0 - units, value: 0 - valueTaken, charged: 0 - productAmount });

  const accrual = order.accrual.map((entry) => {
    const reversed = reversedBy(entry.amount, refundedGoods, goods);
    addCommission(to, order, entry, entry.reversed - reversed, refundedGoods);
    return { ...entry, reversed };
  });
  to.projections.orders.put(order.orderId, { ...order, accrual });
}

/** Takes the net of everything back, then makes it anew for the new seller, less what was refunded. */
function reassign(to: NewEntries, order: OrderRow): void {
  if (order.paidAt === null) return;
  const { refundedUnits, refundedGoods } = order;
  const unsold = takeSaleBack(to, order);
  accrue(to, unsold);
  const sold = to.projections.orders.get(order.orderId) ?? unsold;
  refund(to, sold, { productAmount: refundedGoods, units: refundedUnits });
}

/** The net of everything; nothing where nobody sold it. */
function takeSaleBack(to: NewEntries, order: OrderRow): OrderRow {
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

function planInForce({ plans }: Projections): PlanInForce {
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
  const entryNo = ++to.salesMade;
  to.projections.saleEntries.push({
    position,
    entryNo,
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

/** A negative amount takes back what the entry gave. */
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
    entryNo: ++to.commissionsMade,
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
