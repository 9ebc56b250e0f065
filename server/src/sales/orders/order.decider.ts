import { selfCollectionService } from "@portal/shared/platform/constants.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Decider } from "../../platform/ledger/decider.ts";
import type { OrderEvent } from "./order.events.ts";
import { requireEntry } from "./office-entry.rules.ts";
import { requireGoodsTakenBack, requireWayBack } from "./refund.rules.ts";
import {
  isCovered,
  leftOf,
  lineOf,
  moneyAfter,
  serviceOfOrder,
  sumsOf,
  whyNotSent,
} from "./order.rules.ts";
import type {
  CancelOrder,
  CorrectRecipient,
  DataOf,
  DeliveryCommand,
  EventOf,
  MarkReadyToCollect,
  OrderCommand,
  PlaceOrder,
  ReassignOrder,
  RecordPayment,
  RefundPayment,
  UndoPayment,
} from "./order-commands.ts";

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
      case "UndoPayment":
        return undoPayment(command, order);
      case "CancelOrder":
        return cancel(command, order);
      case "ReassignOrder":
        return reassign(command, order);
      case "QuoteDelivery":
      case "BookCollection":
      case "CreateShipment":
        return arrangeDelivery(command, order);
      case "MarkReadyToCollect":
        return markReady(command, order);
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
  const { sections } = command;
  const services = sections.map((section) => section.deliveryService ?? command.deliveryService);
  const deliveryService = serviceOfOrder(services);
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
      sections: sections.map(({ deliveryService: _, ...section }, at) => {
        const own = services[at] ?? null;
        const kept = { ...section, lines: section.lines.map(lineOf) };
        return own === null || own === deliveryService ? kept : { ...kept, deliveryService: own };
      }),
      deliveryService,
      total,
    },
  };
  // There is no payment of 0, so an order that costs nothing is paid when it is placed.
  return total === 0 ? [placed, { type: "OrderPaid", data: { orderId } }] : [placed];
}

/**
 * The money has already moved, so the payment is recorded whatever the state of the order: a second payment, or one for a
 * cancelled order, has to be refunded.
 */
