import type { PayoutStop } from "@portal/shared/office/ledger-health.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { type RawBuilder, sql } from "kysely";
import { findPayoutStops } from "../../money/payouts/payout-checks.queries.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { isWaiting } from "../../platform/proposals/proposal.store.ts";
import { isLive } from "../../platform/read-model/live-orders.ts";
import {
  excessSql,
  isOverpaid,
  isUnderpaid,
  ordersToQuote,
  outstandingSql,
  paidAtOfOrdersToShip,
} from "../../sales/orders/order-tasks.queries.ts";

/** Live orders that were paid in a stretch of time, and what they were charged, in minor units. */
export type Sold = Readonly<{ orders: number; total: number }>;
export type SalesNow = Readonly<{
  today: Sold;
  /** Until the same time of day. */
  yesterday: Sold;
  month: Sold;
  /** Until the same day and time, or its end where it is shorter. */
  monthBefore: Sold;
}>;
export type Dashboard = Readonly<{
  now: string;
  work: OpenWork;
  sales: SalesNow;
  /** Why nothing is paid out now; empty while payouts go on. */
  payoutStops: readonly PayoutStop[];
}>;

export async function readDashboard(
  db: ReadDatabase,
  { region, now }: Readonly<{ region: Region; now: string }>,
): Promise<Dashboard> {
  const work = await openWork(db, { region, now });
  const sales = await salesNow(db, { region, currency: work.currency, now });
  return { now, work, sales, payoutStops: await findPayoutStops(db) };
}

/** Days and months are those of the shop's time zone; the index of paid orders alone is read. */
async function salesNow(
  db: ReadDatabase,
  { region, currency, now }: Readonly<{ region: Region; currency: Currency; now: string }>,
): Promise<SalesNow> {
  const { rows } = await sql<{ name: keyof SalesNow } & Sold>`
    with clock as (
      select time_zone, ${now}::timestamptz at time zone time_zone as local
      from region where code = ${region}
    ), stretch (name, starts, ends) as (
      select name, starts at time zone time_zone, ends at time zone time_zone
      from clock cross join lateral (values
        ('today', date_trunc('day', local), local),
        ('yesterday', date_trunc('day', local) - interval '1 day', local - interval '1 day'),
        ('month', date_trunc('month', local), local),
        ('monthBefore', date_trunc('month', local) - interval '1 month', local - interval '1 month')
      ) part (name, starts, ends)
    )
    select name, sold.orders, sold.total
    from stretch cross join lateral (
      select count(*) as orders, coalesce(sum(total), 0)::bigint as total
      from projection.order_state "order"
      where ${isLive()} and paid_at >= starts and paid_at <= ends and currency = ${currency}
    ) sold`.execute(db);
  const of = (name: keyof SalesNow): Sold => {
    const found = rows.find((row) => row.name === name);
    return { orders: found?.orders ?? 0, total: found?.total ?? 0 };
  };
  return {
    today: of("today"),
    yesterday: of("yesterday"),
    month: of("month"),
    monthBefore: of("monthBefore"),
  };
}

/** Beyond so many, only that there are more is said: nobody counts them off a screen. */
const countedMax = 1000;

type Counted = Readonly<{ count: number }>;
type Summed = Readonly<{ count: number; sum: number }>;

/** What waits for somebody in the office; counts end at `countedMax`, sums are minor units of those. */
export type OpenWork = Readonly<{
  currency: Currency;
  /** Changes that wait for a second admin. */
  proposals: Counted;
  payouts: Summed & Readonly<{ oldestAt: string | null }>;
  bankLines: Summed;
  /** What is to be given back. */
  overpaid: Summed;
  /** What is still to come of orders that were paid in part. */
  underpaid: Summed;
  toShip: Counted & Readonly<{ oldestAt: string | null }>;
  toQuote: Counted;
  failedMails: Counted;
  /** Of the last seven days. */
  contactMessages: Counted;
  notifications: Counted;
  projectionProblems: Counted;
}>;

/** One statement, each part of which reads an index of what is open. */
export async function openWork(
  db: ReadDatabase,
  { region, now }: Readonly<{ region: Region; now: string }>,
): Promise<OpenWork> {
  const { rows } = await sql<OpenWork>`
    select region.currency,
      (${countOf(sql`select 1 as one from proposal where ${isWaiting}`)}) as proposals,
      (${payouts}) as payouts, (${bankLines}) as "bankLines", (${overpaid}) as overpaid,
      (${underpaid}) as underpaid,
      (${toShip}) as "toShip", (${countOf(ordersToQuote(now, countedMax))}) as "toQuote",
      (${countOf(sql`select 1 as one from message where state = 'failed'`)}) as "failedMails",
      (${countOf(sql`select 1 as one from contact_message
        where received_at > now() - interval '7 days'`)}) as "contactMessages",
      (${countOf(sql`select 1 as one from card_notification
        where state in ('received', 'parked') and received_at < now() - interval '1 minute'`)})
        as notifications,
      (${countOf(sql`select 1 as one from projection.checkpoint, ledger_head head
        where failed_position is not null or head.position > checkpoint.position`)})
        as "projectionProblems"
    from region where region.code = ${region}`.execute(db);
  const [found] = rows;
  if (!found) throw new Error(`there is no region ${region}`);
  return found;
}

function countOf(rows: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select json_build_object('count', count(*))
    from (${rows} limit ${sql.lit(countedMax)}) found`;
}

const payouts = sql`
  select json_build_object('count', count(*), 'sum', coalesce(sum(requested), 0),
    'oldestAt', ${isoOf(sql`min(requested_at)`)})
  from projection.payout_request where state = 'requested'`;

const bankLines = sql`
  select json_build_object('count', count(*), 'sum', coalesce(sum(amount), 0))
  from (
    select amount from bank_line where state = 'open' limit ${sql.lit(countedMax)}
  ) found`;

const overpaid = moneyOf(isOverpaid, excessSql);
const underpaid = moneyOf(isUnderpaid, outstandingSql);

/** The sum is of those in the region's own currency. */
function moneyOf(condition: RawBuilder<boolean>, amount: RawBuilder<number>): RawBuilder<unknown> {
  return sql`
  select json_build_object('count', count(*),
    'sum', coalesce(sum(amount) filter (where found.currency = region.currency), 0))
  from (
    select currency, ${amount} as amount
    from projection.order_state "order" where ${condition} limit ${sql.lit(countedMax)}
  ) found`;
}

const toShip = sql`
  select json_build_object('count', count(*), 'oldestAt', ${isoOf(sql`min(paid_at)`)})
  from (${paidAtOfOrdersToShip(countedMax)}) found`;

/** Inside JSON the driver does not see that it is an instant. */
function isoOf(instant: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
