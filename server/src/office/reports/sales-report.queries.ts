import {
  addDays,
  dayOf,
  type DayRange,
  daysThrough,
  daysToCompare,
  type FirstAndLast,
  firstAndLastOf,
  firstDayOf,
  nextMonth,
} from "@portal/shared/platform/calendar.ts";
import type {
  SalesQuestion,
  SalesReportInput,
} from "@portal/shared/office/reports/sales-report.ts";
import {
  type SalesFigureName,
  salesFigures,
  type SalesSums,
} from "@portal/shared/office/reports/sales-figures.ts";
import type { SalesGroup } from "@portal/shared/office/reports/sales-terms.ts";
import { deliveryProductCode } from "@portal/shared/platform/constants.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import type { Page } from "@portal/shared/platform/paging.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import type { MemberLevel } from "@portal/shared/platform/roles.ts";
import { type RawBuilder, sql, type SqlBool } from "kysely";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { shownRegion } from "../../platform/db/region.queries.ts";
import { likePattern } from "../../platform/db/list-filters.ts";
import { plannedEachTime } from "../../platform/db/planned-each-time.ts";
import { figureColumns } from "./sales-count.store.ts";

export type SalesRow = SalesSums & {
  /** The id of the product or person, the level, the region, or the first day of the month. */
  key: string;
  /** Of a product or a person; null for house sales, and for a deleted product or account. */
  name: string | null;
  /** A person's level today. */
  memberLevel: MemberLevel | null;
  currency: Currency;
};

export type SalesTotals = SalesSums & { currency: Currency };

/** The shop's region and the present time. */
export type ShopNow = Readonly<{ region: Region; now: string }>;

/** The days that sales of a range are compared with, by the shop's calendar. */
export async function comparedDays(
  db: ReadDatabase,
  { region, now }: ShopNow,
  days: FirstAndLast,
): Promise<DayRange> {
  const { timeZone } = await shownRegion(db, region);
  return daysToCompare(daysThrough(days), dayOf(now, timeZone));
}

/** A page of grouped sales, and the totals of all groups, one per currency. */
export async function readSalesReport(db: ReadDatabase, shop: ShopNow, query: SalesReportInput) {
  const before = firstAndLastOf(await comparedDays(db, shop, query));
  const [listed, delivery, totals, totalsBefore, unitValues, behind] = await Promise.all([
    listSalesGroups(
      db,
      query,
      sql`limit ${query.pageSize} offset ${(query.page - 1) * query.pageSize}`,
    ),
    readDelivery(db, query),
    readSalesTotals(db, query),
    readSalesTotals(db, { ...query, ...before }),
    listUnitValues(db),
    readBehind(db),
  ]);
  const currencies = new Set(totals.map(({ currency }) => currency));
  return {
    ...listed,
    /** Lets the client recognise rows of a previous query. */
    groupBy: query.groupBy,
    delivery,
    totals,
    /** The totals of the days that these are compared with. */
    before: { ...before, totals: totalsBefore },
    unitValues: unitValues.filter(({ currency }) => currencies.has(currency)),
    behind,
  };
}

/** All groups, for exports: at most one row per person. */
export async function listAllSalesGroups(
  db: ReadDatabase,
  query: SalesQuestion,
): Promise<SalesRow[]> {
  const { rows } = await listSalesGroups(db, query, sql``);
  return rows;
}

export async function readSalesTotals(
  db: ReadDatabase,
  query: SalesQuestion,
): Promise<SalesTotals[]> {
  const isWhole = query.productId === undefined;
  const { rows } = await sql<SalesTotals>`
    select kind.currency, ${sumColumns}
    from ${salesSource({ ...query, days: daysThrough(query) }, { isByPerson: false, isWhole })} figures
    join sales_kind kind on kind.id = figures.kind_id
    join region on region.code = kind.region
    where ${isWanted(query, isWhole)}
    group by kind.currency order by kind.currency`.execute(db);
  return rows;
}

/** Delivery, which is no product: apart from the groups by product, and in the totals. Empty for other groupings. */
export async function readDelivery(db: ReadDatabase, query: SalesQuestion): Promise<SalesTotals[]> {
  if (query.groupBy !== "product") return [];
  const { rows } = await sql<SalesTotals>`
    select kind.currency, ${sumColumns}
    from ${salesSource({ ...query, days: daysThrough(query) }, { isByPerson: false, isWhole: false })} figures
    join sales_kind kind on kind.id = figures.kind_id
    join region on region.code = kind.region
    where ${isWanted(query, false)} and kind.product_id = any(${deliveryIds})
    group by kind.currency order by kind.currency`.execute(db);
  return rows;
}

/** What is charged for a parcel is kept like a product. */
const deliveryIds = sql`array(select id from product where product_code = ${deliveryProductCode})`;

/** The number of events that the reports do not include yet. */
export async function readBehind(db: ReadDatabase): Promise<number> {
  const { rows } = await sql<{ behind: number }>`
    select head.position - counted.position as behind
    from ledger_head head cross join sales_count counted`.execute(db);
  return rows[0]?.behind ?? 0;
}

