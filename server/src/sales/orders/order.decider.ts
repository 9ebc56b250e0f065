import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import { goodsOfRefund, type RefundLeft } from "@portal/shared/sales/orders/order-money.ts";
import type { Decider } from "../../platform/ledger/decider.ts";
import { evolveOrder, type Order, type PlacedOrder } from "./order.evolve.ts";
import type { OrderEvent, OrderSection, paymentMethods } from "./order.events.ts";
import { isCovered, leftOf, sumsOf } from "./order.rules.ts";

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
