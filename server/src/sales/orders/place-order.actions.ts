import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import { goesByCourier, isDeliveryOf } from "@portal/shared/sales/delivery/delivery.ts";
import { type PricedOrder, priceOrder } from "@portal/shared/sales/orders/order-pricing.ts";
import {
  type Collection,
  type GuestBuyer,
  type SaveOrder,
  serviceOf,
} from "@portal/shared/sales/orders/save-order.ts";
import { type Region, countryOf } from "@portal/shared/platform/region.ts";
import { parsePhone } from "@portal/shared/platform/phones/phone-number.ts";
import { sql } from "kysely";
import { type Caller, commandFrom } from "../../caller.ts";
import type { CardEnvironment } from "../../gateways/card/card-gateway.ts";
import { addressOwner } from "../../people/addresses/address.actions.ts";
import { isLiveShop } from "../../people/users/user.queries.ts";
import type { Database, Tx } from "../../platform/db/database.ts";
import { isDatabaseFull } from "../../platform/files/disks.ts";
import { once } from "../../platform/ledger/ledger.ts";
import type { MessageAbout } from "../../platform/messages/message-kinds.ts";
import {
  consuming,
  guestOrdersFrom,
  secondsUntilLeft,
} from "../../platform/rate-limit/rate-limits.ts";
import { loadOrderFacts, type OrderFacts } from "../prices/price-terms.queries.ts";
import { type BuyerFacts, priceTermsFor, type ShopTerms } from "../prices/price-terms.rules.ts";
import { firstMailAbout } from "./order.actions.ts";
import { orderDecider } from "./order.decider.ts";
import { orderStream } from "./order.events.ts";

/** What whoever ordered is answered. */
export type OrderConfirmation = {
  uuid: string;
  orderNumber: number;
  total: number;
  currency: Currency;
};

/**
 * The client says what it wants and where to; what it costs, who sold it and whether it is live the
 * server decides from its own tables, at the moment when the order is placed and once for all.
 */
