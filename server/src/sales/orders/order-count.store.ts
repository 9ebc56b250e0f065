import type { OrderQuestion } from "@portal/shared/sales/orders/office-orders.ts";
import { type RawBuilder, sql } from "kysely";
import type { Period } from "@portal/shared/platform/calendar.ts";
import type { ReadDatabase, Tx } from "../../platform/db/database.ts";
import { isLive } from "../../platform/read-model/live-orders.ts";

/**
 * Adds to the counts what happened after the one position: the orders that were placed up to the other,
 * by the stretches that pages are found by, and those that were paid for in a way for the first time.
 *
 * @param fromScratch what was counted before does not hold any more; then `after` is 0
 */
export async function countOrders(
  tx: Tx,
  {
    after,
    through,
    fromScratch,
  }: Readonly<{ after: number; through: number; fromScratch: boolean }>,
): Promise<void> {
  if (fromScratch) {
    await tx.deleteFrom("order_stretch").execute();
    await tx.deleteFrom("order_method").execute();
  }
  await sql`
    insert into order_stretch as known (sort, stretch, region, orders)
    select part.sort, part.stretch, region, count(*)
    from projection.order_state "order" cross join lateral (values ${sql.join(
      Object.entries(orderStretches).map(([sort, { of }]) => sql`(${sql.lit(sort)}, ${of})`),
    )}) part (sort, stretch)
    where ${isLive()} and placed_position > ${after} and placed_position <= ${through}
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (sort, stretch, region) do update set orders = known.orders + excluded.orders
  `.execute(tx);

  const paid = fromScratch
    ? sql`(select distinct order_id, method from projection.order_payment
        where position <= ${through}) first`
    : firstPayments({ after, through });
  await sql`
    insert into order_method as known (method, region, orders)
    select method, region, count(*) from ${paid} join projection.order_state "order" using (order_id)
    where ${isLive()}
    group by method, region order by method, region
    on conflict (method, region) do update set orders = known.orders + excluded.orders
  `.execute(tx);
}

/**
 * How many orders there are, of a region, of some days, of a method of payment, or those that are paid: as
 * many as were counted beforehand and the few after them. Most are paid, so these are all but the others.
 *
 * @returns null where something else is asked for, by which they have to be counted one by one
 */
export async function readKnownCount(
  db: ReadDatabase,
  { search, method, work, overpaid, underpaid, test, state, region }: OrderQuestion,
  period: Period,
): Promise<number | null> {
  if ([search, work, overpaid, underpaid, test].some((asked) => asked)) return null;
  if (state !== undefined && state !== "paid") return null;
  if ((period.from ?? period.until) !== null && (state ?? method) !== undefined) return null;
  const { total } = await askAfterCount(
    db,
    (counted) => sql<{ total: number; counted: number }>`
      select position as counted, greatest(0, ${
        method === undefined
          ? placedWithin(period, region, counted)
          : paidBy(method, region, counted)
      } - (select count(*) from projection.order_state "order"
          where ${isLive()} and ${state === "paid" ? sql`state <> 'paid'` : sql`false`} and ${isOf(region)}
            and ${method === undefined ? sql`true` : isPaidBy(method)}))::bigint as total
      from sales_count`,
  );
  return total;
}

type OfRegion = OrderQuestion["region"];

function placedWithin({ from, until }: Period, region: OfRegion, counted: number) {
  const all = placedBefore(until, region, counted);
  return from === null ? all : sql`${all} - ${placedBefore(from, region, counted)}`;
}

/** Whole days were counted beforehand; of the day of the instant orders are counted one by one. */
function placedBefore(instant: string | null, region: OfRegion, counted: number) {
  const { at, start } = placedStretches;
  const day = instant === null ? null : at(instant);
  const isBefore = day === null ? sql`true` : sql`placed_at < ${start(day)}`;
  return sql`(
    (select coalesce(sum(orders), 0) from order_stretch
      where sort = 'placedAt' and ${day === null ? sql`true` : sql`stretch < ${day}`} and ${isOf(region)})
    + (select count(*) from projection.order_state "order"
      where ${isLive()} and placed_position > ${counted} and ${isBefore} and ${isOf(region)})
    + ${
      day === null
        ? sql`0`
        : sql`(select count(*) from projection.order_state "order"
      where ${isLive()} and placed_at >= ${start(day)} and placed_at < ${instant} and ${isOf(region)})`
    })`;
}

function paidBy(method: Method, region: OfRegion, counted: number) {
  return sql`(
    (select coalesce(sum(orders), 0) from order_method where method = ${method} and ${isOf(region)})
    + (select count(*) from ${firstPayments({ after: counted })}
      join projection.order_state "order" using (order_id)
      where ${isLive()} and method = ${method} and ${isOf(region)}))`;
}

