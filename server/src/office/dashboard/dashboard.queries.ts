import type { PayoutStop } from "@portal/shared/office/ledger-health.ts";
import type { DashboardPeriod } from "@portal/shared/office/dashboard.ts";
import {
  addDays,
  type Day,
  type DayRange,
  dayOf,
  daysBetween,
  daysOfPeriod,
  firstAndLastOf,
  type FirstAndLast,
  firstDayOf,
  isWithinDays,
  monthAt,
  nextMonth,
  yearEarlier,
} from "@portal/shared/platform/calendar.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { type RawBuilder, sql } from "kysely";
import { findPayoutStops, preflightOf } from "../../money/payouts/payout-checks.queries.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { loadRegion } from "../../platform/db/region.queries.ts";
import { isLive } from "../../platform/read-model/live-orders.ts";
import { comparedDays, readSalesTotals } from "../reports/sales-report.queries.ts";
import {
  countedMax,
  openWork,
  type OpenWork,
  type Place,
  type Summed,
} from "./open-work.queries.ts";

/** Live orders that were paid in a stretch of time, and what they were charged, in minor units. */
export type Sold = Readonly<{ orders: number; total: number }>;
export type SalesNow = Readonly<{
  /** The column "Charged" of the sales report for this month, and for the days that it compares with. */
  month: FirstAndLast & Readonly<{ sold: Sold; before: Sold }>;
  today: Sold;
  /** Until the same time of day. */
  yesterday: Sold;
  /** The period, the last day of which is today. */
  recent: Sold;
  /** As many days before, or the same days of the tax year before, until the same time of the last one. */
  before: Sold;
  /** Each day of the period, or the first one of each month of a tax year; the oldest first. */
  days: readonly Readonly<{ day: Day; total: number }>[];
  daysBefore: readonly number[];
  /** What had been sold by the end of each hour of today so far, and of the same hours of yesterday. */
  hours: readonly number[];
  hoursBefore: readonly number[];
}>;
export type Dashboard = Readonly<{
  now: string;
  period: DashboardPeriod;
  work: OpenWork;
  sales: SalesNow;
  owed: CommissionOwed;
  cash: CashAhead;
  /** Why nothing is paid out now; empty while payouts go on. */
  payoutStops: readonly PayoutStop[];
}>;

export async function readDashboard(
  db: ReadDatabase,
  place: Place,
  period: DashboardPeriod,
): Promise<Dashboard> {
  const [work, sales, owed, cash, payoutStops] = await Promise.all([
    openWork(db, place),
    salesNow(db, place, period),
    commissionOwed(db, place),
    cashAhead(db, place),
    findPayoutStops(db),
  ]);
  return { now: place.now, period, work, sales, owed, cash, payoutStops };
}

type Stretch = Readonly<{ recent: DayRange; before: DayRange }>;

