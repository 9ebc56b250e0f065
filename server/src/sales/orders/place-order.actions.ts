import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { goesByCourier, isDeliveryOf } from "@portal/shared/sales/delivery/delivery.ts";
import { type PricedOrder, priceOrder } from "@portal/shared/sales/orders/order-pricing.ts";
import {
  type Collection,
  type GuestBuyer,
  type SaveOrder,
  serviceOf,
} from "@portal/shared/sales/orders/save-order.ts";
import {
  eachParcelWord,
  type ParcelWords,
  parcelWords,
  saidOfParcel,
} from "@portal/shared/sales/orders/order-terms.ts";
import { vatBpsOfStockist } from "@portal/shared/catalogue/vat-rates.ts";
import { type Region, countryOf } from "@portal/shared/platform/region.ts";
import { parsePhone } from "@portal/shared/platform/phones/phone-number.ts";
import { sql } from "kysely";
import { z } from "zod";
import { type Caller, commandFrom } from "../../caller.ts";
import { environmentOf } from "../../gateways/card/card-gateway.ts";
import type { CardEnvironment } from "../../gateways/card/card-provider.ts";
import { addressOwner } from "../../people/addresses/address.actions.ts";
import { codesMeant } from "../../people/users/member-code.rules.ts";
import { isLiveShop } from "../../people/users/user.queries.ts";
import { rowsOf } from "../../platform/db/rows.ts";
import { isDatabaseFull } from "../../platform/files/disks.ts";
import { inStream } from "../../platform/free-text/free-text.rules.ts";
import { once } from "../../platform/ledger/ledger.ts";
import { sharedSideWrite } from "../../platform/ledger/side-writes.ts";
import { columnOf } from "../../platform/read-model/projection-tables.ts";
import { consuming, ordersBy, secondsUntilLeft } from "../../platform/rate-limit/rate-limits.ts";
import { loadOrderFacts, type OrderFacts } from "../prices/price-terms.queries.ts";
import { priceTermsFor } from "../prices/price-terms.rules.ts";
import { firstMailAbout } from "./order.actions.ts";
import { orderDecider } from "./order.decider.ts";
import { orderStream } from "./order.events.ts";

/**
 * The client sends products, quantities and addresses. Prices, the seller, and whether the order is live are decided by
 * the server, when the order is placed.
 *
 * @throws DomainError order.no-room, because a full disk has to serve payments, parcels and messages of known orders first
 */