type Method = NonNullable<OrderQuestion["method"]>;

/** Something was paid for the order in this way. */
export function isPaidBy(method: Method): RawBuilder<boolean> {
  return sql`exists (
    select from projection.order_payment payment
    where payment.order_id = "order".order_id and payment.method = ${method})`;
}

/**
 * Payments after the one position, and up to the other if there is one, that are the first one of their
 * method for their order. Found where they lie in the ledger, because payments themselves lie by their
 * orders.
 */
function firstPayments({
  after,
  through,
}: Readonly<{ after: number; through?: number }>): RawBuilder<unknown> {
  return sql`(
    select distinct payment.order_id, payment.method
    from ledger_events event
    join projection.order_payment payment
      on payment.order_id = (event.data->>'orderId')::uuid and payment.position = event.position
    where event.position > ${after} and event.type = 'PaymentReceived'
      ${through === undefined ? sql`` : sql`and event.position <= ${through}`}
      and not exists (
        select from projection.order_payment earlier
        where earlier.order_id = payment.order_id and earlier.method = payment.method
          and earlier.position <= ${after})
  ) first`;
}

type Sort = OrderQuestion["sort"]["by"];
type Stretches = Readonly<{
  /** The number of the stretch that an order lies in. */
  of: RawBuilder<number>;
  /** What the sort's column is where a stretch begins. */
  start: (stretch: number) => string | number;
}>;

const dayMs = 86_400_000;

/** Days of UTC, by their number since 1970. */
const placedStretches = {
  of: sql<number>`floor(extract(epoch from "order".placed_at) / 86400)::bigint`,
  start: (stretch: number) => new Date(stretch * dayMs).toISOString(),
  at: (instant: string) => Math.floor(Date.parse(instant) / dayMs),
};

/** Each sort in stretches of some thousand orders, by what never changes of an order. */
const orderStretches: Readonly<Record<Sort, Stretches>> = {
  placedAt: placedStretches,
  orderNumber: { of: sql`"order".order_number / 1000`, start: (stretch) => stretch * 1000 },
  total: { of: sql`"order".total / 1000`, start: (stretch) => stretch * 1000 },
};

type StretchStart = Readonly<{
  /** No order that is left out is at or beyond this one in the column of the sort. */
  from: string | number;
  /** How many of the orders from there on come before the page. */
  before: number;
}>;

/**
 * Where to begin to look for the order that so many others come before, of all or of a region: what was
 * counted by stretches beforehand, and the few orders after that, say how many lie in those before it.
 */
export async function findStretch(
  db: ReadDatabase,
  { sort, region }: Pick<OrderQuestion, "sort" | "region">,
  { before, isAscending }: Readonly<{ before: number; isAscending: boolean }>,
): Promise<StretchStart | null> {
  const { of, start } = orderStretches[sort.by];
  const { stretch, passed } = await askAfterCount(
    db,
    (counted) => sql<{ stretch: number | null; passed: number } & Counted>`
      with part as (
        select stretch, sum(orders) as orders from (
          select stretch, orders from order_stretch
          where sort = ${sort.by} and ${isOf(region)}
          union all
          select ${of}, 1 from projection.order_state "order"
          where ${isLive()} and placed_position > ${counted} and ${isOf(region)}
        ) each group by stretch
      ), reached as (
        select stretch, orders,
          sum(orders) over (order by stretch ${isAscending ? sql`asc` : sql`desc`}) as through
        from part
      ), found as (
        select stretch, through - orders as passed
        from reached where through > ${before} order by through limit 1
      )
      select count.position as counted, found.stretch, coalesce(found.passed, 0)::bigint as passed
      from sales_count count left join found on true`,
  );
  if (stretch === null) return null;
  return { from: start(isAscending ? stretch : stretch + 1), before: before - passed };
}

type Counted = Readonly<{ counted: number }>;

/**
 * Asks what was counted beforehand together with what came after that. The position is told before, so
 * that the planner knows how little came after it; if the count went on meanwhile, it is asked again.
 */
async function askAfterCount<Row extends Counted>(
  db: ReadDatabase,
  question: (counted: number) => RawBuilder<Row>,
): Promise<Row> {
  const { position } = await db
    .selectFrom("sales_count")
    .select("position")
    .executeTakeFirstOrThrow();
  const { rows } = await question(position).execute(db);
  const [row] = rows;
  if (!row) throw new Error("the count of sales has no row");
  return row.counted === position ? row : askAfterCount(db, question);
}

/** A condition on anything that has a region. */
function isOf(region: OrderQuestion["region"]): RawBuilder<boolean> {
  return region === undefined ? sql`true` : sql`region = ${region}`;
}
