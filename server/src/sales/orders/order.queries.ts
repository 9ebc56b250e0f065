import { orderWorks } from "@portal/shared/sales/orders/order-terms.ts";
import { type Period } from "@portal/shared/platform/calendar.ts";
import { eftPrefix } from "@portal/shared/platform/constants.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import type { CappedPage, Page } from "@portal/shared/platform/paging.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { parcelsState, type TrackingState } from "@portal/shared/sales/delivery/delivery.ts";
import {
  type OfficeOrders,
  type OrderQuestion,
} from "@portal/shared/sales/orders/office-orders.ts";
import type { MyOrders } from "@portal/shared/sales/orders/save-order.ts";
import { type RawBuilder, sql, type SqlBool } from "kysely";
import { likePattern, periodOfDays } from "../../platform/db/list-filters.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { isLive } from "../../platform/read-model/live-orders.ts";
import type { OrderState } from "../../platform/read-model/projection-tables.ts";
import { findRecipientNames } from "./order-history.queries.ts";
import {
  isCollected,
  isOverpaid,
  isToBeQuoted,
  isUnderpaid,
  isWork,
} from "./order-tasks.queries.ts";

export type MyOrder = {
  uuid: string;
  orderNumber: number;
  state: OrderState;
  currency: Currency;
  total: number;
  received: number;
  refunded: number;
  units: number;
  placedAt: string;
  paidAt: string | null;
};

export type OwnOrder = MyOrder & {
  /** Whom its parcels go to. */
  recipients: readonly string[];
};

export type OrderParties = Readonly<{
  buyerId: number | null;
  sellerId: number | null;
  live: boolean;
}>;

export async function findOrderParties(
  db: ReadDatabase,
  orderId: string,
): Promise<OrderParties | undefined> {
  return db
    .selectFrom("projection.order_state")
    .select(["buyer_id as buyerId", "seller_id as sellerId", "live"])
    .where("order_id", "=", orderId)
    .executeTakeFirst();
}