export async function placeOrder(
  caller: Caller,
  { commandId, expectedTotal, madeBy, ...order }: SaveOrder,
) {
  requireMaker(caller, madeBy, order.buyer);
  requireOffice(caller);
  const guestBuyer = guestBuyerOf(caller, order);
  const collection = collectionOf(caller, order);
  if (await isDatabaseFull(caller.disks)) throw new DomainError("order.no-room");
  const command = commandFrom(caller, commandId, { action: "orders.save", ...order });
  const orderNumber = once((perHour: number) => takeOrderNumber(caller, perHour));
  const { answer } = await caller.ledger.execute(command, async () => {
    const { region } = caller.shop;
    requireKnownServices(order, region);
    const { shop, buyer, sellerId, isCodeUnknown, live, priced } = await priceFor(caller, order);
    if (expectedTotal !== undefined && priced.total !== expectedTotal)
      throw new DomainError("order.price-changed");

    const uuid = caller.newId();
    const { currency } = shop;
    const number = await orderNumber(shop.ordersPerHour);
    const sections = filledSections(order, priced);
    // A stale link does not prevent an order. The code is not logged, because it can be any text.
    if (isCodeUnknown)
      caller.log.warn({ orderNumber: number }, "the order's code is unknown, so it has no seller");
    const events = orderDecider.decide(
      {
        type: "PlaceOrder",
        orderId: uuid,
        orderNumber: number,
        buyerId: buyer.userId,
        sellerId,
        region,
        currency,
        vatBps: vatBpsOfStockist(buyer.ownVat, shop.vatBps),
        live,
        sections: sections.map(({ addressId, lines, deliveryService }) => ({
          addressId,
          lines,
          ...(deliveryService !== undefined && { deliveryService }),
        })),
        deliveryService: order.deliveryService ?? null,
      },
      orderDecider.initialState,
    );
    const cardEnvironment = environmentOf(caller.card, { live, currency });
    const mail = firstMailAbout(
      { userId: buyer.userId, orderId: uuid },
      { total: priced.total, byCard: cardEnvironment !== null },
    );
    return {
      events: inStream(orderStream(uuid), events),
      answer: { uuid, orderNumber: number, total: priced.total, currency },
      sideWrites: insertPlacedRows({
        orderId: uuid,
        detail: { ...order, collection },
        guestBuyer,
        parcels: sections.flatMap((section, at) => {
          const words = eachParcelWord((word) => section[word] ?? "");
          return saidOfParcel(words).length === 0 ? [] : [{ section: at + 1, words }];
        }),
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
 * An order is placed for whoever made it, or not at all: a browser may send it after somebody else has signed in.
 *
 * @throws DomainError order.made-by-another
 */
function requireMaker(
  { user }: Caller,
  madeBy: SaveOrder["madeBy"],
  buyer: SaveOrder["buyer"],
): void {
  const isOfGuest = madeBy === null || buyer !== undefined;
  const isOther = madeBy !== undefined && madeBy !== (user?.id ?? null);
  if (isOther || (isOfGuest && user !== null)) throw new DomainError("order.made-by-another");
}

/**
 * The buyer of a guest's order.
 *
 * @throws DomainError account.wrong-phone; order.unknown-address where there is neither a buyer nor a recipient
 */
function guestBuyerOf({ user, shop }: Caller, { buyer, sections }: Wanted): GuestBuyer | null {
  if (user !== null) return null;
  if (buyer === undefined) {
    if (sections[0]?.addressId === null) throw new DomainError("order.unknown-address");
    return null;
  }
  const cellNumber = requirePhone(buyer.cellNumber, shop.region, "buyer.cellNumber");
  return { ...buyer, cellNumber };
}

/**
 * Who collects the order, with the number to which the message goes that it is ready.
 *
 * @throws DomainError account.wrong-phone
 */
function collectionOf({ shop }: Caller, { collection }: Wanted): Collection | undefined {
  if (collection?.cellNumber === undefined) return collection;
  const cellNumber = requirePhone(collection.cellNumber, shop.region, "collection.cellNumber");
  return { ...collection, cellNumber };
}

/** @returns the number in E.164 form */
function requirePhone(typed: string, region: Region, field: string): string {
  const number = parsePhone(typed, countryOf[region]);
  if (number === null) throw new DomainError("account.wrong-phone", { field });
  return number;
}

/** Distributors and stockists order in the office portal (specification, section 6). */
function requireOffice({ user, isOfficeHost }: Caller): void {
  const isMember = user?.role === "distributor" || user?.role === "stockist";
  if (isMember && !isOfficeHost) throw new DomainError("order.use-office");
}

type Wanted = Omit<SaveOrder, "commandId" | "expectedTotal" | "madeBy">;

async function priceFor(caller: Caller, order: Wanted) {
  const { sections, distributorCode, stockistCode } = order;
  const codes = [distributorCode ?? caller.viaCode, stockistCode].flatMap((code) =>
    codesMeant(code ?? ""),
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
  // The shop's card account and the buyer's account decide it; no input of the client does.
  const live = isLiveShop(caller) && !buyer.test;
  const sellerId = sellerOf(facts, live);
  const isCodeUnknown =
    sellerId === null && Boolean(distributorCode ?? caller.viaCode ?? stockistCode);
  return { shop, buyer, sellerId, isCodeUnknown, live, priced };
}

/**
 * The seller (docs/domain.md): the buyer where it is a member, else its parent, else the member of the order's code. A
 * test member is ignored in a live order.
 */
function sellerOf({ buyer, membersOfCodes }: OrderFacts, live: boolean): number | null {
  const { userId, isActiveMember, parent } = buyer;
  if (isActiveMember && userId !== null) return userId;
  const members = parent ? [parent, ...membersOfCodes] : membersOfCodes;
  return members.find(({ test }) => !live || !test)?.userId ?? null;
}

/** The sections with goods. */
function filledSections({ sections }: Wanted, priced: PricedOrder) {
  return sections.flatMap((section, index) => {
    const lines = priced.sections[index]?.lines ?? [];
    return lines.length > 0 ? [{ ...section, lines: [...lines] }] : [];
  });
}

const numberRow = z.strictObject({ number: z.int() });

/**
 * Taken last, once no check can reject the order, because a number cannot be returned: a later failure leaves a gap.
 *
 * The same statement consumes the rate limit of the account, or of a guest's client, so that a script cannot fill the ledger
 * with unpaid orders.
 *
 * @throws DomainError order.too-many-from-here, order.too-many-of-account with the time until the next order is allowed; then
 * no number is taken
 */
async function takeOrderNumber(caller: Caller, perHour: number): Promise<number> {
  const { db, now, user, log } = caller;
  const rateLimit = await ordersBy(caller, perHour);
  const [row] = await rowsOf(
    db,
    numberRow,
    sql`
    with taken as (${consuming(rateLimit, now(), { isHurried: true })})
    select next_order_number() as number from taken`,
  );
  if (row) return row.number;
  const minutes = Math.max(1, Math.ceil((await secondsUntilLeft(db, rateLimit, now())) / 60));
  // Without TRUST_PROXY behind a proxy all guests share one client address; the log shows it.
  if (user === null)
    log.warn({ minutes }, "guests of one client address reached the limit of orders");
  const code = user === null ? "order.too-many-from-here" : "order.too-many-of-account";
  throw new DomainError(code, waitingWords(minutes));
}

function waitingWords(minutes: number): string {
  if (minutes === 1) return "in a minute";
  return minutes <= 90 ? `in ${minutes} minutes` : `in ${Math.ceil(minutes / 60)} hours`;
}

type PlacedRows = Readonly<{
  orderId: string;
  detail: Wanted;
  guestBuyer: GuestBuyer | null;
  parcels: readonly Readonly<{ section: number; words: ParcelWords }>[];
  cardEnvironment: CardEnvironment | null;
  mail: ReturnType<typeof firstMailAbout> & Readonly<{ at: string }>;
  /** Whether a job asks the courier for a quote. */
  isQuoted: boolean;
}>;

const parcelColumns = sql.join(parcelWords.map((word) => sql.ref(columnOf(word))));
const parcelTexts = sql.join(parcelWords.map((word) => sql`words ->> ${sql.lit(word)}`));

/**
 * The side writes of the orders of a batch: their details, the first email of each, and the jobs that send it and quote the
 * delivery. It is one statement, because all other writers wait for the ledger's lock meanwhile.
 */
const insertPlacedRows = sharedSideWrite<PlacedRows>(async (tx, orders) => {
  const placed = orders.map(({ orderId, detail, guestBuyer, parcels, mail, ...rest }) => ({
    order_id: orderId,
    guest_id: detail.uniqueId,
    card_environment: rest.cardEnvironment,
    delivery_notes: detail.deliveryNotes ?? "",
    collection: detail.collection,
    gclid: detail.gclid,
    fbclid: detail.fbclid,
    buyer: guestBuyer,
    parcels,
    message_key: mail.key,
    about: mail.about,
    created_at: mail.at,
    is_quoted: rest.isQuoted,
  }));
  await sql`
    with placed as (
      select order_id, guest_id, card_environment, delivery_notes, collection, gclid, fbclid, buyer, parcels, message_key,
        about, created_at, is_quoted
      from jsonb_to_recordset(${JSON.stringify(placed)}::jsonb) as (
        order_id uuid, guest_id uuid, card_environment text, delivery_notes text, collection jsonb, gclid text, fbclid text,
        buyer jsonb, parcels jsonb, message_key text, about jsonb, created_at timestamptz, is_quoted boolean)
    ), detail as (
      insert into order_detail
        (order_id, guest_id, card_environment, delivery_notes, collection, gclid, fbclid,
          buyer_first_name, buyer_last_name, buyer_email, buyer_cell)
      select order_id, guest_id, card_environment, delivery_notes, collection, gclid, fbclid,
        buyer ->> 'firstName', buyer ->> 'lastName', buyer ->> 'email', buyer ->> 'cellNumber'
      from placed
    ), parcel as (
      insert into order_parcel (order_id, section, ${parcelColumns})
      select order_id, section, ${parcelTexts}
      from placed, jsonb_to_recordset(parcels) as (section integer, words jsonb)
    ), mail as (
      insert into message (message_key, channel, kind, user_id, about, created_at)
      select message_key, 'email', about ->> 'kind', (about ->> 'userId')::integer, about, created_at
      from placed
      on conflict do nothing returning id
    )
    insert into job_outbox (name, data, start_after_seconds)
    select 'message', jsonb_build_object('messageId', id), 0 from mail
    union all
    select 'quote-delivery', jsonb_build_object('orderId', order_id), 0 from placed where is_quoted
  `.execute(tx);
});