export async function listUnitValues(db: ReadDatabase) {
  return db
    .selectFrom("region")
    .select(["code as region", "currency", "unit_value as unitValue"])
    .orderBy("code")
    .execute();
}

/**
 * Groups are ranked by the figure or name of the sort order alone; the other figures and names are read only for the page:
 * for twenty people instead of twenty thousand.
 */
async function listSalesGroups(
  db: ReadDatabase,
  query: SalesQuestion,
  limit: RawBuilder<unknown>,
): Promise<Page<SalesRow>> {
  const { groupBy, sort, search } = query;
  const isWhole = groupBy !== "product" && query.productId === undefined;
  const { key, names } = groupings[groupBy];
  const source = salesSource(
    { ...query, days: daysThrough(query) },
    {
      isByPerson: groupBy === "person",
      isWhole,
    },
  );
  const sales = sql`${source} figures
    join sales_kind kind on kind.id = figures.kind_id
    join region on region.code = kind.region`;
  const wanted =
    groupBy === "product"
      ? sql<SqlBool>`${isWanted(query, isWhole)} and kind.product_id <> all(${deliveryIds})`
      : isWanted(query, isWhole);
  const isByName = sort.by === "name";
  const figure = sort.by === "name" ? sql`0` : salesSums[sort.by];
  const direction = sort.direction === "desc" ? sql`desc` : sql`asc`;
  const order = sql`order by sort_value ${direction}, group_key, currency`;
  const found = search ? sql`where ${names.name} ilike ${likePattern(search)}` : sql``;
  const ranked =
    groupBy === "person"
      ? rankedPeople(query, isWhole, await listTerms(db, wanted))
      : sql`select ${key} as group_key, kind.currency, ${figure} as figure
          from ${sales} where ${wanted} group by 1, 2`;
  const { rows } = await sql<Page<SalesRow>>`${plannedEachTime}
    with ranked as (${ranked}), listed as materialized (
      select group_key, currency, ${isByName ? names.sortName : sql`figure`} as sort_value
      from ranked ${isByName || search ? names.join : none} ${found}
    ), page as materialized (
      select group_key, currency, sort_value from listed ${order} ${limit}
    ), summed as materialized (
      select ${key} as group_key, kind.currency, ${sumColumns}
      from ${sales} where ${wanted} and ${key} = any(array(select group_key from page))
      group by 1, 2
    ), named as (
      select group_key::text as key, ${names.name} as name, ${names.level} as "memberLevel",
        page.currency, ${sql.join(salesFigures.map((name) => sql.ref(`summed.${name}`)))}
      from page join summed using (group_key, currency) ${names.join} ${names.joinLevel} ${order}
    )
    select (select count(*) from listed)::integer as total,
      (select coalesce(json_agg(named), '[]') from named) as rows`.execute(db);
  return rows[0] ?? { rows: [], total: 0 };
}

/** Kinds of sale with the same currency and unit value. */
type Terms = Readonly<{ currency: Currency; unitValue: number; kinds: readonly number[] }>;

async function listTerms(db: ReadDatabase, wanted: RawBuilder<SqlBool>): Promise<Terms[]> {
  const { rows } = await sql<Terms>`
    select kind.currency, region.unit_value as "unitValue", array_agg(kind.id) as kinds
    from sales_kind kind join region on region.code = kind.region
    where ${wanted} group by kind.currency, region.unit_value`.execute(db);
  return rows;
}

/**
 * Aggregates by seller id without joining kinds of sale to each row: their currency and unit value are constants. It reads
 * every row of the range, so each row is compared with as little as possible.
 */
function rankedPeople(query: SalesQuestion, isWhole: boolean, terms: readonly Terms[]): Sql {
  const { region, role, productId, method, sort } = query;
  const isOfAll =
    terms.length === 1 && [region, role, productId, method].every((each) => each === undefined);
  const source = personSource({ ...query, days: daysThrough(query) }, { isWhole, isRanked: true });
  const parts = terms.map(
    ({ currency, unitValue, kinds }) => sql`
      select figures.seller_id as group_key, ${currency}::text as currency,
        ${rankedBy(sort.by, unitValue)} as figure
      from ${source} figures
      where ${isOfAll ? sql`true` : sql`figures.kind_id = any(${kinds}::integer[])`}
      group by figures.seller_id`,
  );
  if (parts.length === 0)
    return sql`select 0 as group_key, null as currency, 0::bigint as figure where false`;
  return parts.length === 1
    ? sql.join(parts)
    : sql`select group_key, currency, sum(figure)::bigint as figure
        from (${sql.join(parts, sql` union all `)}) part group by 1, 2`;
}

/** Multiplied once per person: a sum of products of bigint is a sum of numeric. */
function rankedBy(by: SalesReportInput["sort"]["by"], unitValue: number): Sql {
  if (by === "name") return sql`0`;
  return by === "totalSales" ? sql`sum(figures.units) * ${unitValue}::bigint` : salesSums[by];
}

type Sql = RawBuilder<unknown>;
type Names = Readonly<{ name: Sql; sortName: Sql; level: Sql; join: Sql; joinLevel: Sql }>;

