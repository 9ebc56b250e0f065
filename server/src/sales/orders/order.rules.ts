import type { DomainErrorCode } from "@portal/shared/platform/domain-error.ts";
import { selfCollectionService } from "@portal/shared/platform/constants.ts";
import { exclVat } from "@portal/shared/platform/money.ts";
import { isCancellable } from "@portal/shared/sales/delivery/delivery.ts";
import { kept, type RefundLeft } from "@portal/shared/sales/orders/order-money.ts";
import type { OrderState } from "../../platform/read-model/projection-tables.ts";
import type { OrderEvent, OrderSection } from "./order.events.ts";

export type OrderSums = Readonly<{
  total: number;
  /** Σ unitPrice × quantity of the lines with a commission price. */
  goods: number;
  /** Σ exclVat(commissionPrice × quantity), each line rounded. */
  value: number;
  /** Σ exclVat(unitPrice × quantity) of the same lines: the most that the order's commission may come to. */
  paidGoods: number;
  units: number;
}>;

/** What the lines of an order add up to (docs/domain.md, "Commission" steps 1 and 6 and the refund rule). */
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

export type OrderMoney = Readonly<{
  total: number;
  received: number;
  refunded: number;
  refundedGoods: number;
}>;

type Sold = Readonly<{ isPaid: boolean; goods: number; units: number; refundedUnits: number }>;

/** Before an order was paid nothing was sold, so only money can be given back. */
export function leftOf(order: Omit<OrderMoney, "total"> & Sold): RefundLeft {
  const { isPaid, goods, refundedGoods, units, refundedUnits } = order;
  return {
    amount: kept(order),
    goods: isPaid ? goods - refundedGoods : 0,
    units: isPaid ? units - refundedUnits : 0,
  };
}

/** The money of an order as its own facts have it. */
export function moneyOf(
  order: OrderMoney & Readonly<{ status: "placed" | "cancelled"; isPaid: boolean }>,
): OrderMoney & Readonly<{ state: OrderState }> {
  if (order.status === "cancelled") return { ...order, state: "cancelled" };
  return { ...order, state: order.isPaid ? stateOfPaidOrder(order) : "placed" };
}

/**
 * What a paid order asks for after a refund. What is beyond the goods is first of what was paid too much, and then of
 * the delivery. @param order with the refund in `refunded` already
 */
export function dueAfterRefund(
  order: Readonly<{ due: number; received: number; refunded: number }>,
  productAmount: number,
): number {
  return Math.max(0, Math.min(order.due - productAmount, kept(order)));
}

/** After the id of a payment that was undone, for the entry that takes it back. */
export const undoneMark = " undone";

/** Paid once the money that is still here covers the total. */
export function isCovered(order: OrderMoney): boolean {
  return kept(order) >= order.total;
}

/** Giving back what was paid too much leaves an order paid; anything else refunds it in part or whole. */
export function stateOfPaidOrder(money: OrderMoney): OrderState {
  if (money.refunded > 0 && kept(money) <= 0) return "refunded";
  return money.refundedGoods > 0 || !isCovered(money) ? "partly-refunded" : "paid";
}

/**
 * How an order goes that goes in several ways: with the first courier there is, because somebody has to book it; it is
 * collected only where all of it is.
 */
export function serviceOfOrder(services: readonly (string | null)[]): string | null {
  const sent = services.find((service) => service !== selfCollectionService);
  return sent === undefined ? (services[0] ?? null) : sent;
}

/** Who gets what by the facts so far: as it was placed, with the recipients that the office corrected since. */
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

/** What the courier was asked for; of the parcels that were booked last. */
export type KnownParcel = Readonly<{
  section: number;
  state: "asked" | "unclear" | "refused" | "booked" | "cancelled";
  trackingStatus: string | null;
}>;

/**
 * Why the address of one recipient has to stay as it is; null where it can be corrected. `section` counts from 1, and
 * `hasWaybill` is what the ledger says of an order whose parcels are not known here.
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
