import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import { goodsOfRefund, type RefundLeft } from "@portal/shared/sales/orders/order-money.ts";
import type { Decider } from "../../platform/ledger/decider.ts";
import type { OrderEvent, OrderSection, paymentMethods } from "./order.events.ts";
import { dueAfterRefund, isCovered, leftOf, sumsOf } from "./order.rules.ts";

/** Prices are the server's own; the total is what the lines add up to. */
export type PlaceOrder = Readonly<{
  type: "PlaceOrder";
  orderId: string;
  orderNumber: number;
  buyerId: number | null;
  sellerId: number | null;
  region: "za" | "uk" | "usa";
  currency: Currency;
  vatBps: number;
  live: boolean;
  sections: readonly OrderSection[];
  deliveryService: string | null;
}>;
export type RecordPayment = Readonly<{
  type: "RecordPayment";
  orderId: string;
  paymentId: string;
  method: (typeof paymentMethods)[number];
  amount: number;
  fee: number;
  reference: string;
  /** Where the reference is that somebody typed. */
  referenceId?: string | null;
}>;
type RefundPayment = Readonly<{
  type: "RefundPayment";
  orderId: string;
  refundId: string;
  amount: number;
  /** The part of `amount` that is for goods; what is for delivery takes no commission back. */
  productAmount: number;
  units: number;
  method: (typeof paymentMethods)[number];
  reasonId: string | null;
}>;
type CorrectRecipient = Readonly<{
  type: "CorrectRecipient";
  orderId: string;
  /** Which of the recipients, counted from 1. */
  section: number;
  /** What whoever corrects it saw: somebody else may have been quicker. */
  formerAddressId: number;
  addressId: number;
  placeChanged: boolean;
}>;
export type OrderCommand =
  | PlaceOrder
  | RecordPayment
  | RefundPayment
  | Readonly<{ type: "CancelOrder"; orderId: string; reasonId: string | null }>
  | Readonly<{ type: "ReassignOrder"; orderId: string; sellerId: number | null }>
  | Readonly<{
      type: "QuoteDelivery";
      orderId: string;
      service: string;
      quoteNumber: string;
      rate: number;
    }>
  | Readonly<{
      type: "BookCollection";
      orderId: string;
      service: string;
      collectionReference: string;
      collectionAt: string;
    }>
  | Readonly<{ type: "CreateShipment"; orderId: string; service: string; waybill: string }>
  | CorrectRecipient;

export const orderDecider: Decider<Order, OrderCommand, OrderEvent> = {
  initialState: { status: "unplaced" },

  decide(command, order) {
    if (command.type === "PlaceOrder") return place(command, order);
    if (order.status === "unplaced") throw new DomainError("order.unknown");
    switch (command.type) {
      case "RecordPayment":
        return recordPayment(command, order);
      case "RefundPayment":
        return refundPayment(command, order);
      case "CancelOrder":
        return cancel(command, order);
      case "ReassignOrder":
        return reassign(command, order);
      case "QuoteDelivery":
      case "BookCollection":
      case "CreateShipment":
        return arrangeDelivery(command, order);
      case "CorrectRecipient":
        return correctRecipient(command, order);
    }
  },

  evolve: evolveOrder,
};

function place(command: PlaceOrder, order: Order): OrderEvent[] {
  if (order.status !== "unplaced") throw new DomainError("order.already-placed");
  if (!command.sections.some(({ lines }) => lines.length > 0)) throw new DomainError("order.empty");
  const { orderId, orderNumber, buyerId, sellerId, region, currency, vatBps, live } = command;
  const { sections, deliveryService } = command;
  const { total } = sumsOf(sections, vatBps);
  const placed: OrderEvent = {
    type: "OrderPlaced",
    data: {
      orderId,
      orderNumber,
      buyerId,
      sellerId,
      region,
      currency,
      vatBps,
      live,
      sections: sections.map(({ addressId, lines }) => ({ addressId, lines: lines.map(lineOf) })),
      deliveryService,
      total,
    },
  };
  // Nobody pays nothing, so an order that costs nothing is paid by being placed.
  return total === 0 ? [placed, { type: "OrderPaid", data: { orderId } }] : [placed];
}

function lineOf(line: OrderSection["lines"][number]): OrderSection["lines"][number] {
  const { productId, quantity, listPrice, unitPrice, commissionPrice } = line;
  return { productId, quantity, listPrice, unitPrice, commissionPrice };
}

/**
 * The money has already moved when we hear of it, so it is recorded whatever has become of the order:
 * one payment too many or for a cancelled order is a refund to be made, not a payment to be forgotten.
 */