const none = sql``;
const unnamed: Names = {
  name: sql`null`,
  sortName: sql`group_key`,
  level: sql`null`,
  join: none,
  joinLevel: none,
};

/** The key of each grouping, and the names of its groups. */
const groupings: Record<SalesGroup, Readonly<{ key: Sql; names: Names }>> = {
  level: { key: sql`kind.level`, names: unnamed },
  region: { key: sql`kind.region`, names: unnamed },
  month: { key: sql`date_trunc('month', figures.day)::date`, names: unnamed },
  product: {
    key: sql`kind.product_id`,
    names: {
      name: sql`product.name`,
      sortName: sql`product.name`,
      level: sql`null`,
      join: sql`left join product on product.id = group_key`,
      joinLevel: none,
    },
  },
  person: {
    key: sql`figures.seller_id`,
    names: {
      name: sql`account.first_name || ' ' || account.last_name`,
      sortName: sql`account.sort_name`,
      level: sql`member.level`,
      join: sql`left join account on account.id = group_key`,
      joinLevel: sql`left join projection.member on member.user_id = group_key`,
    },
  },
};

export type Filters = Pick<
  SalesReportInput,
  "from" | "to" | "region" | "role" | "sellerId" | "productId" | "method"
>;

/**
 * The figures of a range from the smallest tables that have them: `sales_day`, or, by person, whole months from
 * `sales_person_month` and the other days from `sales_person_day`.
 */
export function salesSource(
  { days: range, sellerId }: PersonSource,
  of: Readonly<{ isByPerson: boolean; isWhole: boolean }>,
): Sql {
  if (!of.isByPerson && sellerId === undefined)
    return sql`(select day, kind_id, ${figureColumns}, 0 as seller_id from sales_day
      where day >= ${range.from}::date and day < ${range.until}::date)`;

  return personSource({ days: range, sellerId }, { ...of, isRanked: false });
}

type PersonSource = Readonly<{ days: DayRange; sellerId?: Filters["sellerId"] }>;

/** Days and months are looked up one by one for a few people; to rank all of them, whole months are read through. */
function personSource(
  { days: range, sellerId }: PersonSource,
  of: Readonly<{ isWhole: boolean; isRanked: boolean }>,
): Sql {
  const { months, days } = partsOf(range);
  const whose = sql`whole = ${sql.lit(of.isWhole)}
    ${sellerId === undefined ? sql`` : sql`and seller_id = ${sellerId}`}`;
  const isOfMonths =
    of.isRanked && sellerId === undefined
      ? sql`month between ${months[0] ?? null}::date and ${months.at(-1) ?? null}::date`
      : sql`month = any(${months}::date[])`;
  return sql`(select month as day, kind_id, ${figureColumns}, seller_id from sales_person_month
      where ${isOfMonths} and ${whose}
    union all select day, kind_id, ${figureColumns}, seller_id from sales_person_day
      where day = any(${days}::date[]) and ${whose})`;
}

/** The condition on `sales_kind`: whole orders or single products, and the filters. */
export function isWanted(
  { region, role, productId, method }: Omit<Filters, "from" | "to">,
  isWhole: boolean,
): RawBuilder<SqlBool> {
  const conditions = [isWhole ? sql`kind.product_id = 0` : sql`kind.product_id <> 0`];
  if (productId !== undefined) conditions.push(sql`kind.product_id = ${productId}`);
  if (region !== undefined) conditions.push(sql`kind.region = ${region}`);
  if (role !== undefined) conditions.push(sql`kind.buyer = ${role}`);
  if (method !== undefined) conditions.push(sql`kind.method = ${method}`);
  return sql`${sql.join(conditions, sql` and `)}`;
}

const salesSums: Readonly<Record<SalesFigureName, RawBuilder<number>>> = {
  orders: sql`sum(figures.orders)::integer`,
  units: sql`sum(figures.units)::integer`,
  totalSales: sql`sum(figures.units::bigint * region.unit_value)::bigint`,
  commissionable: sql`sum(figures.value)::bigint`,
  charged: sql`sum(figures.charged)::bigint`,
  delivery: sql`sum(figures.delivery)::bigint`,
  refunds: sql`sum(figures.refunded)::bigint`,
  exclVat: sql`sum(figures.net)::bigint`,
  vat: sql`sum(figures.charged + figures.delivery - figures.net)::bigint`,
  inclVat: sql`sum(figures.charged + figures.delivery)::bigint`,
};

export const sumColumns = sql.join(
  salesFigures.map((figure) => sql`${salesSums[figure]} as ${sql.ref(figure)}`),
);

/** The first days of the whole months within the range, and its other days. */
function partsOf({ from, until }: DayRange) {
  const parts: Record<"months" | "days", string[]> = { months: [], days: [] };
  for (let day = from; day < until; ) {
    const month = firstDayOf(nextMonth(day.slice(0, 7)));
    if (day.endsWith("-01") && month <= until) {
      parts.months.push(day);
      day = month;
    } else {
      parts.days.push(day);
      day = addDays(day, 1);
    }
  }
  return parts;
}