export async function placeOrder(
  caller: Caller,
  { commandId, expectedTotal, ...order }: SaveOrder,
): Promise<OrderConfirmation> {
  requireOffice(caller);
  const guestBuyer = guestBuyerOf(caller, order);
  await requireRoom(caller);
  const command = commandFrom(caller, commandId, { action: "orders.save", ...order });
  const orderNumber = once(() => takeOrderNumber(caller));
  const { answer } = await caller.ledger.execute(command, async () => {
    const { region } = caller.shop;
    requireKnownServices(order, region);
    const { shop, buyer, sellerId, isCodeUnknown, live, priced } = await priceFor(caller, order);
    if (expectedTotal !== undefined && priced.total !== expectedTotal)
      throw new DomainError("order.price-changed");

    const uuid = caller.newId();
    const { currency } = shop;
    const number = await orderNumber();
    // A stale link never stands between a person and the order.
    // What the code was is not told: anything can be typed there.
    if (isCodeUnknown)
      caller.log.warn(
        { orderNumber: number },
        "the order's code is nobody's, so nobody made the sale",
      );
    const events = orderDecider.decide(
      {
        type: "PlaceOrder",
        orderId: uuid,
        orderNumber: number,
        buyerId: buyer.userId,
        sellerId,
        region,
        currency,
        vatBps: buyer.ownVatBps ?? shop.vatBps,
        live,
        sections: filledSections(order, priced).map(({ addressId, lines, deliveryService }) => ({
          addressId,
          lines,
          ...(deliveryService !== undefined && { deliveryService }),
        })),
        deliveryService: order.deliveryService ?? null,
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
      answer: { uuid, orderNumber: number, total: priced.total, currency },
      sideWrites: (tx) =>
        insertPlacedRows(tx, {
          orderId: uuid,
          detail: order,
          guestBuyer,
          parcels: parcelsOf(order, priced),
          cardEnvironment,
          mail: { ...mail, at: caller.now() },
          isQuoted:
            live &&
            order.sections.some((section) => goesByCourier(region, serviceOf(section, order))),
        }),
    };
  });
  return answer;
}

/** @throws DomainError order.unknown-service */
function requireKnownServices(order: Wanted, region: Region): void {
  for (const section of order.sections) {
    const service = serviceOf(section, order);
    if (service !== null && !isDeliveryOf(region, service))
      throw new DomainError("order.unknown-service", { field: "deliveryService" });
  }
}

/**
 * What is on its way (payments, parcels, messages) needs the last of the room more than something new.
 *
 * @throws DomainError order.no-room
 */
async function requireRoom({ disks }: Caller): Promise<void> {
  if (await isDatabaseFull(disks)) throw new DomainError("order.no-room");
}

/**
 * Whoever is signed in is the buyer, whatever a program says besides.
 *
 * @throws DomainError account.wrong-phone; order.unknown-address where there is nobody to write to
 */
function guestBuyerOf({ user, shop }: Caller, { buyer, sections }: Wanted): GuestBuyer | null {
  if (user !== null) return null;
  if (buyer === undefined) {
    if (sections[0]?.addressId === null) throw new DomainError("order.unknown-address");
    return null;
  }
  const cellNumber = parsePhone(buyer.cellNumber, countryOf[shop.region]);
  if (cellNumber === null)
    throw new DomainError("account.wrong-phone", { field: "buyer.cellNumber" });
  return { ...buyer, cellNumber };
}

/** Distributors and stockists order in the office portal (specification, section 6). */
function requireOffice({ user, isOfficeHost }: Caller): void {
  const isMember = user?.role === "distributor" || user?.role === "stockist";
  if (isMember && !isOfficeHost) throw new DomainError("order.use-office");
}

type Wanted = Omit<SaveOrder, "commandId" | "expectedTotal">;

type PricedFor = Readonly<{
  shop: ShopTerms;
  buyer: BuyerFacts;
  sellerId: number | null;
  /** The order carries a code, which nobody sells by. */
  isCodeUnknown: boolean;
  /** Decided by the buyer's own account and the shop's card account; nothing that a client sends makes play money of an order. */
  live: boolean;
  priced: PricedOrder;
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
    addressIds: sections.flatMap(({ addressId }) => addressId ?? []),
    codes,
  });
  const { shop, buyer } = facts;
  if (shop.stockIssues !== "") throw new DomainError("order.stock-issues");

  const priced = priceOrder(order, priceTermsFor(buyer.pricing, shop));
  if (priced.units === 0) throw new DomainError("order.empty");
  if (!facts.ownsAddresses) throw new DomainError("order.unknown-address");
  const live = isLiveShop(caller) && !buyer.test;
  const sellerId = sellerOf(facts, live);
  const isCodeUnknown = sellerId === null && codes.length > 0;
  return { shop, buyer, sellerId, isCodeUnknown, live, priced };
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
function filledSections({ sections }: Wanted, priced: PricedOrder) {
  return sections.flatMap((section, index) => {
    const lines = priced.sections[index]?.lines ?? [];
    return lines.length > 0 ? [{ ...section, lines: [...lines] }] : [];
  });
}

type Parcel = Readonly<{ section: number; giftMessage: string; deliveryNotes: string }>;

/** What is said of single parcels, counted as the sections of the event are. */
function parcelsOf(order: Wanted, priced: PricedOrder): Parcel[] {
  return filledSections(order, priced).flatMap(({ giftMessage = "", deliveryNotes = "" }, at) =>
    giftMessage + deliveryNotes === "" ? [] : [{ section: at + 1, giftMessage, deliveryNotes }],
  );
}

/**
 * The last thing that an order needs, when nothing refuses it any more. What breaks after it leaves a gap in the numbers.
 *
 * Somebody who is not signed in takes one order of their place in the network with it: a script must not fill the ledger
 * with orders that nobody pays. Whoever is signed in is not counted.
 *
 * @throws DomainError order.too-many-from-here, with the time after which one more is taken; then no number is taken
 */
