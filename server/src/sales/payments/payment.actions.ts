import { eftPrefix } from "@portal/shared/platform/constants.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { outstanding } from "@portal/shared/sales/orders/order-money.ts";
import { collectionSchema } from "@portal/shared/sales/orders/save-order.ts";
import type { Caller } from "../../caller.ts";
import { getShopFacts } from "../../catalogue/shop-settings/settings.queries.ts";
import { environmentOf } from "../../gateways/card/card-gateway.ts";
import type { CardEnvironment, CardForm } from "../../gateways/card/card-provider.ts";
import { readOnly } from "../../platform/db/database.ts";
import { queueMessage } from "../../platform/messages/queue-message.ts";
import { findParcelWords } from "../orders/order-buyer.queries.ts";
import { findOrderParties } from "../orders/order.queries.ts";
import { goodsAndDelivery } from "../orders/order.rules.ts";
import { findCardAttempt, findProductNames, getPlacedSections } from "./payment.queries.ts";
import { orderEft } from "../orders/order.messages.ts";

/** An order for a visitor with its link: without names, addresses and phone numbers. */
export async function getOrderToPay(caller: Caller, uuid: string) {
  const order = await getOrder(caller, uuid);
  const placed = await getPlacedSections(readOnly(caller.db), uuid);
  const ids = placed.flatMap(({ lines }) => lines.map(({ productId }) => productId));
  const names = await findProductNames(readOnly(caller.db), ids);

  const least = leastByCard(order);
  const { bank } = await getShopFacts(readOnly(caller.db));
  const words = await findParcelWords(readOnly(caller.db), uuid);
  const sections = placed.map((section, at) => ({
    ...goodsAndDelivery(section.lines, names),
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
      available: order.cardEnvironment !== null && outstanding(order) >= Math.max(1, least),
      /** The least that can be paid by card. */
      least,
      provider: order.provider?.name ?? null,
      live: order.cardEnvironment === "live",
      lastAttempt:
        order.state === "placed" ? await findCardAttempt(readOnly(caller.db), uuid) : null,
    },
  };
}

/**
 * By the ledger alone: the return from the provider's page proves nothing. Only `Paid` ends the poll (specification,
 * section 4, "Card payment return").
 */
export async function checkPaid(caller: Caller, uuid: string) {
  const { state, paidAt } = await getOrder(caller, uuid);
  const paid = paidAt !== null;
  return { paid, state, message: paid ? ("Paid" as const) : ("No match" as const) };
}

/** @returns 0 where the order cannot be paid by card */
function leastByCard({ cardEnvironment, provider, currency }: UnpaidOrder): number {
  return cardEnvironment === null ? 0 : (provider?.leastIn(currency) ?? 0);
}

/** @throws DomainError order.unknown, order.already-paid, order.not-payable, order.too-little-for-card */
export async function getPaymentForm(caller: Caller, uuid: string): Promise<CardForm> {
  const order = await getOrder(caller, uuid);
  if (order.paidAt !== null) throw new DomainError("order.already-paid");
  const amount = outstanding(order);
  const { orderNumber, region, currency, provider, cardEnvironment } = order;
  if (order.state !== "placed" || cardEnvironment === null || provider === null || amount <= 0)
    throw new DomainError("order.not-payable");
  if (amount < provider.leastIn(currency)) throw new DomainError("order.too-little-for-card");
  // Members are signed in on the portal's host alone; on the other they would come back as strangers.
  const { publicUrl, officeUrl = publicUrl } = caller.shop;
  const site = caller.isOfficeHost ? officeUrl : publicUrl;
  return provider.start(cardEnvironment, { uuid, orderNumber, amount, currency, region, site });
}

/**
 * "PAY WITH EFT": sends the bank details by email, once for each order. The link is enough to request it, because the
 * email goes to the buyer alone.
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
    .execute((tx) => queueMessage(tx, caller, `order-eft:${uuid}`, orderEft, order));
  return { queued: true };
}

/** @throws DomainError order.unknown */
async function getOrder(caller: Caller, uuid: string): Promise<UnpaidOrder> {
  const order = await findPayableOrder(caller, uuid);
  if (!order) throw new DomainError("order.unknown");
  return order;
}

export type UnpaidOrder = NonNullable<Awaited<ReturnType<typeof findPayableOrder>>>;

/** `cardEnvironment`: the environment of `provider` that its card payments go to; null where it cannot be paid by card. */
export async function findPayableOrder({ db, card }: Pick<Caller, "db" | "card">, orderId: string) {
  const row = await db
    .selectFrom("projection.order_state as order")
    .leftJoin("order_detail as detail", "detail.order_id", "order.order_id")
    .select([
      "order.order_id as orderId",
      "order.order_number as orderNumber",
      "order.state",
      "order.region",
      "order.currency",
      "order.live",
      "order.total",
      "order.received",
      "order.refunded",
      "order.delivery_service as deliveryService",
      "order.placed_at as placedAt",
      "order.paid_at as paidAt",
      "detail.order_id as detailId",
      "detail.card_environment",
      "detail.collection",
    ])
    .where("order.order_id", "=", orderId)
    .executeTakeFirst();
  if (!row) return null;
  const { detailId, card_environment, collection, ...order } = row;
  // An imported order is paid in the environment of an order that is placed today.
  const environment = detailId === null ? environmentOf(card, order) : card_environment;
  const provider = card.providerOf(order.currency);
  // After a change of the provider's mode, older orders of the other environment cannot be paid by card.
  const cardEnvironment: CardEnvironment | null =
    environment !== null && provider?.serves(environment) ? environment : null;
  const collectedBy = collection ? collectionSchema.parse(collection).by : null;
  return { ...order, collectedBy, cardEnvironment, provider };
}
