import {
  type Month,
  monthAt,
  monthsThrough,
  nextMonth,
  startOfMonth,
} from "@portal/shared/platform/calendar.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { sql } from "kysely";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { readHead, storedEvents } from "../../platform/ledger/read-events.ts";
import { rootOf } from "../../platform/ledger/sealing.ts";
import { closingStream, closingEvents } from "./closing.events.ts";
import { type Calendar, closableMonths, type Closing } from "./statement.rules.ts";
import { loadRegion } from "../../platform/db/region.queries.ts";

/**
 * The months of the projections, and which are closed. Once one is, its time zone stays that of the projections,
 * whatever the region's settings say later: else a closed month would end at another instant.
 */
export async function getCalendar(db: ReadDatabase, region: Region): Promise<Calendar> {
  const stored = await storedEvents(db).where("stream_id", "=", closingStream).execute();
  const closings: Closing[] = stored.map(({ position, recordedAt, ...event }) => ({
    position,
    closedAt: recordedAt,
    ...closingEvents.read(event).data,
  }));
  const { timeZone, currency } = await loadRegion(db, region);
  return { closings, currency, timeZone: closings[0]?.timeZone ?? timeZone };
}

/** What a closing says of the ledger as it stands, going on from the newest seal. */
export async function getLedgerFacts(db: ReadDatabase) {
  const head = await readHead(db);
  const last = await db
    .selectFrom("ledger_seals")
    .select(["through_position as position", "root"])
    .where("through_position", "<=", head)
    .orderBy("through_position", "desc")
    .executeTakeFirst();
  const afterPosition = last?.position ?? 0;
  const previousRoot = last?.root.toString("hex") ?? "0".repeat(64);
  const { root } = await rootOf(db, previousRoot, afterPosition, head);
  return { throughPosition: head, seal: { afterPosition, previousRoot, root } };
}

/** What is closed, newest first, and what can be closed now: any of some months, or just the next one. */
export async function listClosings(db: ReadDatabase, region: Region, now: string) {
  const calendar = await getCalendar(db, region);
  return {
    timeZone: calendar.timeZone,
    closable: await listClosable(db, calendar, now),
    closings: calendar.closings.toReversed(),
  };
}

/** Oldest first. */
export async function listClosable(
  db: ReadDatabase,
  calendar: Calendar,
  now: string,
): Promise<Month[]> {
  const firstEarning = calendar.closings.length > 0 ? null : await findFirstEarning(db);
  return closableMonths(calendar, now, firstEarning);
}

async function findFirstEarning(db: ReadDatabase): Promise<string | null> {
  const first = await db
    .selectFrom("projection.commission_entry")
    .select(({ fn }) => fn.min("occurred_at").as("at"))
    .executeTakeFirst();
  return first?.at ?? null;
}

/** What rounding left over in a month. */
export type CentsOfMonth = Readonly<{
  month: Month;
  entries: number;
  /** Σ amounts, in minor units. */
  amount: number;
  /** Σ (exact − rounded) in minor units with six decimals: positive where members got less than the exact share. */
  residual: string;
}>;

/**
 * The residue of every commission entry: its exact value less its rounded amount. A share is exactly
 * value × rate ÷ 10000, less what the ceiling took off it, which is whole cents; a reversal takes back
 * exactly the refunded part of the share as it was written, since the part that was refunded before.
 * Months are those of the statements.
 */
export async function listCents(
  db: ReadDatabase,
  calendar: Calendar,
  now: string,
): Promise<CentsOfMonth[]> {
  const first = await db
    .selectFrom("projection.commission_entry")
    .select(({ fn }) => fn.min("occurred_at").as("at"))
    .executeTakeFirst();
  if (!first?.at) return [];
  const months = monthsThrough(
    monthAt(first.at, calendar.timeZone),
    monthAt(now, calendar.timeZone),
  );
  const { rows } = await residuals(months, calendar).execute(db);
  const found = new Map(rows.map(({ no, ...row }) => [no, row]));
  return months.flatMap((month, at) => {
    const row = found.get(at + 1);
    return row ? [{ month, ...row }] : [];
  });
}

function residuals(months: readonly Month[], { timeZone, closings }: Calendar) {
  const starts = months.map((month) => startOfMonth(month, timeZone));
  const firstLate = closings.map(({ throughPosition }) => throughPosition + 1);
  // By how many closings a fact came too late for, the first month that was open to it, counted from 1.
  const openNos = [1, ...closings.map(({ month }) => months.indexOf(nextMonth(month)) + 1)];
  return sql<{ no: number; entries: number; amount: number; residual: string }>`
    with reversed_order as (
      select distinct order_id from projection.commission_entry where kind like 'reversal-of-%'
    ), entry as (
      select position, entry_no, occurred_at, amount,
        value * rate_bps::numeric / 10000 - coalesce(capped_by, 0) as exact
      from projection.commission_entry where kind not like 'reversal-of-%'
      union all
      select position, entry_no, occurred_at, amount, left_after - left_before
      from (
        select share.*, coalesce(lag(left_after) over (
          partition by order_id, beneficiary_id, share order by position, entry_no), 0) as left_before
        from (
          select entry.position, entry.entry_no, entry.occurred_at, entry.amount, entry.kind,
            entry.order_id, entry.beneficiary_id, replace(entry.kind, 'reversal-of-', '') as share,
            (round(entry.value * entry.rate_bps::numeric / 10000) - coalesce(entry.capped_by, 0)) * case
              when entry.kind not like 'reversal-of-%' then 1
              when entry.refunded_goods is null or bought.goods = 0 then 0
              else 1 - entry.refunded_goods::numeric / bought.goods end as left_after
          from projection.commission_entry entry
          join reversed_order using (order_id)
          join projection.order_state bought using (order_id)
        ) share
      ) reversal where kind like 'reversal-of-%'
    )
    select greatest(width_bucket(occurred_at, ${starts}::timestamptz[]),
        (${openNos}::int[])[1 + width_bucket(position, ${firstLate}::bigint[])]) as no,
      count(*)::int as entries, sum(amount)::bigint as amount,
      round(sum(exact - amount), 6)::text as residual
    from entry group by 1 order by 1`;
}
