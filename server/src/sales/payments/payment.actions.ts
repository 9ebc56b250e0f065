import { eftPrefix } from "@portal/shared/platform/constants.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import { outstanding } from "@portal/shared/sales/orders/order-money.ts";
import type { Collection } from "@portal/shared/sales/orders/save-order.ts";
import type { Caller } from "../../caller.ts";
import { getShopFacts, type ShopBank } from "../../catalogue/shop-settings/settings.queries.ts";
import type { CardEnvironment, CardForm } from "../../gateways/card/card-gateway.ts";
import { readOnly } from "../../platform/db/database.ts";
import { queueMessage } from "../../platform/messages/queue-message.ts";
import type { OrderState } from "../../platform/read-model/projection-tables.ts";
import type { OrderSection } from "../orders/order.events.ts";
import { findParcelWords } from "../orders/order-buyer.queries.ts";
import { findOrderParties } from "../orders/order.queries.ts";
import {
  type CardAttempt,
  findCardAttempt,
  findOrderMoney,
  findProductNames,
  getPlacedSections,
  type OrderMoneyRow,
} from "./payment.queries.ts";

export type OrderLineToPay = {
  productId: number;
  name: string;
  quantity: number;
  unitPrice: number;
  lineTotal: number;
};

/** What a person who holds the link may see: no name, no address, no phone. */
export type OrderToPay = {
  uuid: string;
  orderNumber: number;
  state: OrderState;
  currency: Currency;
  total: number;
  received: number;
  refunded: number;
  delivery: number;
  /** The goods of each recipient, and beside them what their delivery costs. */
  sections: {
    lines: OrderLineToPay[];
    delivery: number;
    /** How it goes, by its code; null where that was not said. */
    deliveryService: string | null;
    /** By when it is there, `YYYY-MM-DD`, where the courier could say. */
    promisedDay: string | null;
  }[];
  placedAt: string;
  paidAt: string | null;
  eftReference: string;
  /** The way it was to be delivered, by its code; null where none was named. */
  deliveryService: string | null;
  /** Who comes to the office for it; null where nobody does. */
  collectedBy: Collection["by"] | null;
  /** Where a transfer goes; null until the office says where. */
  bank: ShopBank | null;
  card: {
    available: boolean;
    live: boolean;
    /** The last try that the provider told us of and that did not pay it. */
    lastAttempt: CardAttempt | null;
  };
};

/** Only `Paid` ends the poll (specification, section 4, "Card payment return"). */
export type PaidAnswer = { paid: boolean; state: OrderState; message: "Paid" | "No match" };

export async function getOrderToPay(caller: Caller, uuid: string): Promise<OrderToPay> {
  const order = await getOrder(caller, uuid);
  const placed = await getPlacedSections(readOnly(caller.db), uuid);
  const ids = placed.flatMap(({ lines }) => lines.map(({ productId }) => productId));
  const names = await findProductNames(readOnly(caller.db), ids);

  const { bank } = await getShopFacts(readOnly(caller.db));
  const words = await findParcelWords(readOnly(caller.db), uuid);
  const sections = placed.map((section, at) => ({
    ...sectionToPay(section, names),
    deliveryService: section.deliveryService ?? order.deliveryService,
    promisedDay: words.get(at + 1)?.promisedDay ?? null,
  }));
  return {
    uuid,
    orderNumber: order.orderNumber,
    state: order.state,
    currency: order.currency,
    total: order.total,
    received: order.received,
    refunded: order.refunded,
    delivery: sections.reduce((sum, { delivery }) => sum + delivery, 0),
    sections,
    placedAt: order.placedAt,
    paidAt: order.paidAt,
    eftReference: `${eftPrefix}${order.orderNumber}`,
    deliveryService: order.deliveryService,
    collectedBy: order.collectedBy,
    bank,
    card: {
      available: order.cardEnvironment !== null && order.state === "placed",
      live: order.cardEnvironment === "live",
      lastAttempt:
        order.state === "placed" ? await findCardAttempt(readOnly(caller.db), uuid) : null,
    },
  };
}

/** Reads our own books; what a browser brings back from the provider proves nothing. */
export async function checkPaid(caller: Caller, uuid: string): Promise<PaidAnswer> {
  const { state, paidAt } = await getOrder(caller, uuid);
  const paid = paidAt !== null;
  return { paid, state, message: paid ? "Paid" : "No match" };
}

export async function getPaymentForm(caller: Caller, uuid: string): Promise<CardForm> {
  const order = await getOrder(caller, uuid);
  if (order.paidAt !== null) throw new DomainError("order.already-paid");
  const amount = outstanding(order);
  if (order.state !== "placed" || order.cardEnvironment === null || amount <= 0)
    throw new DomainError("order.not-payable");
  const { orderNumber, region } = order;
  return caller.card.form(order.cardEnvironment, { uuid, orderNumber, amount, region });
}

/**
 * "PAY WITH EFT": the bank details by mail as well, once for each order. Whoever holds the link may ask,
 * because the mail goes to nobody but the buyer.
 *
 * @throws DomainError order.unknown, order.not-payable
 */
export async function mailEftDetails(caller: Caller, uuid: string): Promise<{ queued: true }> {
  const { state } = await getOrder(caller, uuid);
  if (state !== "placed") throw new DomainError("order.not-payable");
  const parties = await findOrderParties(readOnly(caller.db), uuid);
  const order = { userId: parties?.buyerId ?? null, orderId: uuid };
  await caller.db
    .transaction()
    .execute((tx) =>
      queueMessage(tx, caller, `order-eft:${uuid}`, { kind: "order-eft", ...order }),
    );
  return { queued: true };
}

async function getOrder(caller: Caller, uuid: string): Promise<UnpaidOrder> {
  const order = await findPayableOrder(caller, uuid);
  if (!order) throw new DomainError("order.unknown");
  return order;
}

/** No commission is reckoned on delivery, and on nothing else is there none (docs/domain.md, "Price of a line"). */
function sectionToPay({ lines }: OrderSection, names: ReadonlyMap<number, string>) {
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

function chargedFor(lines: OrderSection["lines"]): number {
  return lines.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0);
}

/** An order as whoever pays it, and whoever says that it was paid, has to agree with. */
export type UnpaidOrder = Omit<OrderMoneyRow, "cardEnvironment"> &
  Readonly<{
    /** Which of the provider's worlds pays it; null: no card does. */
    cardEnvironment: CardEnvironment | null;
  }>;

export async function findPayableOrder(
  { db, card }: Pick<Caller, "db" | "card">,
  orderId: string,
): Promise<UnpaidOrder | null> {
  const order = await findOrderMoney(readOnly(db), orderId);
  if (!order) return null;
  // An imported order is paid where it would be paid if it were placed today.
  const environment =
    order.cardEnvironment === undefined ? card.environmentFor(order) : order.cardEnvironment;
  // One that was placed before PAYFAST_MODE was changed has nowhere left to be paid by card.
  const cardEnvironment = environment !== null && card.serves(environment) ? environment : null;
  return { ...order, cardEnvironment };
}
