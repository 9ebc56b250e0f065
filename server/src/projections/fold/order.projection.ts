import type { Projections, OrderRow } from "../../platform/read-model/projection-tables.ts";
import type { RecordedLedgerEvent } from "../ledger-catalogue.ts";
import {
  dueAfterRefund,
  isCovered,
  stateOfPaidOrder,
  sumsOf,
  undoneMark,
} from "../../sales/orders/order.rules.ts";

type Of<Type extends RecordedLedgerEvent["type"]> = Extract<RecordedLedgerEvent, { type: Type }>;

/** Orders as they are now, and every payment. A fact about an order that is not there changes nothing: see `applyToProjections`. */
export function applyToOrders(projections: Projections, event: RecordedLedgerEvent): void {
  switch (event.type) {
    case "OrderPlaced":
      return projections.orders.put(event.data.orderId, placed(event));
    case "PaymentReceived":
      return addPayment(projections, event);
    case "PaymentUndone":
      return takePaymentBack(projections, event);
    case "PaymentRefunded":
    case "OrderPaid":
    case "OrderCancelled":
    case "OrderReassigned":
    case "DeliveryQuoted":
    case "CollectionBooked":
    case "ShipmentCreated":
    case "ReadyToCollect":
    case "RecipientCorrected": {
      const order = projections.orders.get(event.data.orderId);
      if (order) projections.orders.put(order.orderId, changed(order, event));
      return;
    }
    default:
  }
}

function placed({ data, occurredAt, position }: Of<"OrderPlaced">): OrderRow {
  const { goods, value, paidGoods, units } = sumsOf(data.sections, data.vatBps);
  return {
    orderId: data.orderId,
    orderNumber: data.orderNumber,
    buyerId: data.buyerId,
    sellerId: data.sellerId,
    region: data.region,
    currency: data.currency,
    vatBps: data.vatBps,
    live: data.live,
    deliveryService: data.deliveryService,
    total: data.total,
    goods,
    value,
    units,
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
    paidGoods,
    due: data.total,
  };
}

const nothingAccrued: OrderRow["accrual"] = [];

function addPayment({ orders, orderPayments }: Projections, event: Of<"PaymentReceived">): void {
  const { orderId, paymentId, method, amount, fee } = event.data;
  const order = orders.get(orderId);
  if (!order) return;
  const received = order.received + amount;
  orders.put(orderId, { ...order, received });
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

/** Beside the payment there is one that takes it back, so that payments add up to what was received. */
function takePaymentBack(
  { orders, orderPayments }: Projections,
  { data, position, occurredAt }: Of<"PaymentUndone">,
): void {
  const { orderId, paymentId, method, amount } = data;
  const order = orders.get(orderId);
  if (!order) return;
  const after = { ...order, received: order.received - amount };
  const isUnpaid = order.paidAt !== null && !isCovered(after);
  orders.put(
    orderId,
    isUnpaid ? { ...after, state: "placed", paidAt: null, paidPosition: null } : after,
  );
  const receivedAt = occurredAt;
  const undoneId = `${paymentId}${undoneMark}`;
  orderPayments.push({
    position,
    orderId,
    paymentId: undoneId,
    method,
    amount: -amount,
    fee: 0,
    receivedAt,
  });
}

type Change = Of<
  | "PaymentRefunded"
  | "OrderPaid"
  | "OrderCancelled"
  | "OrderReassigned"
  | "DeliveryQuoted"
  | "CollectionBooked"
  | "ShipmentCreated"
  | "ReadyToCollect"
  | "RecipientCorrected"
>;

function changed(order: OrderRow, event: Change): OrderRow {
  const { occurredAt, position } = event;
  switch (event.type) {
    case "OrderPaid":
      return { ...order, state: "paid", paidAt: occurredAt, paidPosition: position };
    case "PaymentRefunded":
      return refunded(order, event);
    case "OrderCancelled":
      return { ...order, state: "cancelled", due: 0, cancelledAt: occurredAt };
    case "OrderReassigned":
      return { ...order, sellerId: event.data.sellerId };
    case "DeliveryQuoted":
      return { ...order, fulfilment: "quoted", ...quoteOf(event) };
    case "CollectionBooked": {
      const { service, collectionReference } = event.data;
      const booked = { deliveryService: service, collectionReference };
      return { ...order, fulfilment: "collection-booked", ...booked };
    }
    case "ShipmentCreated": {
      const { service, waybill } = event.data;
      return { ...order, fulfilment: "shipped", deliveryService: service, waybill };
    }
    case "ReadyToCollect":
      // What of it goes by courier may be on its way by then.
      return order.fulfilment === "shipped" ? order : { ...order, fulfilment: "ready-to-collect" };
    case "RecipientCorrected":
      // Elsewhere the courier asks another price: the order is to be quoted again.
      return event.data.placeChanged ? { ...order, fulfilment: null, quoteNumber: null } : order;
  }
}

function quoteOf({ data }: Of<"DeliveryQuoted">) {
  return { deliveryService: data.service, quoteNumber: data.quoteNumber };
}

function refunded(order: OrderRow, { data }: Of<"PaymentRefunded">): OrderRow {
  const money = { ...order, refunded: order.refunded + data.amount };
  // Before it was paid nothing had been sold, so only money goes back.
  if (order.paidAt === null) return money;
  money.due = dueAfterRefund(money, data.productAmount);
  money.refundedGoods += data.productAmount;
  money.refundedUnits += data.units;
  return { ...money, state: stateOfPaidOrder(money) };
}
