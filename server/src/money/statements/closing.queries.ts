import { firstDayOf, type Month, nextMonth } from "@portal/shared/platform/calendar.ts";
import type { ClosedBooks } from "@portal/shared/catalogue/vat-registration.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { type RawBuilder, sql, type SqlBool } from "kysely";
import { z } from "zod";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { rowOf, rowsOf } from "../../platform/db/rows.ts";
import { readHead, storedEvents } from "../../platform/ledger/read-events.ts";
import { rootOf } from "../../platform/ledger/sealing.ts";
import { closingStream, closingEvents } from "./closing.events.ts";
import { type Calendar, closableMonths, type Closings, type MonthEnd } from "./statement.rules.ts";
import { loadRegion } from "../../platform/db/region.queries.ts";

/**
 * The closed months and their time zone. From the first closing on the time zone stays the same, whatever the region's
 * settings, so that a closed month never ends at another instant.
 */
export async function getCalendar(db: ReadDatabase, region: Region): Promise<Calendar> {
  const closings = await readClosings(db);
  const { timeZone, currency } = await loadRegion(db, region);
  return { closings, currency, timeZone: closings[0]?.timeZone ?? timeZone };
}

/** The closings of the ledger, in order. */
export async function readClosings(db: ReadDatabase): Promise<Closings> {
  const stored = await storedEvents(db).where("stream_id", "=", closingStream).execute();
  return stored.map(({ position, recordedAt, ...event }) => ({
    position,
    closedAt: recordedAt,
    ...closingEvents.read(event).data,
  }));
}

/** What a change of the registration for VAT must not touch; null while no month is closed. */
export async function findClosedBooks(db: ReadDatabase): Promise<ClosedBooks | null> {
  const last = (await readClosings(db)).at(-1);
  if (!last) return null;
  const { month: lastClosed, timeZone, throughPosition } = last;
  const ownDay = (row: "invoice" | "credit") =>
    sql`(${sql.ref(`${row}.occurred_at`)} at time zone ${timeZone})::date`;
  const firstOpen = sql`${firstDayOf(nextMonth(lastClosed))}::date`;
  const invoices = await rowsOf(
    db,
    z.strictObject({ day: z.iso.date() }),
    sql`
    select distinct ${ownDay("invoice")}::text as day from ledger_events invoice
    where invoice.type = 'OrderPaid' and invoice.position <= ${throughPosition}
      and ${ownDay("invoice")} >= ${firstOpen}
      and exists (select from ledger_events credit
        where credit.stream_id = invoice.stream_id
          and credit.stream_version > invoice.stream_version
          and credit.type in ('PaymentRefunded', 'PaymentUndone')
          and credit.position <= ${throughPosition} and ${ownDay("credit")} < ${firstOpen})`,
  );
  return { lastClosed, creditedInvoices: invoices.map(({ day }) => day) };
}

/**
 * `bookedDay` of statement.rules.ts in SQL. A day stays a day, and a wall clock one: of a fact that was recorded late, it is
 * midnight at the beginning of the booked day.
 *
 * @param fact.local the fact's own day, or its wall clock in the time zone of the months
 */
export function bookedDaySql<Local extends string>(
  closings: Closings,
  fact: Readonly<{ local: RawBuilder<Local>; position: RawBuilder<number> }>,
): RawBuilder<Local> {
  if (closings.length === 0) return fact.local;
  const firstLate = closings.map(({ throughPosition }) => throughPosition + 1);
  const open = closings.map(({ month }) => firstDayOf(nextMonth(month)));
  // Nothing is late for the closing number 0.
  return sql<Local>`greatest(${fact.local}, (${["-infinity", ...open]}::date[])[
    1 + width_bucket(${fact.position}, ${firstLate}::bigint[])])`;
}

/** `isBy` of statement.rules.ts in SQL, of a row with `occurred_at` and `position`. */
export function isBySql(
  row: RawBuilder<unknown>,
  { before, through }: MonthEnd,
): RawBuilder<SqlBool> {
  const happened = sql<SqlBool>`${row}.occurred_at < ${before}`;
  return through === null
    ? happened
    : sql<SqlBool>`(${happened} and ${row}.position <= ${through})`;
}

/** Whether a row with `occurred_at` and `position` is booked in a month. */
export function isOfMonth(
  { closings, timeZone }: Calendar,
  row: RawBuilder<unknown>,
  month: Month,
): RawBuilder<boolean> {
  const local = sql<string>`(${row}.occurred_at at time zone ${timeZone})::date`;
  const booked = bookedDaySql(closings, { local, position: sql`${row}.position` });
  return sql<boolean>`to_char(${booked}, 'YYYY-MM') = ${month}`;
}

/** The position and the seal of a closing, continued from the newest seal. */
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

/** The closings, newest first, and the months that can be closed now. */
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
  const firstFact = calendar.closings.length > 0 ? null : await findFirstFact(db);
  return closableMonths(calendar, now, firstFact);
}

/** With which the books can begin; every other fact of the books follows one of these. */
const firstFacts = ["PaymentReceived", "OrderPaid", "CreditGranted", "MoneyBooked"];

/**
 * The first fact of the books, in which test orders are not. An opening balance is of the day before them, so that no month
 * without statements is there for it.
 */
async function findFirstFact(db: ReadDatabase): Promise<string | null> {
  const { at } = await rowOf(
    db,
    z.strictObject({ at: z.string().nullable() }),
    sql`
    select min(fact.occurred_at) as at from ledger_events fact
    where fact.type = any(${firstFacts}::text[])
      and coalesce(fact.data ->> 'kind', '') not like 'opening-%'
      and not exists (select from projection.order_state test
        where not test.live and fact.stream_id = 'order-' || test.order_id)`,
  );
  return at;
}

/** The rounding residuals of a month. */
export type CentsOfMonth = Readonly<z.infer<typeof centsRow>>;
const centsRow = z.strictObject({
  month: z.string(),
  entries: z.int(),
  /** Σ amounts, in minor units. */
  amount: z.int(),
  /** Σ (exact − rounded) in minor units with six decimals: positive where members got less than the exact share. */
  residual: z.string(),
});

/**
 * The rounding residuals of commission entries by month of the statements: exact value less rounded amount. The exact
 * share is value × rate ÷ 10000, less the whole cents that the ceiling deducted. The exact reversal is the refunded part
 * of the share as written, less the part that earlier refunds reversed.
 */
export async function listCents(db: ReadDatabase, calendar: Calendar): Promise<CentsOfMonth[]> {
  return rowsOf(db, centsRow, residuals(calendar));
}

function residuals({ timeZone, closings }: Calendar) {
  const local = sql<string>`(occurred_at at time zone ${timeZone})::date`;
  const booked = bookedDaySql(closings, { local, position: sql`position` });
  return sql`
    with reversed_order as (
      select distinct order_id from projection.commission_entry where kind like 'reversal-of-%'
    ), entry as (
      select position, entry_no, occurred_at, amount,
        value * rate_bps::numeric / 10000 - coalesce(capped_by, 0) as exact
      from projection.commission_entry where kind not like 'reversal-of-%'
      union all
      select position, entry_no, occurred_at, amount, left_after - left_before
      from (
        select position, entry_no, occurred_at, amount, kind, left_after, coalesce(lag(left_after) over (
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
    select to_char(${booked}, 'YYYY-MM') as month,
      count(*)::int as entries, sum(amount)::bigint as amount,
      round(sum(exact - amount), 6)::text as residual
    from entry group by 1 order by 1`;
}
