import type { DashboardPeriod } from "@portal/shared/office/dashboard.ts";
import {
  addDays,
  type Day,
  type DayRange,
  dayOf,
  daysBetween,
  daysOfPeriod,
  type FirstAndLast,
  firstAndLastOf,
  firstDayOf,
  isWithinDays,
  monthAt,
  yearEarlier,
  lastDayOf,
} from "@portal/shared/platform/calendar.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { type RawBuilder, sql } from "kysely";
import { bookedDaySql, readClosings } from "../../money/statements/closing.queries.ts";
import type { Closings } from "../../money/statements/statement.rules.ts";
import { findPayoutStops, preflightOf } from "../../money/payouts/payout-checks.queries.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { shownRegion } from "../../platform/db/region.queries.ts";
import { isLive } from "../../platform/read-model/live-orders.ts";
import { lostSales } from "../../sales/orders/lost-sales.queries.ts";
import { comparedDays, readSalesTotals, type ShopNow } from "../reports/sales-report.queries.ts";
import { countedMax } from "../../platform/db/list-filters.ts";
import { openWork, type Summed } from "./open-work.queries.ts";

/** Live orders that were paid within some time, and what they were charged, in minor units. */
type Sold = Readonly<{ orders: number; total: number }>;

export async function readDashboard(db: ReadDatabase, shop: ShopNow, period: DashboardPeriod) {
  const [work, sales, owed, requests, batches, payoutStops] = await Promise.all([
    openWork(db, shop),
    salesNow(db, shop, period),
    commissionOwed(db, shop),
    requestsToPay(db, shop),
    batchesToPay(db, shop),
    findPayoutStops(db),
  ]);
  return {
    now: shop.now,
    period,
    work,
    sales,
    owed,
    /** What is paid out this week, in minor units. */
    cash: { requests, batches },
    /** Why payouts are stopped; empty while they are not. */
    payoutStops,
  };
}

/** The days of a period that ends today, and those that it is compared with. */
function daysToShow(
  period: DashboardPeriod,
  today: Day,
  region: Region,
): Readonly<{ recent: DayRange; before: DayRange }> {
  const tomorrow = addDays(today, 1);
  if (period === "tax-year") {
    const { from } = daysOfPeriod("tax-year", today, region);
    const before = { from: yearEarlier(from), until: addDays(yearEarlier(today), 1) };
    return { recent: { from, until: tomorrow }, before };
  }
  const from = addDays(tomorrow, period === "7-days" ? -7 : -30);
  return {
    recent: { from, until: tomorrow },
    before: { from: addDays(from, -daysBetween(from, tomorrow)), until: from },
  };
}

/** Days and hours are those of the shop's time zone. */
async function salesNow(db: ReadDatabase, shop: ShopNow, period: DashboardPeriod) {
  const { timeZone } = await shownRegion(db, shop.region);
  const lastDay = dayOf(shop.now, timeZone);
  const ranges = daysToShow(period, lastDay, shop.region);
  const closings = await readClosings(db);
  const [days, hours, month] = await Promise.all([
    listDays(db, shop, soldSince(closings, daysBetween(ranges.before.from, lastDay))),
    listHours(db, shop, soldSince(closings, 1)),
    soldThisMonth(db, shop),
  ]);
  const daysIn = (range: DayRange) => days.filter(({ day }) => isWithinDays(day, range));
  const recent = daysIn(ranges.recent);
  const before = daysIn(ranges.before);
  const shown = period === "tax-year" ? byMonth : byDay;
  return {
    today: byNow(days.at(-1)),
    /** Until the same time of day. */
    yesterday: byNow(days.at(-2)),
    month,
    recent: sumOf(recent),
    /** Until the same time of the last day. */
    before: sumOf([...before.slice(0, -1), byNow(before.at(-1))]),
    /** The oldest first; of a tax year, the first day of each month. */
    days: shown(recent),
    daysBefore: shown(before).map(({ total }) => total),
    /** Cumulative, to the end of each hour so far. */
    hours: hours.map(({ today }) => today),
    hoursBefore: hours.map(({ yesterday }) => yesterday),
  };
}

function byDay(days: readonly DayOfSales[]) {
  return days.map(({ day, total }) => ({ day, total }));
}

function byMonth(days: readonly DayOfSales[]) {
  const months = Map.groupBy(days, ({ day }) => day.slice(0, 7));
  return [...months].map(([month, ofMonth]) => ({
    day: firstDayOf(month),
    total: sumOf(ofMonth).total,
  }));
}

