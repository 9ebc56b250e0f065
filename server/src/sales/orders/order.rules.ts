import type { DomainErrorCode } from "@portal/shared/platform/domain-error.ts";
import { selfCollectionService } from "@portal/shared/platform/constants.ts";
import { exclVat } from "@portal/shared/platform/money.ts";
import { isCancellable } from "@portal/shared/sales/delivery/delivery.ts";
import { kept, type RefundLeft } from "@portal/shared/sales/orders/order-money.ts";
import type { OrderState } from "../../platform/read-model/projection-tables.ts";
import type { OrderEvent, OrderSection } from "./order.events.ts";

type OrderSums = Readonly<{
  total: number;
  /** Σ unitPrice × quantity of the lines with a commission price. */
  goods: number;
  /** Σ exclVat(commissionPrice × quantity), each line rounded. */
  value: number;
  /** Σ exclVat(unitPrice × quantity) of the same lines: the upper limit of the order's commission. */
  paidGoods: number;
  units: number;
}>;

/** Sums of the lines of an order (docs/domain.md, "Commission" steps 1 and 6 and the refund rule). */
export function sumsOf(sections: readonly OrderSection[], vatBps: number): OrderSums {
  let total = 0;
  let goods = 0;
  let value = 0;
  let paidGoods = 0;
  let units = 0;
  for (const { lines } of sections) {
    for (const { quantity, unitPrice, commissionPrice } of lines) {
      total += unitPrice * quantity;
      if (commissionPrice === 0) continue;
      goods += unitPrice * quantity;
      const lineValue = exclVat(commissionPrice * quantity, vatBps);
      value += lineValue;
      paidGoods +=
        unitPrice === commissionPrice ? lineValue : exclVat(unitPrice * quantity, vatBps);
      units += quantity;
    }
  }
  return { total, goods, value, paidGoods, units };
}

/** A line as the ledger keeps it. */
export function lineOf(line: OrderSection["lines"][number]): OrderSection["lines"][number] {
  const { productId, quantity, listPrice, unitPrice, commissionPrice } = line;
  return { productId, quantity, listPrice, unitPrice, commissionPrice };
}

export type OrderMoney = Readonly<{
  total: number;
  received: number;
  refunded: number;
  refundedGoods: number;
}>;

type Sold = Readonly<{ isPaid: boolean; goods: number; units: number; refundedUnits: number }>;

/**
 * The goods and the delivery charge of a section. Delivery is the only line without a commission price (docs/domain.md,
 * "Price of a line").
 */
export function goodsAndDelivery(lines: OrderSection["lines"], names: ReadonlyMap<number, string>) {
  const goods = lines.filter(({ commissionPrice }) => commissionPrice > 0);
  return {
    lines: goods.map(({ productId, quantity, unitPrice }) => ({
      productId,
      name: names.get(productId) ?? `Product ${productId}`,
      quantity,
      unitPrice,
      lineTotal: unitPrice * quantity,
    })),
    delivery: chargedFor(lines) - chargedFor(goods),
  };
}

/** What a parcel's products cost, by product id, in minor units (specification, section 3, "Order section"). */
export function pricesByProduct(lines: OrderSection["lines"]) {
  const byProduct = (figure: (line: OrderSection["lines"][number]) => number) =>
    Object.fromEntries(lines.map((line) => [line.productId, figure(line)]));
  return {
    prices: byProduct(({ unitPrice }) => unitPrice),
    originalPrices: byProduct(({ listPrice }) => listPrice),
    subTotals: byProduct(({ unitPrice, quantity }) => unitPrice * quantity),
    subTotalsWithOriginalPrices: byProduct(({ listPrice, quantity }) => listPrice * quantity),
  };
}

function chargedFor(lines: OrderSection["lines"]): number {
  return lines.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0);
}

/** What can still be refunded. Before an order was paid no goods were sold, so that is money alone. */
export function leftOf(order: Omit<OrderMoney, "total"> & Sold): RefundLeft {
  const { isPaid, goods, refundedGoods, units, refundedUnits } = order;
  return {
    amount: kept(order),
    goods: isPaid ? goods - refundedGoods : 0,
    units: isPaid ? units - refundedUnits : 0,
  };
}

export function moneyOf(
  order: OrderMoney & Readonly<{ status: "placed" | "cancelled"; isPaid: boolean }>,
): OrderMoney & Readonly<{ state: OrderState }> {
  if (order.status === "cancelled") return { ...order, state: "cancelled" };
  return { ...order, state: order.isPaid ? stateOfPaidOrder(order) : "placed" };
}

/** The figures of an order that its events change, in minor units. */
export type DueMoney = OrderMoney &
  Readonly<{
    refundedUnits: number;
    /** The total less what was refunded of it; 0 once cancelled. */
    due: number;
    isPaid: boolean;
  }>;

/**
 * The figures of an order after one of its events (docs/domain.md, "Orders and payments"). The decider, the projections
 * and the documents all follow it, so that what is due, invoiced and credited cannot differ.
 */
