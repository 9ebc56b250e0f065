import type { OfficeOrders, OrderQuestion } from "@portal/shared/sales/orders/order-desk.ts";
import type { Page } from "@portal/shared/platform/paging.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { sql, type SqlBool } from "kysely";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { type Period, periodOfDays } from "../../platform/audit/day-range.queries.ts";
import { containing } from "../../platform/db/like-pattern.ts";
import { concerns, findConcerned } from "./order-search.queries.ts";
import { isPaidBy, readKnownCount } from "./order-count.queries.ts";
import { findStretch } from "./order-stretch.queries.ts";
import { isLive } from "../../platform/read-model/live-orders.ts";
import { isOverpaid, isUnderpaid } from "./order-money.queries.ts";
import { isToBeQuoted, isWork } from "./order-tasks.queries.ts";
import { type MyOrder, myOrderColumns, orderNumberIn, sortColumns } from "./order.queries.ts";

export type ListedOrder = MyOrder & {
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
};

/** Every order of the shop. Searches its number, or who bought, received or sold it, by what was typed. */
export async function listOrders(
  { db, region, now }: Readonly<{ db: ReadDatabase; region: Region; now: string }>,
  wanted: OfficeOrders,
): Promise<Page<ListedOrder>> {
  const period = await periodOfDays(db, region, wanted);
  const matching = await matchingOrders({ db, period, now }, wanted);
  const total = (await readKnownCount(db, wanted, period)) ?? (await countOneByOne(matching));
  const numbers = await numbersOnPage(db, matching, wanted, total);
  const rows = await db
    .selectFrom("projection.order_state as order")
    .leftJoin("account as buyer", "buyer.id", "order.buyer_id")
    .leftJoin("account as seller", "seller.id", "order.seller_id")
    .where((order) => order("order.order_number", "=", order.fn.any(order.val(numbers))))
    .select(myOrderColumns)
    .select([
      "order.live",
      "order.region",
      "order.buyer_id as buyerId",
      "order.seller_id as sellerId",
      fullName("buyer").as("buyerName"),
      fullName("seller").as("sellerName"),
    ])
    .select([
      isOverpaid.as("overpaid"),
      isUnderpaid.as("underpaid"),
      isToBeQuoted(now).as("toBeQuoted"),
    ])
    .execute();
  const place = new Map(numbers.map((number, index) => [number, index]));
  const placeOf = ({ orderNumber }: ListedOrder): number => place.get(orderNumber) ?? 0;
  return { rows: rows.toSorted((one, other) => placeOf(one) - placeOf(other)), total };
}

type Matching = Awaited<ReturnType<typeof matchingOrders>>;

async function countOneByOne(matching: Matching): Promise<number> {
  const { total } = await matching
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return total;
}

/** Fewer than these are passed over sooner than it is found out how many there are to be passed over. */
const passedOver = 2000;

/**
 * Indexes have the numbers in every order: a page is found in them without a look at the orders before it,
 * from whichever end is nearer; where it is far from both, by the stretches that were counted beforehand.
 */
async function numbersOnPage(
  db: ReadDatabase,
  matching: Matching,
  wanted: OfficeOrders,
  total: number,
): Promise<number[]> {
  const { page, pageSize, sort } = wanted;
  const before = (page - 1) * pageSize;
  const onPage = Math.min(pageSize, total - before);
  if (onPage <= 0) return [];
  const isFromEnd = before > total / 2;
  const isAscending = (sort.direction === "asc") !== isFromEnd;
  const direction = isAscending ? "asc" : "desc";
  const column = sortColumns[sort.by];
  const offset = isFromEnd ? total - before - onPage : before;
  const start =
    offset > passedOver && isCountedByStretches(wanted)
      ? await findStretch(db, wanted, { before: offset, isAscending })
      : null;
  const beyond = start ? matching.where(column, isAscending ? ">=" : "<", start.from) : matching;
  const found = await beyond
    .select("order.order_number as number")
    .orderBy(column, direction)
    .orderBy("order.order_number", direction)
    .limit(isFromEnd ? onPage : pageSize)
    .offset(start?.before ?? offset)
    .execute();
  const numbers = found.map(({ number }) => number);
  return isFromEnd ? numbers.toReversed() : numbers;
}

/** All orders, or those of a region. */
function isCountedByStretches(wanted: OrderQuestion) {
  const { search, state, method, from, to, overpaid, underpaid, test, work } = wanted;
  return ![search, state, method, from, to, overpaid, underpaid, test, work].some((asked) => asked);
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
    .select(myOrderColumns)
    .select(["order.region", "order.delivery_service as service"])
    .select([fullName("buyer").as("buyerName"), fullName("seller").as("sellerName")])
    .orderBy(sortColumns[wanted.sort.by], wanted.sort.direction)
    .orderBy("order.order_id")
    .limit(max)
    .execute();
}

async function matchingOrders(
  { db, period, now }: Readonly<{ db: ReadDatabase; period: Period; now: string }>,
  { search, state, method, region, overpaid, underpaid, test, work }: OrderQuestion,
) {
  // Nobody's name is joined here: then the indexes of the sorts know all that most questions need.
  let matching = db.selectFrom("projection.order_state as order");
  const orderNumber = search ? orderNumberIn(search) : null;
  // Whoever types the number of an order finds it, also where it is a test; otherwise tests are asked for by name.
  if (orderNumber === null)
    matching = matching.where(test ? sql<boolean>`not ${isLive()}` : isLive());
  if (state) matching = matching.where("order.state", "=", state);
  if (region) matching = matching.where("order.region", "=", region);
  if (period.from) matching = matching.where("order.placed_at", ">=", period.from);
  if (period.until) matching = matching.where("order.placed_at", "<", period.until);
  if (work) matching = matching.where(isWork(work, now));
  if (overpaid) matching = matching.where(isOverpaid);
  if (underpaid) matching = matching.where(isUnderpaid);
  if (method) matching = matching.where(sql<SqlBool>`${isPaidBy(method)}`);
  if (!search) return matching;
  return orderNumber === null
    ? matching.where(concerns(await findConcerned(db, search)))
    : matching.where("order.order_number", "=", orderNumber);
}

function fullName(alias: "buyer" | "seller") {
  return sql<
    string | null
  >`${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)}`;
}

export type Seller = { id: number; fullName: string; code: string };

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
    const pattern = containing(search);
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
