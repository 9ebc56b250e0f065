import type { Projections, OrderRow } from "../../platform/read-model/projection-tables.ts";
import type { LedgerEvent, RecordedLedgerEvent } from "../ledger-catalogue.ts";
import {
  moneyAfter,
  stateOfPaidOrder,
  sumsOf,
  undoneMark,
} from "../../sales/orders/order.rules.ts";
import { orderIdOf } from "./keys-of-event.ts";

type Of<Type extends RecordedLedgerEvent["type"]> = Extract<RecordedLedgerEvent, { type: Type }>;

/** The present orders, and every payment. An event about an unknown order changes nothing: see `applyToProjections`. */
export function applyToOrders(projections: Projections, event: RecordedLedgerEvent): void {
  switch (event.type) {
    case "OrderPlaced":
      return projections.orders.put(event.data.orderId, placed(event));
    case "PaymentReceived":
      return addPayment(projections, event);
    case "PaymentUndone":
      return undoPayment(projections, event);
    default: {
      const orderId = orderIdOf(event);
      if (orderId === null) return;
      const order = projections.orders.get(orderId);
      const after = order && changed(order, event);
      if (after && after !== order) projections.orders.put(after.orderId, after);
    }
  }
}

function placed({ data, occurredAt, position }: Of<"OrderPlaced">): OrderRow {
  const { sections, ...order } = data;
  return {
    ...order,
    ...sumsOf(sections, data.vatBps),
    total: data.total,
    state: "placed",
    received: 0,
    refunded: 0,
    refundedGoods: 0,
    refundedUnits: 0,
    placedAt: occurredAt,
    paidAt: null,
    cancelledAt: null,
    placedPosition: position,
    paidPosition: null,
    soldById: null,
    soldAtLevel: null,
    fulfilment: null,
    quoteNumber: null,
    collectionReference: null,
    waybill: null,
    accrual: nothingAccrued,
    due: data.total,
  };
}

const nothingAccrued: OrderRow["accrual"] = [];

function addPayment({ orders, orderPayments }: Projections, event: Of<"PaymentReceived">): void {
  const { orderId, paymentId, method, amount, fee } = event.data;
  const order = orders.get(orderId);
  if (!order) return;
  orders.put(orderId, withMoney(order, event));
  orderPayments.push({
    position: event.position,
    orderId,
    paymentId,
    method,
    amount,
    fee,
    receivedAt: event.occurredAt,
  });
}

/** Adds a negative payment, so that the payments add up to the amount received. */
function undoPayment({ orders, orderPayments }: Projections, event: Of<"PaymentUndone">): void {
  const { data, position, occurredAt } = event;
  const { orderId, paymentId, method, amount } = data;
  const order = orders.get(orderId);
  if (!order) return;
  orders.put(orderId, withMoney(order, event));
  orderPayments.push({
    position,
    orderId,
    paymentId: `${paymentId}${undoneMark}`,
    method,
    amount: -amount,
    fee: 0,
    receivedAt: occurredAt,
  });
}

/** The row with the figures after the event. Where an undone payment leaves it unpaid, it awaits payment again. */
function withMoney(
  order: OrderRow,
  event: Of<"PaymentReceived" | "PaymentUndone" | "PaymentRefunded" | "OrderCancelled">,
): OrderRow {
  const wasPaid = order.paidAt !== null;
  const { isPaid, ...after } = moneyAfter({ ...order, isPaid: wasPaid }, event);
  return wasPaid && !isPaid
    ? { ...after, state: "placed", paidAt: null, paidPosition: null }
    : after;
}

/** The order itself for an event that does not change it. */
function changed(order: OrderRow, event: RecordedLedgerEvent): OrderRow {
  const { occurredAt, position } = event;
  const fulfilment = fulfilmentAfter(order.fulfilment, event);
  switch (event.type) {
    case "OrderPaid":
      return { ...order, state: "paid", paidAt: occurredAt, paidPosition: position };
    case "PaymentRefunded":
      return refunded(order, event);
    case "OrderCancelled":
      return { ...withMoney(order, event), state: "cancelled", cancelledAt: occurredAt };
    case "OrderReassigned":
      return { ...order, sellerId: event.data.sellerId };
    case "DeliveryQuoted": {
      const { service: deliveryService, quoteNumber } = event.data;
      return { ...order, fulfilment, deliveryService, quoteNumber };
    }
    case "CollectionBooked": {
      const { service: deliveryService, collectionReference } = event.data;
      return { ...order, fulfilment, deliveryService, collectionReference };
    }
    case "ShipmentCreated": {
      const { service: deliveryService, waybill } = event.data;
      return { ...order, fulfilment, deliveryService, waybill };
    }
    case "ReadyToCollect":
      return { ...order, fulfilment };
    case "RecipientCorrected":
      return event.data.placeChanged ? { ...order, fulfilment, quoteNumber: null } : order;
    default:
      return order;
  }
}

/** How far the delivery of an order is. A quote, a booking or another address begins it anew. */
export function fulfilmentAfter(
  before: OrderRow["fulfilment"],
  event: LedgerEvent,
): OrderRow["fulfilment"] {
  switch (event.type) {
    case "DeliveryQuoted":
      return "quoted";
    case "CollectionBooked":
      return "collection-booked";
    case "ShipmentCreated":
      return "shipped";
    case "ReadyToCollect":
      // Parcels of the same order that go by courier may have been shipped before.
      return before === "shipped" ? before : "ready-to-collect";
    case "RecipientCorrected":
      // The courier's price depends on the address, so the order needs a new quote.
      return event.data.placeChanged ? null : before;
    default:
      return before;
  }
}

function refunded(order: OrderRow, event: Of<"PaymentRefunded">): OrderRow {
  const after = withMoney(order, event);
  return order.paidAt === null ? after : { ...after, state: stateOfPaidOrder(after) };
}