async function takeOrderNumber({ db, now, ip, user, log }: Caller): Promise<number> {
  const rateLimit = user === null ? await guestOrdersFrom(ip) : null;
  const { rows } = await sql<{ number: number }>`
    ${rateLimit ? sql`with taken as (${consuming(rateLimit, now(), { isHurried: true })})` : sql``}
    select next_order_number() as number ${rateLimit ? sql`from taken` : sql``}`.execute(db);
  const [row] = rows;
  if (row) return row.number;
  if (!rateLimit) throw new Error("next_order_number answered nothing");
  const minutes = Math.max(1, Math.ceil((await secondsUntilLeft(db, rateLimit, now())) / 60));
  // Where a proxy in front is not named (TRUST_PROXY), all guests are one place: whoever runs it must see that.
  log.warn({ minutes }, "guests of one network place ordered too often, and are told to wait");
  throw new DomainError("order.too-many-from-here", waitingWords(minutes));
}

function waitingWords(minutes: number): string {
  if (minutes === 1) return "in a minute";
  return minutes <= 90 ? `in ${minutes} minutes` : `in ${Math.ceil(minutes / 60)} hours`;
}

type OrderDetailRow = Readonly<{
  uniqueId?: string | undefined;
  deliveryNotes?: string | undefined;
  collection?: Collection | undefined;
  gclid?: string | undefined;
  fbclid?: string | undefined;
}>;

type PlacedRows = Readonly<{
  orderId: string;
  detail: OrderDetailRow;
  guestBuyer: GuestBuyer | null;
  parcels: readonly Parcel[];
  cardEnvironment: CardEnvironment | null;
  /** The first mail about it, and the occasion that it is sent for once. */
  mail: Readonly<{ key: string; about: MessageAbout; at: string }>;
  /** The courier is asked what it costs. */
  isQuoted: boolean;
}>;

/**
 * What is written beside the fact that an order was placed: what the order says besides, the first mail, and the jobs
 * that send it and ask the courier. In one statement, because all other writers wait meanwhile.
 */
async function insertPlacedRows(tx: Tx, placed: PlacedRows): Promise<void> {
  const { orderId, detail, guestBuyer, parcels, cardEnvironment, mail, isQuoted } = placed;
  const { uniqueId, deliveryNotes = "", collection, gclid, fbclid } = detail;
  const collectionJson = collection ? JSON.stringify(collection) : null;
  await sql`
    with detail as (
      insert into order_detail
        (order_id, guest_id, card_environment, delivery_notes, collection, gclid, fbclid,
          buyer_first_name, buyer_last_name, buyer_email, buyer_cell)
      values (${orderId}, ${uniqueId ?? null}, ${cardEnvironment}, ${deliveryNotes},
        ${collectionJson}, ${gclid ?? null}, ${fbclid ?? null},
        ${guestBuyer?.firstName ?? null}, ${guestBuyer?.lastName ?? null},
        ${guestBuyer?.email ?? null}, ${guestBuyer?.cellNumber ?? null})
    ), parcel as (
      insert into order_parcel (order_id, section, gift_message, delivery_notes)
      select ${orderId}::uuid, section, "giftMessage", "deliveryNotes"
      from jsonb_to_recordset(${JSON.stringify(parcels)}::jsonb) as (section integer, "giftMessage" text, "deliveryNotes" text)
    ), mail as (
      insert into message (message_key, channel, kind, user_id, about, created_at)
      values (${mail.key}, 'email', ${mail.about.kind}, ${mail.about.userId},
        ${JSON.stringify(mail.about)}, ${mail.at})
      on conflict do nothing returning id
    )
    insert into job_outbox (name, data, start_after_seconds)
    select 'message', jsonb_build_object('messageId', id), 0 from mail
    union all
    select 'quote-delivery', jsonb_build_object('orderId', ${orderId}::text), 0
    where ${isQuoted}::boolean
  `.execute(tx);
}

/** Which advertisement somebody came from is of no use once its campaign was judged. */
export async function purgeAdvertisingIds(db: Database, before: string): Promise<void> {
  await db
    .updateTable("order_detail")
    .set({ gclid: null, fbclid: null })
    .where("created_at", "<", before)
    .where((row) => row.or([row("gclid", "is not", null), row("fbclid", "is not", null)]))
    .execute();
}