/** The days of a period that ends today, and those that it is compared with. */
function stretchOf(period: DashboardPeriod, today: Day, region: Region): Stretch {
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

/** Days and hours are those of the shop's time zone; the index of paid orders alone is read. */
async function salesNow(
  db: ReadDatabase,
  place: Place,
  period: DashboardPeriod,
): Promise<SalesNow> {
  const { timeZone } = await loadRegion(db, place.region);
  const lastDay = dayOf(place.now, timeZone);
  const stretch = stretchOf(period, lastDay, place.region);
  const [days, hours, month] = await Promise.all([
    listDays(db, place, daysBetween(stretch.before.from, lastDay)),
    listHours(db, place),
    soldThisMonth(db, place),
  ]);
  const daysIn = (range: DayRange) => days.filter(({ day }) => isWithinDays(day, range));
  const recent = daysIn(stretch.recent);
  const before = daysIn(stretch.before);
  const shown = period === "tax-year" ? byMonth : byDay;
  return {
    today: byNow(days.at(-1)),
    yesterday: byNow(days.at(-2)),
    month,
    recent: sumOf(recent),
    before: sumOf([...before.slice(0, -1), byNow(before.at(-1))]),
    days: shown(recent),
    daysBefore: shown(before).map(({ total }) => total),
    hours: hours.map(({ today }) => today),
    hoursBefore: hours.map(({ yesterday }) => yesterday),
  };
}

function byDay(days: readonly DayOfSales[]): SalesNow["days"] {
  return days.map(({ day, total }) => ({ day, total }));
}

function byMonth(days: readonly DayOfSales[]): SalesNow["days"] {
  const months = Map.groupBy(days, ({ day }) => day.slice(0, 7));
  return [...months].map(([month, ofMonth]) => ({
    day: firstDayOf(month),
    total: sumOf(ofMonth).total,
  }));
}

/** As the report itself reads them, so that both show the same cents. */
async function soldThisMonth(db: ReadDatabase, place: Place): Promise<SalesNow["month"]> {
  const { timeZone, currency } = await loadRegion(db, place.region);
  const month = monthAt(place.now, timeZone);
  const days = { from: firstDayOf(month), to: addDays(firstDayOf(nextMonth(month)), -1) };
  const chargedIn = async (asked: FirstAndLast): Promise<Sold> => {
    const sort = { by: "charged", direction: "desc" } as const;
    const totals = await readSalesTotals(db, { ...asked, groupBy: "month", sort });
    const own = totals.find((sums) => sums.currency === currency);
    return { orders: own?.orders ?? 0, total: own?.charged ?? 0 };
  };
  const [sold, before] = await Promise.all([
    chargedIn(days),
    chargedIn(firstAndLastOf(await comparedDays(db, place, days))),
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

/** Every day from that many days ago, the oldest first; `ByNow` ends at the time of day that it is. */
async function listDays(
  db: ReadDatabase,
  place: Place,
  daysAgo: number,
): Promise<readonly DayOfSales[]> {
  const { rows } = await sql<DayOfSales>`
    with ${clock(place)}, sold as (
      select local::date as day, count(*) as orders, sum(total)::bigint as total,
        count(*) filter (where local::time <= (select local::time from clock)) as orders_by_now,
        sum(total) filter (where local::time <= (select local::time from clock))::bigint as total_by_now
      from (${paidSince(daysAgo)}) paid
      group by local::date
    )
    select clock.local::date - ago as day, coalesce(orders, 0) as orders, coalesce(total, 0) as total,
      coalesce(orders_by_now, 0) as "ordersByNow", coalesce(total_by_now, 0) as "totalByNow"
    from clock cross join generate_series(0, ${daysAgo}::integer) ago
    left join sold on sold.day = clock.local::date - ago
    order by ago desc`.execute(db);
  return rows;
}

async function listHours(
  db: ReadDatabase,
  place: Place,
): Promise<readonly Readonly<{ today: number; yesterday: number }>[]> {
  const { rows } = await sql<{ today: number; yesterday: number }>`
    with ${clock(place)}, sold as (
      select local::date = (select local::date from clock) as is_today,
        extract(hour from local)::integer as hour, sum(total) as total
      from (${paidSince(1)}) paid
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

function clock({ region, now }: Place): RawBuilder<unknown> {
  return sql`clock as (
    select time_zone, currency, ${now}::timestamptz as instant,
      ${now}::timestamptz at time zone time_zone as local
    from region where code = ${region}
  )`;
}

/** What was paid from the beginning of the day that many days ago until now, by the clock of the shop. */
function paidSince(daysAgo: number): RawBuilder<unknown> {
  return sql`
    select total, paid_at at time zone time_zone as local
    from clock cross join lateral (
      select paid_at, total from projection.order_state "order"
      where ${isLive()} and "order".currency = clock.currency and paid_at <= instant
        and paid_at >= (date_trunc('day', local) - make_interval(days => ${daysAgo}::integer)) at time zone time_zone
    ) paid`;
}

/** Commission that nobody was paid yet, in minor units: nobody's debt is taken off what others are owed. */
export type CommissionOwed = Readonly<{
  /** What was asked for, and what can be. */
  available: number;
  /** In its waiting period, all of which has ended on the day. */
  waiting: number;
  waitingUntil: string | null;
}>;

/**
 * What each wallet says of itself, added up. Young commission is looked for behind the last seal that is
 * as old as the waiting period: what was recorded by then had happened by then.
 */
async function commissionOwed(db: ReadDatabase, place: Place): Promise<CommissionOwed> {
  const { rows } = await sql<CommissionOwed>`
    with ${clock(place)}, terms as (
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
    ), owed as (
      select greatest(accrued - paid - credit, 0) as amount, user_id from projection.wallet
    ), split as (
      select owed.amount, least(coalesce(maturing.amount, 0), owed.amount) as waiting, matures
      from owed left join maturing on maturing.beneficiary_id = owed.user_id
    )
    select coalesce(sum(amount - waiting), 0)::bigint as available,
      coalesce(sum(waiting), 0)::bigint as waiting,
      (max(matures) filter (where waiting > 0) at time zone (select time_zone from clock))::date
        as "waitingUntil"
    from split`.execute(db);
  return rows[0] ?? { available: 0, waiting: 0, waitingUntil: null };
}

/** What leaves the bank this week, in minor units. */
export type CashAhead = Readonly<{
  /** Those in no batch of which every check is sound. */
  requests: Summed;
  /** Batches to be paid by the end of the week, and what of them no bank statement has shown. */
  batches: Summed;
}>;

async function cashAhead(db: ReadDatabase, place: Place): Promise<CashAhead> {
  const [requests, batches] = await Promise.all([soundRequests(db, place), unproved(db, place)]);
  return { requests, batches };
}

async function soundRequests(db: ReadDatabase, place: Place): Promise<Summed> {
  const { rows } = await sql<{ id: string; amount: number }>`
    select payout_id as id, requested as amount from projection.payout_request payout
    where state = 'requested' and not exists (
      select from payout_batch_item item
      where item.payout_id = payout.payout_id and item.state = 'open'
    )
    order by requested_at limit ${sql.lit(countedMax)}`.execute(db);
  const checks = await preflightOf(
    db,
    rows.map(({ id }) => id),
    place,
  );
  const sound = rows.filter(({ id }) =>
    (checks.get(id) ?? []).every(({ severity }) => severity === "ok"),
  );
  return { count: sound.length, sum: sound.reduce((sum, { amount }) => sum + amount, 0) };
}

/** A batch that is overdue is still to be paid; one that was paid counts in its own week. */
async function unproved(db: ReadDatabase, place: Place): Promise<Summed> {
  const { rows } = await sql<Summed>`
    with ${clock(place)}, week as (select date_trunc('week', local)::date as monday from clock)
    select count(distinct batch.id) as count, coalesce(sum(item.amount), 0)::bigint as sum
    from week cross join payout_batch batch
    join payout_batch_item item on item.batch_id = batch.id and item.state <> 'released'
      and item.proof_day is null
    where pay_on < monday + 7 and (batch.state = 'open' or (batch.state = 'paid' and pay_on >= monday))`.execute(
    db,
  );
  return rows[0] ?? { count: 0, sum: 0 };
}
