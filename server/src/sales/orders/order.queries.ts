import { shownSellersMax, orderWorks } from "@portal/shared/sales/orders/order-terms.ts";
import { orderNumberOf } from "@portal/shared/platform/order-reference.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { folded } from "@portal/shared/platform/texts.ts";
import { parcelsState } from "@portal/shared/sales/delivery/delivery.ts";
import {
  type OfficeOrders,
  type OrderQuestion,
} from "@portal/shared/sales/orders/office-orders.ts";
import type { MyOrders } from "@portal/shared/sales/orders/save-order.ts";
import { type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from "kysely";
import { z } from "zod";
import { countedMax, everyWord, pageOf, periodOfDays } from "../../platform/db/list-filters.ts";
import type { ReadDatabase, Tables, Tx } from "../../platform/db/database.ts";
import { plannedEachTime } from "../../platform/db/planned-each-time.ts";
import { rowOf } from "../../platform/db/rows.ts";
import { isLive } from "../../platform/read-model/live-orders.ts";
import { findRecipientNames } from "./order-history.queries.ts";
import {
  isCollected,
  isOut,
  isOverpaid,
  isToBeQuoted,
  isUnderpaid,
  isWork,
} from "./order-tasks.queries.ts";
import { dueBeyondCard, keepsGoods } from "../../platform/proposals/money-out.queries.ts";

export type OrderParties = NonNullable<Awaited<ReturnType<typeof findOrderParties>>>;

export async function findOrderParties(db: ReadDatabase, orderId: string) {
  return db
    .selectFrom("projection.order_state as order")
    .innerJoin("region", "region.code", "order.region")
    .select([
      "order.order_number as orderNumber",
      "order.buyer_id as buyerId",
      "order.seller_id as sellerId",
      "order.live",
      "order.placed_at as placedAt",
      "region.time_zone as timeZone",
      sql<boolean>`"order".paid_at is not null`.as("isPaid"),
      sql<boolean>`"order".received > "order".refunded`.as("hasMoney"),
      isOut.as("isOut"),
      keepsGoods("order").as("keepsGoods"),
      dueBeyondCard("order").as("dueBeyondCard"),
    ])
    .where("order.order_id", "=", orderId)
    .executeTakeFirst();
}

export async function listOrdersOf(
  db: ReadDatabase,
  buyerId: number,
  { search, sort, ...page }: MyOrders,
) {
  let matching = db
    .selectFrom("projection.order_state as order")
    .where("order.buyer_id", "=", buyerId);
  if (search) matching = matching.where("order.order_number", "=", orderNumberOf(search) ?? 0);
  const { rows, total } = await matching
    .select(myOrderColumns)
    .orderBy(sortColumns[sort.by], sort.direction)
    .orderBy("order.order_id")
    .$call((list) => pageOf(list, page));
  const recipients = await findRecipientNames(
    db,
    rows.map(({ uuid }) => uuid),
  );
  return {
    rows: rows.map((row) => ({ ...row, recipients: recipients.get(row.uuid) ?? [] })),
    total,
  };
}

const sortColumns = {
  placedAt: "order.placed_at",
  orderNumber: "order.order_number",
  total: "order.total",
} as const;

export const myOrderColumns = [
  "order.order_id as uuid",
  "order.order_number as orderNumber",
  "order.state",
  "order.currency",
  "order.total",
  "order.received",
  "order.refunded",
  "order.units",
  "order.placed_at as placedAt",
  "order.paid_at as paidAt",
] as const;

export type ShopNow = Readonly<{ db: ReadDatabase; region: Region; now: string }>;

/** The office's list. A search finds an order by its number, or by the name of its buyer, recipient or seller. */
export async function listOrders(shop: ShopNow, query: OfficeOrders) {
  const { db, now } = shop;
  const { numbers, ...counted } = await findPage(db, await matchingOrders(shop, query), query);
  const found = await db
    .selectFrom("projection.order_state as order")
    .leftJoin("account as buyer", "buyer.id", "order.buyer_id")
    .leftJoin("account as seller", "seller.id", "order.seller_id")
    .leftJoin("order_detail as detail", "detail.order_id", "order.order_id")
    .where((order) => order("order.order_number", "=", order.fn.any(order.val(numbers))))
    .select(myOrderColumns)
    .select([
      "order.live",
      "order.region",
      "order.buyer_id as buyerId",
      "order.seller_id as sellerId",
      buyerName.as("buyerName"),
      sellerName.as("sellerName"),
    ])
    .select([
      isOverpaid.as("overpaid"),
      isUnderpaid.as("underpaid"),
      isToBeQuoted(now).as("toBeQuoted"),
      isWork("to-ship", now).$castTo<boolean>().as("toShip"),
      isCollected.$castTo<boolean>().as("collected"),
      parcelStatuses.as("parcelStatuses"),
    ])
    .execute();
  const rows = found.map(({ parcelStatuses: statuses, ...order }) => ({
    ...order,
    parcel: parcelsState(statuses),
  }));
  const index = new Map(numbers.map((number, at) => [number, at]));
  const indexOf = ({ orderNumber }: { orderNumber: number }) => index.get(orderNumber) ?? 0;
  return { rows: rows.toSorted((one, other) => indexOf(one) - indexOf(other)), ...counted };
}

/** The state of each parcel of the order's last shipment. */
const parcelStatuses = sql<readonly (string | null)[]>`array(
  select case when booking.state = 'cancelled' then 'cancelled' else booking.tracking_status end
  from courier_booking booking
  where booking.order_id = "order".order_id and booking.state in ('booked', 'cancelled')
    and booking.generation = (
      select max(generation) from courier_booking last where last.order_id = "order".order_id
    ))`;

/** The views of the office's list that have a count. */
const countedViews = ["to-pay", ...orderWorks] as const;
const countsRow = z.record(z.enum(countedViews), z.int());

/** The number of orders in each view, up to `countedMax`. */
export async function countOrders(db: ReadDatabase, now: string) {
  const counts = countedViews.map((view) => {
    const isCounted =
      view === "to-pay" ? sql`${isLive()} and "order".state = 'placed'` : isWork(view, now);
    return sql`(select count(*)::integer from (
      select from projection.order_state "order" where ${isCounted} limit ${sql.lit(countedMax)}
    ) found) as ${sql.ref(view)}`;
  });
  return rowOf(db, countsRow, sql`select ${sql.join(counts)}`);
}

/**
 * Of people that a search found all orders are read and sorted up to so many. Where they have more, walking the sort's index for a
 * page of them reads fewer: a page of 20 among a million orders passes over 5,000 to find those of people with 4,000.
 */
const gatheredMax = 4 * countedMax;

const pageRow = z.strictObject({ counted: z.int(), numbers: z.array(z.int()) });
const countedRow = z.strictObject({ counted: z.int() });

/**
 * The order numbers of a page, and the capped count. Up to the cap, or `gatheredMax` of people, matching orders are found by the
 * filters and sorted afterwards: a scan of the sort's index would pass over a million others. Beyond it, that index finds the page
 * without reading all matching orders, and one order more tells whether they go on.
 */
async function findPage(
  db: ReadDatabase,
  { matching, people }: MatchingOrders,
  { page, pageSize, sort }: OfficeOrders,
) {
  const column = sortColumns[sort.by];
  const offset = (page - 1) * pageSize;
  const listed = matching.select([
    sql<number>`"order".order_number`.as("number"),
    sql`${sql.ref(column)}`.as("sorted_by"),
  ]);
  const direction = sql.raw(sort.direction);
  const all = people ? ordersOf(listed, people) : listed;
  const sortedMax = people ? gatheredMax : countedMax;
  // As a parameter the limit would count as a tenth of all orders, for which other plans are better.
  const { counted, numbers } = await rowOf(
    db,
    pageRow,
    sql`
    with found as materialized (${all} limit ${sql.lit(sortedMax + 1)})
    select (select count(*) from found) as counted, (
      select coalesce(json_agg(number), '[]') from (
        select number from found order by sorted_by ${direction}, number ${direction}
        limit ${pageSize} offset ${offset}
      ) page
    ) as numbers`,
  );
  if (counted <= sortedMax) return { numbers, total: counted, isCapped: false };
  const found = await (people
    ? // A few orders or thousands are of the people that a search found.
      listed.modifyFront(plannedEachTime).where(isOf(people))
    : listed
  )
    .orderBy(column, sort.direction)
    .orderBy("order.order_number", sort.direction)
    .limit(pageSize + 1)
    .offset(offset)
    .execute();
  const end = Math.max(countedMax, offset + pageSize);
  const ofPage = found.slice(0, pageSize).map(({ number }) => number);
  if (found.length > pageSize) return { numbers: ofPage, total: end, isCapped: true };
  if (found.length > 0) return { numbers: ofPage, total: offset + found.length, isCapped: false };
  // A page after the last one.
  const { counted: total } = await rowOf(
    db,
    countedRow,
    sql`select count(*) as counted from (${all} limit ${end}) found`,
  );
  return { numbers: [], total, isCapped: false };
}

/** The orders of a list in its order, joined with those of whom a file tells. */
export async function ordersWithPeople(shop: ShopNow, query: OrderQuestion) {
  const { matching, people } = await matchingOrders(shop, query);
  return (people ? matching.where(isOf(people)) : matching)
    .leftJoin("account as buyer", "buyer.id", "order.buyer_id")
    .leftJoin("account as seller", "seller.id", "order.seller_id")
    .leftJoin("order_detail as detail", "detail.order_id", "order.order_id")
    .orderBy(sortColumns[query.sort.by], query.sort.direction)
    .orderBy("order.order_id");
}

type MatchingOrders = Awaited<ReturnType<typeof matchingOrders>>;

/** `people` are those whose orders a search by name finds, a condition that is not in `matching` yet. */
async function matchingOrders({ db, region: ofShop, now }: ShopNow, query: OrderQuestion) {
  const { search, state, method, region, overpaid, underpaid, test, work, ...of } = query;
  const period = await periodOfDays(db, ofShop, query);
  // Without joins of accounts, so that most queries need only the indexes of the sorts.
  let matching = db.selectFrom("projection.order_state as order");
  const orderNumber = search ? orderNumberOf(search) : null;
  // A search by number finds test orders too; otherwise they have a filter of their own.
  if (orderNumber === null)
    matching = matching.where(test ? sql<boolean>`not ${isLive()}` : isLive());
  if (of.buyerId) matching = matching.where("order.buyer_id", "=", of.buyerId);
  if (of.sellerId) matching = matching.where("order.seller_id", "=", of.sellerId);
  if (state) matching = matching.where("order.state", "=", state);
  if (region) matching = matching.where("order.region", "=", region);
  if (period.from) matching = matching.where("order.placed_at", ">=", period.from);
  if (period.until) matching = matching.where("order.placed_at", "<", period.until);
  if (work) matching = matching.where(isWork(work, now));
  if (overpaid) matching = matching.where(isOverpaid);
  if (underpaid) matching = matching.where(isUnderpaid);
  if (method) matching = matching.where(isPaidBy(method));
  if (orderNumber !== null) matching = matching.where("order.order_number", "=", orderNumber);
  const people = search && orderNumber === null ? await findMatching(db, search) : null;
  return { matching, people };
}

/** At least one payment of the order was by this method: a literal, because nearly all are by one of them. */
function isPaidBy(method: NonNullable<OrderQuestion["method"]>): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (
    select from projection.order_payment payment
    where payment.order_id = "order".order_id and payment.method = ${sql.lit(method)})`;
}

/** Of the account, or else the guest buyer; on rows "buyer" and "detail". */
export const buyerName = sql<string | null>`coalesce(buyer.first_name || ' ' || buyer.last_name,
  detail.buyer_first_name || ' ' || detail.buyer_last_name)`;
export const sellerName = sql<string | null>`seller.first_name || ' ' || seller.last_name`;

/** Active members whom an order can be assigned to, by name or code: one more than is shown, so that a list can say so. */
export async function findSellers(db: ReadDatabase, search: string | undefined) {
  let members = db
    .selectFrom("projection.member as member")
    .innerJoin("account", "account.id", "member.user_id")
    .where("member.active", "=", true)
    .where("account.active", "=", true)
    .where("account.test", "=", false);
  if (search) {
    members = members.where(
      everyWord(
        search,
        (word) =>
          sql<SqlBool>`(account.search_text like ${folded(word)} or member.code ilike ${word})`,
      ),
    );
  }
  return members
    .select([
      "member.user_id as id",
      sql<string>`account.first_name || ' ' || account.last_name`.as("fullName"),
      "member.code",
    ])
    .orderBy("account.sort_name")
    .orderBy("member.user_id")
    .limit(shownSellersMax + 1)
    .execute();
}

const matchesRow = z.strictObject({
  buyers: z.array(z.int()),
  sellers: z.array(z.int()),
  guestOrders: z.array(z.guid()),
});
type SearchMatches = Readonly<z.infer<typeof matchesRow>>;

/** As their indexes have them (migrations/0120-guests-without-accents.sql). */
const guestRecipient = `search_fold(recipient.recipient_email || ' ' || recipient.recipient_first_name || ' '
  || recipient.recipient_last_name)`;
const guestBuyer = "search_fold(buyer_email || ' ' || buyer_first_name || ' ' || buyer_last_name)";

/**
 * Accounts by name or email as buyers, by name as sellers; orders of guests by the buyer of the order, or by the
 * recipients that the same browser entered. They are looked up first, so that orders are found through indexes.
 */
async function findMatching(db: ReadDatabase, search: string): Promise<SearchMatches> {
  // Of accounts folded already (`set_account_search_text`), which would take long for each row and word.
  const isInFolded = (text: string) =>
    everyWord(search, (word) => sql<SqlBool>`${sql.raw(text)} like ${folded(word)}`);
  return rowOf(
    db,
    matchesRow,
    sql`
    with person as materialized (
      select id, ${isInFolded("name")} as is_named
      from (
        select id, search_text, split_part(search_text, E'\\n', 1) as name,
          split_part(search_text, E'\\n', 2) as email
        from account
      ) known
      where ${isInFolded("search_text")} and ${isInFolded("(name || ' ' || email)")}
    )
    select array(select id from person) as buyers,
      array(select user_id from projection.member where user_id in (
        select id from person where is_named)) as sellers,
      array(
        select detail.order_id from address recipient
        join order_detail detail on detail.guest_id = recipient.guest_id
        where recipient.guest_id is not null and ${isInFolded(guestRecipient)}
        union
        select order_id from order_detail
        where buyer_email is not null and ${isInFolded(guestBuyer)}
      ) as "guestOrders"`,
  );
}

function isOf({ buyers, sellers, guestOrders }: SearchMatches): RawBuilder<SqlBool> {
  return sql<SqlBool>`("order".buyer_id = any(${buyers}::integer[])
    or "order".seller_id = any(${sellers}::integer[])
    or ("order".buyer_id is null and "order".order_id = any(${guestOrders}::uuid[])))`;
}

/**
 * The same orders, one person after the other: where thousands of people match, a count that is capped has to look at a few
 * of them. `offset 0` is an optimization fence: without it the planner reads all orders instead.
 */
function ordersOf(
  listed: SelectQueryBuilder<
    Tables & Record<"order", Tables["projection.order_state"]>,
    "order",
    Readonly<{ number: number; sorted_by: unknown }>
  >,
  { buyers, sellers, guestOrders }: SearchMatches,
): RawBuilder<unknown> {
  const isBySeller = sql<SqlBool>`"order".seller_id = any(${sellers}::integer[])`;
  const fence = sql.lit(0);
  return sql`
    (select found.number, found.sorted_by from unnest(${sellers}::integer[]) seller (id)
      cross join lateral (${listed.where(sql<SqlBool>`"order".seller_id = seller.id`).offset(fence)}) found)
    union all
    (select found.number, found.sorted_by from unnest(${buyers}::integer[]) buyer (id)
      cross join lateral (${listed
        .where(sql<SqlBool>`"order".buyer_id = buyer.id and (${isBySeller}) is not true`)
        .offset(fence)}) found)
    union all
    (${listed.where(sql<SqlBool>`"order".buyer_id is null
      and "order".order_id = any(${guestOrders}::uuid[]) and (${isBySeller}) is not true`)})`;
}

/** The highest number of any order, imported ones too; 0 where there is none. */
export async function newestOrderNumber(tx: Tx): Promise<number> {
  const { newest } = await tx
    .selectFrom("projection.order_state")
    .select(({ fn }) => fn.max("order_number").as("newest"))
    .executeTakeFirstOrThrow();
  return newest ?? 0;
}