function recordPayment(command: RecordPayment, order: PlacedOrder): OrderEvent[] {
  const { orderId, paymentId, method, amount, fee, reference, referenceId = null } = command;
  // The card provider repeats its notification until we answer.
  if (order.paymentIds.includes(paymentId)) return [];

  const received: OrderEvent = {
    type: "PaymentReceived",
    data: { orderId, paymentId, method, amount, fee, reference, referenceId },
  };
  const isPaidByIt =
    order.status === "placed" &&
    !order.isPaid &&
    isCovered({ ...order, received: order.received + amount });
  return isPaidByIt ? [received, { type: "OrderPaid", data: { orderId } }] : [received];
}

function refundPayment(command: RefundPayment, order: PlacedOrder): OrderEvent[] {
  const { orderId, refundId, amount, productAmount, units, method, reasonId } = command;
  if (!order.isPaid && (productAmount > 0 || units > 0))
    throw new DomainError("order.refund-too-large", "no goods were sold yet");
  const refunded: OrderEvent = {
    type: "PaymentRefunded",
    data: { orderId, refundId, amount, productAmount, units, method, reasonId },
  };
  evolveOrder(order, refunded);
  if (order.isPaid) requireGoodsTakenBack(command, leftOf(order));
  return [refunded];
}

/** Commission and sales go back by goods and units alone, so a refund may not name fewer than it gives back. */
function requireGoodsTakenBack(
  { amount, productAmount, units }: RefundPayment,
  left: RefundLeft,
): void {
  if (productAmount < goodsOfRefund(left, amount).least)
    throw new DomainError("order.refund-goods-too-small", { field: "productAmount" });
  if (productAmount === left.goods && units < left.units)
    throw new DomainError("order.refund-units-missing", { field: "units" });
}

/**
 * Store credit that was spent on the order goes back with it; the wallet restores it in the same decision. The reason
 * is told once, with the cancelling.
 */
function cancel(
  { orderId, reasonId }: Readonly<{ orderId: string; reasonId: string | null }>,
  order: PlacedOrder,
): OrderEvent[] {
  const cancelled: OrderEvent = { type: "OrderCancelled", data: { orderId, reasonId } };
  evolveOrder(order, cancelled);
  const creditLeft = order.creditReceived - order.creditRefunded;
  const amount = Math.min(creditLeft, order.received - order.refunded);
  if (amount <= 0) return [cancelled];
  const refundId = `cancelled-${orderId}`;
  const data = { orderId, refundId, amount, productAmount: 0, units: 0, reasonId: null };
  return [{ type: "PaymentRefunded", data: { ...data, method: "credit" } }, cancelled];
}

function reassign(
  { orderId, sellerId }: Readonly<{ orderId: string; sellerId: number | null }>,
  order: PlacedOrder,
): OrderEvent[] {
  if (order.status === "cancelled") throw new DomainError("order.already-cancelled");
  if (order.sellerId === sellerId) return [];
  return [{ type: "OrderReassigned", data: { orderId, sellerId } }];
}

function correctRecipient(command: CorrectRecipient, order: PlacedOrder): OrderEvent[] {
  const { orderId, section, formerAddressId, addressId, placeChanged } = command;
  const corrected: OrderEvent = {
    type: "RecipientCorrected",
    data: { orderId, section, addressId, placeChanged },
  };
  evolveOrder(order, corrected);
  if (order.recipients[section - 1] !== formerAddressId)
    throw new DomainError("edit.changed-meanwhile");
  return [corrected];
}

type DeliveryCommand = Extract<
  OrderCommand,
  { type: "QuoteDelivery" | "BookCollection" | "CreateShipment" }
>;

/** Older clients ask for these with a GET that may be repeated, so the same thing twice is heard once. */
function arrangeDelivery(command: DeliveryCommand, order: PlacedOrder): OrderEvent[] {
  if (order.status === "cancelled") throw new DomainError("order.already-cancelled");
  const { orderId, service } = command;
  switch (command.type) {
    case "QuoteDelivery": {
      const { quoteNumber, rate } = command;
      if (order.quoteNumber === quoteNumber) return [];
      return [{ type: "DeliveryQuoted", data: { orderId, service, quoteNumber, rate } }];
    }
    case "BookCollection": {
      const { collectionReference, collectionAt } = command;
      if (order.collectionReference === collectionReference) return [];
      const data = { orderId, service, collectionReference, collectionAt };
      return [{ type: "CollectionBooked", data }];
    }
    case "CreateShipment": {
      const { waybill } = command;
      if (order.waybill === waybill) return [];
      return [{ type: "ShipmentCreated", data: { orderId, service, waybill } }];
    }
  }
}

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
function evolveOrder(order: Order, event: OrderEvent): Order {
  if (event.type === "OrderPlaced") {
    if (order.status !== "unplaced") throw new DomainError("order.already-placed");
    return newOrder(event.data);
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

function newOrder({ sections, vatBps, total, sellerId }: DataOf<"OrderPlaced">): PlacedOrder {
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
