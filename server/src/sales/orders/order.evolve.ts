import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { OrderEvent } from "./order.events.ts";
import { dueAfterRefund, isCovered, sumsOf } from "./order.rules.ts";

export type PlacedOrder = Readonly<{
  status: "placed" | "cancelled";
  /** Once paid, an order stays so: a refund changes what is left of it. */
  isPaid: boolean;
  sellerId: number | null;
  total: number;
  /** What it asks for by now. */
  due: number;
  goods: number;
  units: number;
  received: number;
  refunded: number;
  creditReceived: number;
  creditRefunded: number;
  refundedGoods: number;
  refundedUnits: number;
  paymentIds: readonly string[];
  refundIds: readonly string[];
  /** The quoted service and its reference: asked for again, it is the same quote. */
  quoteNumber: string | null;
  collectionReference: string | null;
  waybill: string | null;
  /** The address of each section, as it is by now. */
  recipients: readonly (number | null)[];
}>;
export type Order = Readonly<{ status: "unplaced" }> | PlacedOrder;

type DataOf<Type extends OrderEvent["type"]> = Extract<OrderEvent, { type: Type }>["data"];

/** @throws DomainError for a fact that cannot follow. */
export function evolveOrder(order: Order, event: OrderEvent): Order {
  if (event.type === "OrderPlaced") {
    if (order.status !== "unplaced") throw new DomainError("order.already-placed");
    return placed(event.data);
  }
  if (order.status === "unplaced") throw new DomainError("order.unknown");
  switch (event.type) {
    case "PaymentReceived":
      return withPayment(order, event.data);
    case "OrderPaid":
      requirePayable(order);
      return { ...order, isPaid: true };
    case "PaymentRefunded":
      return withRefund(order, event.data);
    case "OrderCancelled":
      requireCancellable(order);
      return { ...order, status: "cancelled", due: 0 };
    case "OrderReassigned":
      return { ...order, sellerId: event.data.sellerId };
    case "DeliveryQuoted":
      return { ...order, quoteNumber: event.data.quoteNumber };
    case "CollectionBooked":
      return { ...order, collectionReference: event.data.collectionReference };
    case "ShipmentCreated":
      return { ...order, waybill: event.data.waybill };
    case "RecipientCorrected":
      return withRecipient(order, event.data);
  }
}

function placed({ sections, vatBps, total, sellerId }: DataOf<"OrderPlaced">): PlacedOrder {
  const sums = sumsOf(sections, vatBps);
  if (sums.total !== total) throw new DomainError("order.wrong-total", `${sums.total}, ${total}`);
  return {
    status: "placed",
    isPaid: false,
    sellerId,
    total,
    due: total,
    goods: sums.goods,
    units: sums.units,
    received: 0,
    refunded: 0,
    creditReceived: 0,
    creditRefunded: 0,
    refundedGoods: 0,
    refundedUnits: 0,
    paymentIds: [],
    refundIds: [],
    quoteNumber: null,
    collectionReference: null,
    waybill: null,
    recipients: sections.map(({ addressId }) => addressId),
  };
}

function withPayment(order: PlacedOrder, payment: DataOf<"PaymentReceived">): PlacedOrder {
  const { paymentId, method, amount } = payment;
  if (order.paymentIds.includes(paymentId))
    throw new DomainError("order.payment-repeated", paymentId);
  return {
    ...order,
    received: order.received + amount,
    creditReceived: order.creditReceived + (method === "credit" ? amount : 0),
    paymentIds: [...order.paymentIds, paymentId],
  };
}

function requirePayable(order: PlacedOrder): void {
  if (order.isPaid) throw new DomainError("order.already-paid");
  if (order.status === "cancelled") throw new DomainError("order.not-payable");
  if (!isCovered(order)) throw new DomainError("order.not-fully-paid");
}

/** A refund before the order was paid gives money back and no goods: none had been sold. */
function withRefund(order: PlacedOrder, refund: DataOf<"PaymentRefunded">): PlacedOrder {
  const { refundId, method, amount, productAmount, units } = refund;
  if (order.refundIds.includes(refundId)) throw new DomainError("order.refund-repeated", refundId);
  const after = {
    ...order,
    refunded: order.refunded + amount,
    creditRefunded: order.creditRefunded + (method === "credit" ? amount : 0),
    refundedGoods: order.refundedGoods + (order.isPaid ? productAmount : 0),
    refundedUnits: order.refundedUnits + (order.isPaid ? units : 0),
    refundIds: [...order.refundIds, refundId],
  };
  if (after.refunded > after.received) throw new DomainError("order.refund-too-large");
  // Giving back the last of the money takes all goods back, also those that earlier refunds did not name.
  const isLast = after.refunded === after.received;
  if ((productAmount > amount && !isLast) || after.refundedGoods > after.goods)
    throw new DomainError("order.refund-too-large", "more than the goods");
  if (after.refundedUnits > after.units)
    throw new DomainError("order.refund-too-large", "more than the units");
  return order.isPaid ? { ...after, due: dueAfterRefund(after, productAmount) } : after;
}

function requireCancellable(order: PlacedOrder): void {
  if (order.status === "cancelled") throw new DomainError("order.already-cancelled");
  if (order.isPaid && order.received > order.refunded)
    throw new DomainError("order.paid-refund-first");
}

function withRecipient(
  order: PlacedOrder,
  { section, addressId, placeChanged }: DataOf<"RecipientCorrected">,
): PlacedOrder {
  if (order.status === "cancelled") throw new DomainError("order.recipient-over");
  if (section > order.recipients.length) throw new DomainError("order.unknown-address");
  return {
    ...order,
    recipients: order.recipients.with(section - 1, addressId),
    quoteNumber: placeChanged ? null : order.quoteNumber,
  };
}