export async function listOrdersOf(
  db: ReadDatabase,
  buyerId: number,
  { page, pageSize, search, sort }: MyOrders,
): Promise<Page<OwnOrder>> {
  let matching = db
    .selectFrom("projection.order_state as order")
    .where("order.buyer_id", "=", buyerId);
  if (search) matching = matching.where("order.order_number", "=", orderNumberIn(search) ?? 0);

  const { total } = await matching
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const rows = await matching
    .select(myOrderColumns)
    .orderBy(sortColumns[sort.by], sort.direction)
    .orderBy("order.order_id")
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
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

const myOrderColumns = [
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

/** `RH1042`, `rh 1042` and `1042` are the same order; anything else is no number. */
export function orderNumberIn(search: string): number | null {
  const [, digits] = new RegExp(`^(?:${eftPrefix})?\\s*(\\d{1,15})$`, "i").exec(search) ?? [];
  return digits === undefined ? null : Number(digits);
}

type ListedOrder = MyOrder & {
  live: boolean;
  region: Region;
  buyerId: number | null;
  buyerName: string | null;
  sellerId: number | null;
  sellerName: string | null;
  /** More came in than was asked for: somebody has to give it back. */
  overpaid: boolean;
  /** Something came in, and not all of it. */
  underpaid: boolean;
  /** The courier's price is not known, or too old to go by. */
  toBeQuoted: boolean;
  /** It is paid, and the courier has no parcel of it. */
  toShip: boolean;
  /** The buyer fetches it. */
  collected: boolean;
  /** How its parcels stand together; null where the courier was told of none. */
  parcel: TrackingState | null;
};

/** Every order of the shop. Searches its number, or who bought, received or sold it, by what was typed. */
export async function listOrders(
  { db, region, now }: Readonly<{ db: ReadDatabase; region: Region; now: string }>,
  wanted: OfficeOrders,
): Promise<CappedPage<ListedOrder>> {
  const period = await periodOfDays(db, region, wanted);
  const matching = await matchingOrders({ db, period, now }, wanted);
  const { numbers, ...counted } = await findPage(db, matching, wanted);
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
  const place = new Map(numbers.map((number, index) => [number, index]));
  const placeOf = ({ orderNumber }: ListedOrder): number => place.get(orderNumber) ?? 0;
  return { rows: rows.toSorted((one, other) => placeOf(one) - placeOf(other)), ...counted };
}

/** What the courier said last of each parcel of the order's last shipment; those that were taken back are cancelled. */
const parcelStatuses = sql<readonly (string | null)[]>`array(
  select case when booking.state = 'cancelled' then 'cancelled' else booking.tracking_status end
  from courier_booking booking
  where booking.order_id = "order".order_id and booking.state in ('booked', 'cancelled')
    and booking.generation = (
      select max(generation) from courier_booking last where last.order_id = "order".order_id
    ))`;

/** Views of the office's list, each with what it asks for. */
const countedViews = ["to-pay", ...orderWorks] as const;
export type OrderCounts = Readonly<Record<(typeof countedViews)[number], number>>;

/** How many orders each view has; counts end at `countedMax`. */
export async function countOrders(
  db: ReadDatabase,
  { now }: Readonly<{ now: string }>,
): Promise<OrderCounts> {
  const counts = countedViews.map((view) => {
    const wanted =
      view === "to-pay" ? sql`${isLive()} and "order".state = 'placed'` : isWork(view, now);
    return sql`(select count(*)::integer from (
      select from projection.order_state "order" where ${wanted} limit ${sql.lit(countedMax)}
    ) found) as ${sql.ref(view)}`;
  });
  const { rows } = await sql<OrderCounts>`select ${sql.join(counts)}`.execute(db);
  const [counted] = rows;
  if (!counted) throw new Error("nothing was counted");
  return counted;
}

type Matching = Awaited<ReturnType<typeof matchingOrders>>;

/** Beyond so many, or beyond the page that is read, it is only said that there are more. */
const countedMax = 1000;

type FoundPage = { numbers: number[]; total: number; isCapped: boolean };

/**
 * The numbers of the orders on a page, and how many orders there are. Few orders are found by what is asked
 * for and then sorted: a walk through the index of the sort would pass over a million others. Of many,
 * that index has the page, and the orders before it are not looked at.
 */
async function findPage(
  db: ReadDatabase,
  matching: Matching,
  { page, pageSize, sort }: OfficeOrders,
): Promise<FoundPage> {
  const column = sortColumns[sort.by];
  const offset = (page - 1) * pageSize;
  const max = Math.max(countedMax, offset + pageSize);
  const sorted = matching.select([
    sql<number>`"order".order_number`.as("number"),
    sql`${sql.ref(column)}`.as("sorted_by"),
  ]);
  const direction = sql.raw(sort.direction);
  const { rows } = await sql<{ counted: number; numbers: number[] }>`
    with found as materialized (${sorted.limit(max + 1)})
    select (select count(*) from found) as counted, (
      select coalesce(json_agg(number), '[]') from (
        select number from found order by sorted_by ${direction}, number ${direction}
        limit ${pageSize} offset ${offset}
      ) page
    ) as numbers`.execute(db);
  const { counted, numbers } = rows[0] ?? { counted: 0, numbers: [] };
  if (counted <= max) return { numbers, total: counted, isCapped: false };
  const found = await sorted
    .orderBy(column, sort.direction)
    .orderBy("order.order_number", sort.direction)
    .limit(pageSize)
    .offset(offset)
    .execute();
  return { numbers: found.map(({ number }) => number), total: max, isCapped: true };
}

export type ExportedOrder = Pick<
  ListedOrder,
  "orderNumber" | "state" | "currency" | "total" | "received" | "refunded" | "units" | "region"
> &
  Pick<ListedOrder, "placedAt" | "paidAt" | "buyerName" | "sellerName"> & {
    service: string | null;
  };

/** All orders of a list, for a file. @param max at most as many; ask for one more to know of more */
export async function listAllOrders(
  { db, region, now }: Readonly<{ db: ReadDatabase; region: Region; now: string }>,
  wanted: OrderQuestion,
  max: number,
): Promise<ExportedOrder[]> {
  const period = await periodOfDays(db, region, wanted);
  const matching = await matchingOrders({ db, period, now }, wanted);
  return matching
    .leftJoin("account as buyer", "buyer.id", "order.buyer_id")
    .leftJoin("account as seller", "seller.id", "order.seller_id")
    .leftJoin("order_detail as detail", "detail.order_id", "order.order_id")
    .select(myOrderColumns)
    .select(["order.region", "order.delivery_service as service"])
    .select([buyerName.as("buyerName"), sellerName.as("sellerName")])
    .orderBy(sortColumns[wanted.sort.by], wanted.sort.direction)
    .orderBy("order.order_id")
    .limit(max)
    .execute();
}

async function matchingOrders(
  { db, period, now }: Readonly<{ db: ReadDatabase; period: Period; now: string }>,
  { search, state, method, region, overpaid, underpaid, test, work, ...of }: OrderQuestion,
) {
  // Nobody's name is joined here: then the indexes of the sorts know all that most questions need.
  let matching = db.selectFrom("projection.order_state as order");
  const orderNumber = search ? orderNumberIn(search) : null;
  // Whoever types the number of an order finds it, also where it is a test; otherwise tests are asked for by name.
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
  if (!search) return matching;
  return orderNumber === null
    ? matching.where(matches(await findMatching(db, search)))
    : matching.where("order.order_number", "=", orderNumber);
}

/** Something was paid for the order in this way. */
function isPaidBy(method: NonNullable<OrderQuestion["method"]>): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (
    select from projection.order_payment payment
    where payment.order_id = "order".order_id and payment.method = ${method})`;
}

/** The account's, or that of a guest who gave one; of rows "buyer" and "detail". */
export const buyerName = sql<string | null>`coalesce(buyer.first_name || ' ' || buyer.last_name,
  detail.buyer_first_name || ' ' || detail.buyer_last_name)`;
const sellerName = sql<string | null>`seller.first_name || ' ' || seller.last_name`;

type Seller = { id: number; fullName: string; code: string };

const sellersMax = 20;

/** Members to whom an order can be given: active ones, by name or code. */
export async function findSellers(db: ReadDatabase, search: string | undefined): Promise<Seller[]> {
  let members = db
    .selectFrom("projection.member as member")
    .innerJoin("account", "account.id", "member.user_id")
    .where("member.active", "=", true)
    .where("account.active", "=", true)
    .where("account.test", "=", false);
  if (search) {
    const pattern = likePattern(search);
    members = members.where(
      sql<SqlBool>`(account.search_text like lower(${pattern}) or member.code ilike ${pattern})`,
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
    .limit(sellersMax)
    .execute();
}

/** Whom a search found: people who may have bought or sold, and orders of guests by their recipients. */
type SearchMatches = Readonly<{
  buyers: readonly number[];
  sellers: readonly number[];
  guestOrders: readonly string[];
}>;

/**
 * Buyers by name or email, sellers by name. A guest has no account: what is known are the name and email that came
 * with the order, and the recipients that the same browser entered. All of them are looked up first, so that orders are
 * found by them, not looked through.
 */
async function findMatching(db: ReadDatabase, search: string): Promise<SearchMatches> {
  const pattern = likePattern(search);
  const { rows } = await sql<SearchMatches>`
    with person as materialized (
      select id, name ilike ${pattern} as is_named
      from (select id, email, search_text, first_name || ' ' || last_name as name from account) known
      where search_text like lower(${pattern}) and (name ilike ${pattern} or email ilike ${pattern})
    )
    select array(select id from person) as buyers,
      array(select id from person where is_named) as sellers,
      array(
        select detail.order_id from address recipient
        join order_detail detail on detail.guest_id = recipient.guest_id
        where recipient.guest_id is not null and recipient.recipient_email || ' '
          || recipient.recipient_first_name || ' ' || recipient.recipient_last_name ilike ${pattern}
        union
        select order_id from order_detail
        where buyer_email is not null
          and buyer_email || ' ' || buyer_first_name || ' ' || buyer_last_name ilike ${pattern}
      ) as "guestOrders"`.execute(db);
  return rows[0] ?? { buyers: [], sellers: [], guestOrders: [] };
}

/** An order that one of them bought or sold, or a guest's that goes to one of them. */
function matches({ buyers, sellers, guestOrders }: SearchMatches): RawBuilder<SqlBool> {
  return sql<SqlBool>`("order".buyer_id = any(${buyers}::integer[])
    or "order".seller_id = any(${sellers}::integer[])
    or ("order".buyer_id is null and "order".order_id = any(${guestOrders}::uuid[])))`;
}