/** The column "Charged" of the sales report for this month and the days that it is compared with, to the cent. */
async function soldThisMonth(db: ReadDatabase, shop: ShopNow) {
  const { timeZone, currency } = await shownRegion(db, shop.region);
  const month = monthAt(shop.now, timeZone);
  const days = { from: firstDayOf(month), to: lastDayOf(month) };
  const chargedIn = async (range: FirstAndLast): Promise<Sold> => {
    const sort = { by: "charged", direction: "desc" } as const;
    const totals = await readSalesTotals(db, { ...range, groupBy: "month", sort });
    const own = totals.find((sums) => sums.currency === currency);
    return { orders: own?.orders ?? 0, total: own?.charged ?? 0 };
  };
  const [sold, before] = await Promise.all([
    chargedIn(days),
    chargedIn(firstAndLastOf(await comparedDays(db, shop, days))),
  ]);
  return { ...days, sold, before };
}

function byNow(day: DayOfSales | undefined): Sold {
  return { orders: day?.ordersByNow ?? 0, total: day?.totalByNow ?? 0 };
}

function sumOf(parts: readonly Sold[]): Sold {
  return parts.reduce<Sold>(
    (sum, { orders, total }) => ({ orders: sum.orders + orders, total: sum.total + total }),
    { orders: 0, total: 0 },
  );
}

type DayOfSales = Sold & Readonly<{ day: Day; ordersByNow: number; totalByNow: number }>;

type SoldSince = Readonly<{ daysAgo: number; rows: RawBuilder<unknown> }>;

/** Every day, the oldest first; `…ByNow` counts up to the present time of day. */
async function listDays(db: ReadDatabase, shop: ShopNow, { daysAgo, rows: soldRows }: SoldSince) {
  const { rows } = await sql<DayOfSales>`
    with ${clock(shop)}, sold as (
      select local::date as day, sum(orders)::integer as orders, sum(total)::bigint as total,
        (sum(orders) filter (where local::time <= (select local::time from clock)))::integer as orders_by_now,
        sum(total) filter (where local::time <= (select local::time from clock))::bigint as total_by_now
      from (${soldRows}) sale
      group by local::date
    )
    select clock.local::date - ago as day, coalesce(orders, 0) as orders, coalesce(total, 0) as total,
      coalesce(orders_by_now, 0) as "ordersByNow", coalesce(total_by_now, 0) as "totalByNow"
    from clock cross join generate_series(0, ${daysAgo}::integer) ago
    left join sold on sold.day = clock.local::date - ago
    order by ago desc`.execute(db);
  return rows;
}

async function listHours(db: ReadDatabase, shop: ShopNow, sold: SoldSince) {
  const { rows } = await sql<{ today: number; yesterday: number }>`
    with ${clock(shop)}, sold as (
      select local::date = (select local::date from clock) as is_today,
        extract(hour from local)::integer as hour, sum(total) as total
      from (${sold.rows}) sale
      group by 1, 2
    )
    select
      coalesce(sum(total) filter (where is_today), 0)::bigint as today,
      coalesce(sum(total) filter (where not is_today), 0)::bigint as yesterday
    from clock cross join generate_series(0, extract(hour from local)::integer) until
    left join sold on sold.hour <= until
    group by until order by until`.execute(db);
  return rows;
}

function clock({ region, now }: ShopNow): RawBuilder<unknown> {
  return sql`clock as (
    select time_zone, currency, ${now}::timestamptz as instant,
      ${now}::timestamptz at time zone time_zone as local
    from region where code = ${region}
  )`;
}

/**
 * What was sold since the start of the day `daysAgo`, by booked day: `orders`, `total` and the wall clock `local` of the
 * shop, both negative where an undone payment took a sale back.
 */
function soldSince(closings: Closings, daysAgo: number): SoldSince {
  const first = sql`date_trunc('day', clock.local) - make_interval(days => ${daysAgo}::integer)`;
  const booked = (at: RawBuilder<unknown>, position: RawBuilder<number>) =>
    bookedDaySql(closings, { local: sql<string>`(${at} at time zone time_zone)`, position });
  // On time: what was recorded late is in `sales_late`, and found there by its booked day.
  const onTime = (at: RawBuilder<unknown>, position: RawBuilder<number>) => sql`
    ${at} <= instant and ${at} >= (${first}) at time zone time_zone
    and ${booked(at, position)} = ${at} at time zone time_zone`;
  return {
    daysAgo,
    rows: sql`
      select 1 as orders, total, paid_at at time zone time_zone as local
      from clock cross join lateral (
        select paid_at, total from projection.order_state "order"
        where ${isLive()} and "order".currency = clock.currency
          and ${onTime(sql`paid_at`, sql`paid_position`)}
      ) paid
      union all
      select fact.sign, fact.sign * "order".total, event.occurred_at at time zone time_zone
      from clock cross join (${lostSales}) lost
      join projection.order_state "order" on "order".order_id = lost.order_id
      cross join lateral (values (1, lost.paid_position), (-1, lost.undone_position)) fact (sign, position)
      join ledger_events event on event.position = fact.position
      where ${isLive()} and "order".currency = clock.currency
        and ${onTime(sql`event.occurred_at`, sql`event.position`)}
      union all
      select late.orders, late.charged + late.delivery, late.day::timestamp
      from clock cross join sales_late late join sales_kind kind on kind.id = late.kind_id
      where kind.product_id = 0 and kind.currency = clock.currency
        and late.type in ('OrderPaid', 'PaymentUndone')
        and late.day <= clock.local and late.day >= ${first}`,
  };
}