function recordPayment(command: RecordPayment, order: PlacedOrder): OrderEvent[] {
  const { orderId, paymentId, method, amount, fee, reference, referenceId = null } = command;
  // The card provider repeats its notification until it gets a response.
  if (order.payments.some((known) => known.paymentId === paymentId)) return [];
  if (command.entry) requireEntry(command.entry, order);

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

/** @throws DomainError order.unknown-payment, order.undo-not-eft, order.undo-refunded, order.undo-sent */
function undoPayment(
  { orderId, paymentId, isOut = false, mayBeOut = false }: UndoPayment,
  order: PlacedOrder,
): OrderEvent[] {
  const payment = order.payments.find((known) => known.paymentId === paymentId);
  if (!payment || payment.isUndone) throw new DomainError("order.unknown-payment");
  const { method, amount } = payment;
  const undone: EventOf<"PaymentUndone"> = {
    type: "PaymentUndone",
    data: { orderId, paymentId, method, amount },
  };
  const after = withoutPayment(order, undone);
  if (isOut && !mayBeOut && order.isPaid && !after.isPaid) throw new DomainError("order.undo-sent");
  return [undone];
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
  requireWayBack(command, order);
  if (order.isPaid) requireGoodsTakenBack(command, leftOf(order));
  return [refunded];
}

/**
 * Store credit that was spent on the order is refunded; the wallet restores it in the same decision. Only the event of
 * the cancellation holds the reason.
 */
function cancel(
  { orderId, reasonId, isOut = false, mayBeOut = false }: CancelOrder,
  order: PlacedOrder,
): OrderEvent[] {
  const cancelled: OrderEvent = { type: "OrderCancelled", data: { orderId, reasonId } };
  evolveOrder(order, cancelled);
  if (isOut && !mayBeOut && !order.isPaid) throw new DomainError("order.sent-unpaid");
  const creditLeft = order.creditReceived - order.creditRefunded;
  const amount = Math.min(creditLeft, order.received - order.refunded);
  if (amount <= 0) return [cancelled];
  const refundId = `cancelled-${orderId}`;
  const data = { orderId, refundId, amount, productAmount: 0, units: 0, reasonId: null };
  return [{ type: "PaymentRefunded", data: { ...data, method: "credit" } }, cancelled];
}

function reassign({ orderId, sellerId }: ReassignOrder, order: PlacedOrder): OrderEvent[] {
  if (order.status === "cancelled") throw new DomainError("order.already-cancelled");
  if (order.sellerId === sellerId) return [];
  return [{ type: "OrderReassigned", data: { orderId, sellerId } }];
}

function correctRecipient(command: CorrectRecipient, order: PlacedOrder): OrderEvent[] {
  const { orderId, section, formerAddressId, addressId, placeChanged } = command;
  // The goods wait for whoever was told; another place would only hide that they are packed.
  if (placeChanged && order.isReady) throw new DomainError("order.recipient-ready");
  const data = { orderId, section, addressId, placeChanged };
  const corrected: OrderEvent = { type: "RecipientCorrected", data };
  evolveOrder(order, corrected);
  if (order.recipients[section - 1] !== formerAddressId)
    throw new DomainError("edit.changed-meanwhile");
  return [corrected];
}

function markReady({ orderId, takenBack }: MarkReadyToCollect, order: PlacedOrder): OrderEvent[] {
  if (order.status === "cancelled") throw new DomainError("order.already-cancelled");
  if (!order.isCollected) throw new DomainError("order.not-collected");
  if (order.isReady) return [];
  const reason = whyNotSent(order, takenBack);
  if (reason) throw new DomainError(reason);
  return [{ type: "ReadyToCollect", data: { orderId } }];
}

/** Older clients send these as a GET, which may be repeated, so a repetition adds no event. */
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
      const { booked } = order;
      if (booked?.service === service && booked.collectionAt === collectionAt) return [];
      const data = { orderId, service, collectionReference, collectionAt };
      return [{ type: "CollectionBooked", data }];
    }
    case "CreateShipment": {
      const { waybills, former } = command;
      const latest = order.waybills.slice(-waybills.length).join();
      if (former && former.join() !== latest) throw new DomainError("courier.already-shipped");
      if (latest === waybills.join()) return [];
      const type = "ShipmentCreated";
      return waybills.map((waybill) => ({ type, data: { orderId, service, waybill } }));
    }
  }
}

/** An undone payment stays in the list, so that its id is never used again. */
type Payment = Readonly<
  Pick<DataOf<"PaymentReceived">, "paymentId" | "method" | "amount"> & { isUndone: boolean }
>;

export type PlacedOrder = Readonly<{
  status: "placed" | "cancelled";
  /** A refund does not change it; an undone payment does, because then the order was never paid. */
  isPaid: boolean;
  sellerId: number | null;
  total: number;
  /** The total less what was refunded of it; 0 once cancelled. */
  due: number;
  goods: number;
  units: number;
  received: number;
  refunded: number;
  creditReceived: number;
  creditRefunded: number;
  /** Received by card less refunded to it; below 0 where an import brought more refunds than payments. */
  onCard: number;
  refundedGoods: number;
  refundedUnits: number;
  payments: readonly Payment[];
  refundIds: readonly string[];
  quoteNumber: string | null;
  /** The courier's latest visit. */
  booked: Readonly<Pick<DataOf<"CollectionBooked">, "service" | "collectionAt">> | null;
  /** Including replaced ones; those of the latest parcels are last. */
  waybills: readonly string[];
  /** At least one section is collected at the office. */
  isCollected: boolean;
  isReady: boolean;
  /** The current address of each section. */
  recipients: readonly (number | null)[];
}>;
export type Order = Readonly<{ status: "unplaced" }> | PlacedOrder;

