import { goesByCourier, isDeliveryOf } from "@portal/shared/sales/delivery/delivery-services.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import { type PricedOrder, priceOrder } from "@portal/shared/sales/orders/order-pricing.ts";
import type { SaveOrder } from "@portal/shared/sales/orders/save-order.ts";
import { type Caller, commandFrom } from "../../caller.ts";
import { isDatabaseFull } from "../../platform/files/disk-space.ts";
import { addressOwner } from "../../people/addresses/address.actions.ts";
import { priceTermsFor, type ShopTerms } from "../prices/price-terms.queries.ts";
import { requireGuestOrderLeft } from "./guest-orders.actions.ts";
import { orderDecider } from "./order.decider.ts";
import { orderStream } from "./order.events.ts";
import { insertPlacedRows } from "./order-detail.store.ts";
import { firstMailAbout } from "./order-messages.actions.ts";
import { loadOrderFacts, type OrderFacts } from "./order-facts.queries.ts";
import { isLiveShop } from "../../people/users/member-code.queries.ts";
import { type BuyerFacts, findOwnVat } from "./order-people.queries.ts";

export type PlacedOrder = { uuid: string; orderNumber: number; total: number; currency: Currency };

/**
 * The client says what it wants and where to; what it costs, who sold it and whether it is live the
 * server decides from its own tables, at the moment when the order is placed and once for all.
 */
export async function placeOrder(
  caller: Caller,
  { commandId, expectedTotal, ...order }: SaveOrder,
): Promise<PlacedOrder> {
  requireOffice(caller);
  await requireRoom(caller);
  const command = commandFrom(caller, commandId, { action: "orders.save", ...order });
  const { answer } = await caller.ledger.execute(command, async () => {
    const { region } = caller.shop;
    const deliveryService = order.deliveryService ?? null;
    if (deliveryService !== null && !isDeliveryOf(region, deliveryService))
      throw new DomainError("order.unknown-service", { field: "deliveryService" });
    const { shop, buyer, sellerId, live, priced, orderNumber } = await priceFor(caller, order);
    if (expectedTotal !== undefined && priced.total !== expectedTotal)
      throw new DomainError("order.price-changed");
    await requireGuestOrderLeft(caller);

    const uuid = caller.newId();
    const { currency } = shop;
    const events = orderDecider.decide(
      {
        type: "PlaceOrder",
        orderId: uuid,
        orderNumber,
        buyerId: buyer.userId,
        sellerId,
        region,
        currency,
        vatBps: (await ownVatOf(caller)) ?? shop.vatBps,
        live,
        sections: sectionsOf(order, priced),
        deliveryService,
      },
      orderDecider.initialState,
    );
    const cardEnvironment = caller.card.environmentFor({ live, currency });
    const mail = firstMailAbout(
      { userId: buyer.userId, orderId: uuid },
      { total: priced.total, byCard: cardEnvironment !== null },
    );
    return {
      events: events.map((event) => ({ streamId: orderStream(uuid), event })),
      answer: { uuid, orderNumber, total: priced.total, currency },
      alongside: (tx) =>
        insertPlacedRows(tx, {
          orderId: uuid,
          detail: order,
          cardEnvironment,
          mail: { ...mail, at: caller.now() },
          isQuoted: live && goesByCourier(region, deliveryService),
        }),
    };
  });
  return answer;
}

/**
 * What is on its way (payments, parcels, messages) needs the last of the room more than something new.
 *
 * @throws DomainError order.no-room
 */
async function requireRoom({ disks }: Caller): Promise<void> {
  if (await isDatabaseFull(disks)) throw new DomainError("order.no-room");
}

/** Distributors and stockists order in the office portal (specification, section 6). */
function requireOffice({ user, isOfficeHost }: Caller): void {
  const isMember = user?.role === "distributor" || user?.role === "stockist";
  if (isMember && !isOfficeHost) throw new DomainError("order.use-office");
}

async function ownVatOf({ db, user }: Caller): Promise<number | null> {
  return user?.role === "stockist" ? findOwnVat(db, user.id) : null;
}

type Wanted = Omit<SaveOrder, "commandId" | "expectedTotal">;

type PricedFor = Readonly<{
  shop: ShopTerms;
  buyer: BuyerFacts;
  sellerId: number | null;
  /** Decided by the buyer's own account and the shop's card account; nothing that a client sends makes play money of an order. */
  live: boolean;
  priced: PricedOrder;
  orderNumber: number;
}>;

async function priceFor(caller: Caller, order: Wanted): Promise<PricedFor> {
  const { sections, distributorCode, stockistCode } = order;
  const codes = [distributorCode ?? caller.viaCode, stockistCode].filter(
    (code) => code !== undefined && code !== null,
  );
  const facts = await loadOrderFacts(caller.db, {
    region: caller.shop.region,
    owner: addressOwner(caller, order.uniqueId),
    productIds: sections.flatMap(({ lines }) => lines.map(({ productId }) => productId)),
    addressIds: sections.map(({ addressId }) => addressId),
    codes,
  });
  const { shop, buyer, orderNumber } = facts;
  if (shop.stockIssues !== "") throw new DomainError("order.stock-issues");

  const priced = priceOrder(order, priceTermsFor(buyer.pricing, shop));
  if (priced.units === 0) throw new DomainError("order.empty");
  if (!facts.ownsAddresses || orderNumber === null) throw new DomainError("order.unknown-address");
  const live = isLiveShop(caller) && !buyer.test;
  const sellerId = sellerOf(facts, live);
  // A stale link never stands between a person and the order.
  // What the code was is not told: anything can be typed there.
  if (sellerId === null && codes.length > 0)
    caller.log.warn({ orderNumber }, "the order's code is nobody's, so nobody made the sale");
  return { shop, buyer, sellerId, live, priced, orderNumber };
}

/**
 * Who made the sale (docs/domain.md): the buyer itself, its parent, then the code that the order carries. A test member makes
 * no sale for real money: in a live order it is as unknown as its code.
 */
function sellerOf({ buyer, membersOfCodes }: OrderFacts, live: boolean): number | null {
  const { userId, isActiveMember, parent } = buyer;
  if (isActiveMember && userId !== null) return userId;
  const members = parent ? [parent, ...membersOfCodes] : membersOfCodes;
  return members.find(({ test }) => !live || !test)?.userId ?? null;
}

/** A recipient for whom nothing was wanted is left out. */
function sectionsOf({ sections }: Wanted, priced: PricedOrder) {
  return sections.flatMap(({ addressId }, index) => {
    const lines = priced.sections[index]?.lines ?? [];
    return lines.length > 0 ? [{ addressId, lines: [...lines] }] : [];
  });
}
