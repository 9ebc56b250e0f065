import { DomainError } from "@portal/shared/domain-error.ts";
import type { Currency } from "@portal/shared/money.ts";
import { type PricedOrder, priceOrder } from "@portal/shared/orders/order-pricing.ts";
import type { SaveOrder } from "@portal/shared/orders/save-order.ts";
import { type Caller, commandFrom } from "../../caller.ts";
import { addressOwner } from "../addresses/address.actions.ts";
import { ownsAddresses } from "../addresses/address.store.ts";
import { loadShopTerms, priceTermsFor, type ShopTerms } from "../catalogue/price-terms.queries.ts";
import { orderDecider } from "./order.decider.ts";
import { orderStream } from "./order.events.ts";
import { insertOrderDetail, nextOrderNumber } from "./order-detail.store.ts";
import {
  type BuyerFacts,
  findMemberByCode,
  loadBuyer,
  type Member,
} from "./order-people.queries.ts";

export type PlacedOrder = { uuid: string; orderNumber: number; total: number; currency: Currency };

/**
 * The client says what it wants and where to; what it costs, who sold it and whether it is live the
 * server decides from its own tables, at the moment when the order is placed and once for all.
 */
export async function placeOrder(
  caller: Caller,
  { commandId, ...order }: SaveOrder,
): Promise<PlacedOrder> {
  const command = commandFrom(caller, commandId, { action: "orders.save", ...order });
  const { answer } = await caller.ledger.execute(command, async () => {
    const { buyer, shop, priced } = await priceFor(caller, order);
    const seller = await sellerOf(caller, order, buyer);
    const live = caller.card.mode !== "sandbox" && !buyer.test && seller?.test !== true;

    const uuid = caller.newId();
    const orderNumber = await nextOrderNumber(caller.db);
    const events = orderDecider.decide(
      {
        type: "PlaceOrder",
        orderId: uuid,
        orderNumber,
        buyerId: buyer.userId,
        sellerId: seller?.userId ?? null,
        region: caller.shop.region,
        currency: shop.currency,
        vatBps: shop.vatBps,
        live,
        sections: sectionsOf(order, priced),
        deliveryService: order.deliveryService ?? null,
      },
      orderDecider.initialState,
    );
    const { currency } = shop;
    const cardEnvironment = caller.card.environmentFor({ live, currency });
    return {
      events: events.map((event) => ({ streamId: orderStream(uuid), event })),
      answer: { uuid, orderNumber, total: priced.total, currency },
      alongside: (tx) => insertOrderDetail(tx, uuid, order, cardEnvironment),
    };
  });
  return answer;
}

type Wanted = Omit<SaveOrder, "commandId">;

async function priceFor(
  caller: Caller,
  order: Wanted,
): Promise<{ buyer: BuyerFacts; shop: ShopTerms; priced: PricedOrder }> {
  const { sections } = order;
  const productIds = sections.flatMap(({ lines }) => lines.map(({ productId }) => productId));
  const addressIds = sections.map(({ addressId }) => addressId);
  const owner = addressOwner(caller, order.uniqueId);
  const [shop, buyer, isTheirs] = await Promise.all([
    loadShopTerms(caller.db, caller.shop.region, productIds),
    loadBuyer(caller.db, owner.userId),
    ownsAddresses(caller.db, owner, addressIds),
  ]);

  const priced = priceOrder(order, priceTermsFor(buyer.pricing, shop));
  if (priced.units === 0) throw new DomainError("order.empty");
  if (!isTheirs) throw new DomainError("order.unknown-address");
  return { buyer, shop, priced };
}

/** Who made the sale (domain): the buyer itself, its parent, then the code that the order carries. */
async function sellerOf(
  caller: Caller,
  { distributorCode, stockistCode }: Wanted,
  buyer: BuyerFacts,
): Promise<Member | null> {
  if (buyer.isActiveMember && buyer.userId !== null)
    return { userId: buyer.userId, test: buyer.test };
  if (buyer.parent) return buyer.parent;

  const codes = [distributorCode ?? caller.viaCode, stockistCode].filter(
    (code) => code !== undefined && code !== null,
  );
  const member = await findMemberByCode(caller.db, codes);
  // A stale link never stands between a person and the order.
  if (!member && codes.length > 0)
    caller.log.warn({ codes }, "the order's code is nobody's, so nobody made the sale");
  return member;
}

/** A recipient for whom nothing was wanted is left out. */
function sectionsOf({ sections }: Wanted, priced: PricedOrder) {
  return sections.flatMap(({ addressId }, index) => {
    const lines = priced.sections[index]?.lines ?? [];
    return lines.length > 0 ? [{ addressId, lines: [...lines] }] : [];
  });
}