/** @throws DomainError for an event that cannot follow the state */
function evolveOrder(order: Order, event: OrderEvent): Order {
  if (event.type === "OrderPlaced") {
    if (order.status !== "unplaced") throw new DomainError("order.already-placed");
    return newOrder(event.data);
  }
  if (order.status === "unplaced") throw new DomainError("order.unknown");
  switch (event.type) {
    case "PaymentReceived":
      return withPayment(order, event);
    case "OrderPaid":
      requirePayable(order);
      return moneyAfter(order, event);
    case "PaymentRefunded":
      return withRefund(order, event);
    case "PaymentUndone":
      return withoutPayment(order, event);
    case "OrderCancelled":
      requireCancellable(order);
      return { ...moneyAfter(order, event), status: "cancelled" };
    case "OrderReassigned":
      return { ...order, sellerId: event.data.sellerId };
    case "DeliveryQuoted":
      return { ...order, quoteNumber: event.data.quoteNumber };
    case "CollectionBooked":
      return { ...order, booked: event.data };
    case "ShipmentCreated":
      return { ...order, waybills: [...order.waybills, event.data.waybill] };
    case "ReadyToCollect":
      return { ...order, isReady: true };
    case "RecipientCorrected":
      return withRecipient(order, event.data);
  }
}

function newOrder(placed: DataOf<"OrderPlaced">): PlacedOrder {
  const { sections, vatBps, total, sellerId, deliveryService } = placed;
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
    onCard: 0,
    refundedGoods: 0,
    refundedUnits: 0,
    payments: [],
    refundIds: [],
    quoteNumber: null,
    booked: null,
    waybills: [],
    isCollected: sections.some(
      (section) => (section.deliveryService ?? deliveryService) === selfCollectionService,
    ),
    isReady: false,
    recipients: sections.map(({ addressId }) => addressId),
  };
}

function withPayment(order: PlacedOrder, event: EventOf<"PaymentReceived">): PlacedOrder {
  const { paymentId, method, amount } = event.data;
  if (order.payments.some((known) => known.paymentId === paymentId))
    throw new DomainError("order.payment-repeated", paymentId);
  return {
    ...moneyAfter(order, event),
    creditReceived: order.creditReceived + (method === "credit" ? amount : 0),
    onCard: order.onCard + (method === "card" ? amount : 0),
    payments: [...order.payments, { paymentId, method, amount, isUndone: false }],
  };
}

/**
 * Only a payment that the office recorded can be undone. Once a part of what was sold is refunded, or the money itself,
 * it cannot: the refund stands for what became of it.
 */
function withoutPayment(order: PlacedOrder, event: EventOf<"PaymentUndone">): PlacedOrder {
  const { paymentId, method, amount } = event.data;
  const payment = order.payments.find((known) => known.paymentId === paymentId);
  if (!payment || payment.isUndone || payment.amount !== amount || payment.method !== method)
    throw new DomainError("order.unknown-payment", paymentId);
  if (method !== "eft") throw new DomainError("order.undo-not-eft");
  const isPartRefunded = order.isPaid && (order.due < order.total || order.refundedUnits > 0);
  if (isPartRefunded || order.received - amount < order.refunded)
    throw new DomainError("order.undo-refunded");
  return {
    ...moneyAfter(order, event),
    payments: order.payments.map((known) =>
      known === payment ? { ...known, isUndone: true } : known,
    ),
  };
}

function requirePayable(order: PlacedOrder): void {
  if (order.isPaid) throw new DomainError("order.already-paid");
  if (order.status === "cancelled") throw new DomainError("order.not-payable");
  if (!isCovered(order)) throw new DomainError("order.not-fully-paid");
}

function withRefund(order: PlacedOrder, event: EventOf<"PaymentRefunded">): PlacedOrder {
  const { refundId, method, amount, productAmount } = event.data;
  if (order.refundIds.includes(refundId)) throw new DomainError("order.refund-repeated", refundId);
  const after = {
    ...moneyAfter(order, event),
    creditRefunded: order.creditRefunded + (method === "credit" ? amount : 0),
    onCard: order.onCard - (method === "card" ? amount : 0),
    refundIds: [...order.refundIds, refundId],
  };
  if (after.refunded > after.received) throw new DomainError("order.refund-too-large");
  // The refund of the last money covers all remaining goods, also those that earlier refunds did not state.
  const isLast = after.refunded === after.received;
  if ((productAmount > amount && !isLast) || after.refundedGoods > after.goods)
    throw new DomainError("order.refund-too-large", "more than the goods");
  if (after.refundedUnits > after.units)
    throw new DomainError("order.refund-too-large", "more than the units");
  return after;
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
