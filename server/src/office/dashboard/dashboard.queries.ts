import type { PayoutStop } from "@portal/shared/office/ledger-health.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { sql } from "kysely";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { findPayoutStops } from "../../money/payouts/payout-checks.queries.ts";
import { openWork, type OpenWork } from "./open-work.queries.ts";
import { isLive } from "../../platform/read-model/live-orders.ts";

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