export function moneyAfter<Money extends DueMoney>(
  money: Money,
  { type, data }: OrderEvent,
): Money {
  switch (type) {
    case "PaymentReceived":
      return { ...money, received: money.received + data.amount };
    case "OrderPaid":
      return { ...money, isPaid: true };
    case "PaymentUndone": {
      const after = { ...money, received: money.received - data.amount };
      return { ...after, isPaid: money.isPaid && isCovered(after) };
    }
    case "PaymentRefunded":
      return afterRefund({ ...money, refunded: money.refunded + data.amount }, data);
    case "OrderCancelled":
      return { ...money, due: 0 };
    default:
      return money;
  }
}

/**
 * What a refund exceeds its goods by is taken from an overpayment first, and then from the delivery. Before an order was
 * paid a refund is of money alone, because no goods were sold.
 */
function afterRefund<Money extends DueMoney>(
  money: Money,
  { productAmount, units }: Readonly<{ productAmount: number; units: number }>,
): Money {
  if (!money.isPaid) return money;
  return {
    ...money,
    refundedGoods: money.refundedGoods + productAmount,
    refundedUnits: money.refundedUnits + units,
    due: dueAfterRefund(money.due, productAmount, kept(money)),
  };
}

/** What is due of a paid order after a refund of goods, when `keptAfter` of its money is left; what falls is credited. */
export function dueAfterRefund(due: number, productAmount: number, keptAfter: number): number {
  return Math.max(0, Math.min(due - productAmount, keptAfter));
}

/** What the invoices of an order less its credit notes add up to: the amount due while it is paid, else nothing. */
export function invoiced({ isPaid, due }: Pick<DueMoney, "isPaid" | "due">): number {
  return isPaid ? due : 0;
}

/** What was taken back of the order itself, not of an overpayment; minor units. */
export function takenBack({ total, due, isPaid }: SentMoney): number {
  return isPaid ? total - due : 0;
}

type SentMoney = Pick<DueMoney, "total" | "due" | "isPaid" | "received" | "refunded">;

/**
 * Why the goods of an order may not leave; null where they may. Once a part was taken back, whoever packs names how much they
 * saw (`known`): otherwise the whole parcel would follow the money.
 */
export function whyNotSent(order: SentMoney, known = 0): DomainErrorCode | null {
  const { total, due, isPaid } = order;
  if (!isPaid) return "order.not-fully-paid";
  if (kept(order) < due || (due === 0 && total > 0)) return "order.nothing-to-send";
  return takenBack(order) === known ? null : "order.part-refunded";
}

/** Suffix of a payment's id in the entry that undoes it. */
export const undoneMark = " undone";

/** Whether received less refunded covers the total. */
export function isCovered(order: OrderMoney): boolean {
  return kept(order) >= order.total;
}

/** The refund of an overpayment leaves an order paid; any other one refunds it in part or whole. */
export function stateOfPaidOrder(money: OrderMoney): OrderState {
  if (money.refunded > 0 && kept(money) <= 0) return "refunded";
  return money.refundedGoods > 0 || !isCovered(money) ? "partly-refunded" : "paid";
}

/** The service of an order whose sections have several: the first one that has to be booked; collection only where all is collected. */
export function serviceOfOrder(services: readonly (string | null)[]): string | null {
  const sent = services.find((service) => service !== selfCollectionService);
  return sent === undefined ? (services[0] ?? null) : sent;
}

/** The sections as placed, with the recipients that were corrected since. */
export function sectionsAfter(facts: readonly OrderEvent[]): readonly OrderSection[] {
  let sections: readonly OrderSection[] = [];
  for (const { type, data } of facts) {
    if (type === "OrderPlaced") ({ sections } = data);
    if (type === "RecipientCorrected")
      sections = sections.map((section, at) =>
        at + 1 === data.section ? { ...section, addressId: data.addressId } : section,
      );
  }
  return sections;
}

/** A courier booking of the last generation. */
export type KnownParcel = Readonly<{
  section: number;
  state: "asked" | "unclear" | "refused" | "booked" | "cancelled";
  trackingStatus: string | null;
}>;

/**
 * Why the address of one recipient cannot be corrected; null where it can. `section` counts from 1. `hasWaybill` comes
 * from the ledger and decides for orders without bookings, such as imported ones.
 */
export function whyRecipientStays(
  { state, hasWaybill }: Readonly<{ state: OrderState; hasWaybill: boolean }>,
  parcels: readonly KnownParcel[],
  section: number,
): DomainErrorCode | null {
  if (state === "cancelled" || state === "refunded") return "order.recipient-over";
  if (parcels.length === 0) return hasWaybill ? "order.recipient-underway" : null;
  const parcel = parcels.find((each) => each.section === section);
  switch (parcel?.state) {
    case "asked":
    case "unclear":
      return "order.recipient-unclear";
    case "booked":
      return isCancellable(parcel.trackingStatus)
        ? "order.recipient-booked"
        : "order.recipient-underway";
    case "refused":
    case "cancelled":
    case undefined:
      return null;
  }
}