/** Unpaid commission in minor units. */
type CommissionOwed = Readonly<{
  /** Requested or available for a request. */
  available: number;
  waiting: number;
  /** The day on which the last waiting period ends. */
  waitingUntil: string | null;
}>;

/**
 * The sum of all wallets; negative ones count as zero. Young commission is searched after the last seal that is older than
 * the waiting period, because what was recorded by then had happened by then.
 */
async function commissionOwed(db: ReadDatabase, shop: ShopNow): Promise<CommissionOwed> {
  const { rows } = await sql<CommissionOwed>`
    with ${clock(shop)}, terms as (
      select make_interval(days => payout_hold_days) as hold, payout_hold_days > 0 as holds
      from shop_setting
    ), since as (
      select coalesce(max(through_position), 0) as position
      from ledger_seals, clock, terms where sealed_at <= clock.instant - hold
    ), young as (
      select entry.beneficiary_id, min(entry.position) as position
      from terms cross join clock cross join projection.commission_entry entry
      join projection.wallet on wallet.user_id = entry.beneficiary_id
      left join projection.payout_request open on open.payout_id = wallet.open_payout_id
      where terms.holds and entry.position > (select position from since) and entry.amount > 0
        and entry.occurred_at > clock.instant - terms.hold
        and entry.position > coalesce(open.cutoff_position, wallet.last_paid_cutoff)
      group by entry.beneficiary_id
    ), maturing as (
      select beneficiary_id, sum(amount) filter (where amount > 0) as amount,
        max(matures) filter (where amount > 0) as matures
      from (
        select entry.beneficiary_id, sum(entry.amount) as amount,
          max(entry.occurred_at) filter (where entry.amount > 0) + (select hold from terms) as matures
        from young join projection.commission_entry entry
          on entry.beneficiary_id = young.beneficiary_id and entry.position >= young.position
        group by entry.beneficiary_id, entry.order_id
      ) of_order
      group by beneficiary_id
    ), held as (
      select least(coalesce(maturing.amount, 0), greatest(accrued - paid - credit, 0)) as amount, matures
      from maturing join projection.wallet on wallet.user_id = maturing.beneficiary_id
    ), waits as (
      select coalesce(sum(amount), 0) as amount, max(matures) filter (where amount > 0) as until
      from held
    ), owed as (
      -- Without a join: all wallets are read.
      select coalesce(sum(greatest(accrued - paid - credit, 0)), 0) as amount from projection.wallet
    )
    select (owed.amount - waits.amount)::bigint as available, waits.amount::bigint as waiting,
      (waits.until at time zone clock.time_zone)::date as "waitingUntil"
    from owed cross join waits cross join clock`.execute(db);
  return rows[0] ?? { available: 0, waiting: 0, waitingUntil: null };
}

/** Payout requests in no batch that pass every check. */
async function requestsToPay(db: ReadDatabase, shop: ShopNow): Promise<Summed> {
  const { rows } = await sql<{ id: string; amount: number }>`
    select payout_id as id, requested - withheld as amount from projection.payout_request payout
    where state = 'requested' and not exists (
      select from payout_batch_item item
      where item.payout_id = payout.payout_id and item.state = 'open'
    )
    order by requested_at limit ${sql.lit(countedMax)}`.execute(db);
  const checks = await preflightOf(
    db,
    rows.map(({ id }) => id),
    shop,
  );
  const sound = rows.filter(({ id }) =>
    (checks.get(id) ?? []).every(({ severity }) => severity === "ok"),
  );
  return { count: sound.length, sum: sound.reduce((sum, { amount }) => sum + amount, 0) };
}

/**
 * What no bank statement has proved yet of the batches to be paid by the end of the week: open ones, also overdue, and
 * those paid this week.
 */
async function batchesToPay(db: ReadDatabase, shop: ShopNow): Promise<Summed> {
  const { rows } = await sql<Summed>`
    with ${clock(shop)}, week as (select date_trunc('week', local)::date as monday from clock)
    select count(distinct batch.id) as count, coalesce(sum(item.amount), 0)::bigint as sum
    from week cross join payout_batch batch
    join payout_batch_item item on item.batch_id = batch.id and item.state <> 'released'
      and item.proof_day is null
    where pay_on < monday + 7 and (batch.state = 'open' or (batch.state = 'paid' and pay_on >= monday))`.execute(
    db,
  );
  return rows[0] ?? { count: 0, sum: 0 };
}
