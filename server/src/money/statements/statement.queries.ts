import { DomainError } from "@portal/shared/platform/domain-error.ts";
import {
  type Month,
  monthAt,
  monthsThrough,
  monthsOfTaxYear,
  previousMonth,
  startOfMonth,
} from "@portal/shared/platform/calendar.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { sql, type SqlBool } from "kysely";
import { z } from "zod";
import type { BalanceOn } from "@portal/shared/money/statements.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { rowsOf } from "../../platform/db/rows.ts";
import { findFreeTexts } from "../../platform/free-text/free-text.store.ts";
import { textIdOf } from "../../platform/free-text/text-ids.ts";
import { storedEvents } from "../../platform/ledger/read-events.ts";
import { entryColumns } from "../wallets/wallet-entries.queries.ts";
import { walletEvents, walletStream } from "../wallets/wallet.events.ts";
import { getCalendar, isBySql } from "./closing.queries.ts";
import {
  type Balance,
  balanceAt,
  type Calendar,
  closingOf,
  endOf,
  endOfDay,
  type MonthEnd,
  movementsBetween,
  type WalletMovement,
  walletMovements,
} from "./statement.rules.ts";

export type StatementEntry = Awaited<ReturnType<typeof listEntries>>[number];

export type Statement = Awaited<ReturnType<typeof getStatement>>;

/**
 * Opening balance, entries and movements of the month, closing balance (docs/domain.md, "Wallet").
 *
 * @throws DomainError statement.unknown for an id that is no member
 */
export async function getStatement(
  db: ReadDatabase,
  calendar: Calendar,
  { memberId, month }: Readonly<{ memberId: number; month: Month }>,
) {
  await requireMember(db, memberId);
  const before = endOf(calendar, previousMonth(month));
  const end = endOf(calendar, month);
  const movements = await listMovements(db, memberId);
  const entries = await listEntries(db, memberId, before, end);
  const [accrued = 0] = await accruedBy(db, memberId, [before]);
  const own = entries.reduce((sum, { amount }) => sum + amount, 0);
  const { timeZone, currency } = calendar;
  return {
    memberId,
    month,
    timeZone,
    currency,
    entries,
    opening: balanceAt(before, accrued, movements),
    movements: movementsBetween(before, end, movements),
    closing: balanceAt(end, accrued + own, movements),
    /** The closing of the month; null while it is open. */
    seal: closingOf(calendar, month),
  };
}

/**
 * The figures at the end of a day of the shop's calendar: at the end of a closed month the closing balance of its statement.
 *
 * @throws DomainError statement.unknown
 */
export async function getBalanceOn(
  db: ReadDatabase,
  region: Region,
  { memberId, day }: BalanceOn,
): Promise<Balance> {
  await requireMember(db, memberId);
  const end = endOfDay(await getCalendar(db, region), day);
  const [accrued = 0] = await accruedBy(db, memberId, [end]);
  return balanceAt(end, accrued, await listMovements(db, memberId));
}

/**
 * Every month from the first one with entries or movements to the present one, with the figures of `getStatement`.
 *
 * @throws DomainError statement.unknown
 */
export async function listStatementMonths(
  db: ReadDatabase,
  calendar: Calendar,
  { memberId, now }: Readonly<{ memberId: number; now: string }>,
) {
  await requireMember(db, memberId);
  const movements = await listMovements(db, memberId);
  const first = await db
    .selectFrom("projection.commission_entry")
    .select(({ fn }) => fn.min("occurred_at").as("at"))
    .where("beneficiary_id", "=", memberId)
    .executeTakeFirst();
  const instants = [first?.at, ...movements.map(({ occurredAt }) => occurredAt)];
  const oldest = instants.filter((at) => at !== undefined && at !== null).toSorted()[0];
  if (oldest === undefined) return [];
  const { timeZone } = calendar;
  const months = monthsThrough(monthAt(oldest, timeZone), monthAt(now, timeZone));
  const figures = await figuresOfMonths(db, calendar, { memberId, months, movements });
  // An event that was recorded late belongs to a later month, so the month in which it happened may be empty.
  const firstBusy = figures.findIndex(
    (each) => each.earned || each.cash || each.withheld || each.converted || each.writtenOff,
  );
  return firstBusy < 0 ? [] : figures.slice(firstBusy);
}

export type StatementMonth = Awaited<ReturnType<typeof figuresOfMonths>>[number];

/**
 * The commission of consecutive months, their payouts to the bank, the tax withheld of them, their conversions to store credit and
 * what the member owed that was written off, as statements have them: `opening + earned − cash − withheld − converted + writtenOff
 * = closing`, but for the tax of store credit that was paid out, which is in no balance.
 */
export async function figuresOfMonths(
  db: ReadDatabase,
  calendar: Calendar,
  of: Readonly<{
    memberId: number;
    months: readonly Month[];
    movements?: readonly WalletMovement[];
  }>,
) {
  const [firstMonth] = of.months;
  if (firstMonth === undefined) return [];
  const movements = of.movements ?? (await listMovements(db, of.memberId));
  const ends = [previousMonth(firstMonth), ...of.months].map((month) => endOf(calendar, month));
  const sums = await accruedBy(db, of.memberId, ends);
  return of.months.map((month, at) => {
    const end = endOf(calendar, month);
    const before = endOf(calendar, previousMonth(month));
    const ofMonth = movementsBetween(before, end, movements);
    const accrued = sums[at + 1] ?? 0;
    return {
      month,
      isClosed: closingOf(calendar, month) !== null,
      earned: accrued - (sums[at] ?? 0),
      cash: ofMonth.reduce((sum, { cash }) => sum + cash, 0),
      withheld: ofMonth.reduce((sum, { withheld = 0 }) => sum + withheld, 0),
      converted: ofMonth
        .filter(({ type }) => type === "CommissionConverted")
        .reduce((sum, { credit }) => sum + credit, 0),
      writtenOff: ofMonth
        .filter(({ type }) => type === "CommissionWrittenOff")
        .reduce((sum, { paid }) => sum - paid, 0),
      opening: balanceAt(before, sums[at] ?? 0, movements),
      closing: balanceAt(end, accrued, movements),
    };
  });
}

/** The payouts and conversions of a member, in ledger order. */
async function listMovements(db: ReadDatabase, memberId: number): Promise<WalletMovement[]> {
  const stored = await storedEvents(db).where("stream_id", "=", walletStream(memberId)).execute();
  const events = stored.map((event) => ({ ...event, ...walletEvents.read(event) }));
  const texts = await findFreeTexts(
    db,
    events.flatMap((event) => textIdOf(event) ?? []),
  );
  return walletMovements(events, texts);
}

/** Names by id; without those that were erased. */
export async function findSellerNames(
  db: ReadDatabase,
  ids: readonly number[],
): Promise<Record<number, string>> {
  if (ids.length === 0) return {};
  const rows = await db
    .selectFrom("account")
    .select(["id", "first_name as firstName", "last_name as lastName"])
    .where("id", "in", [...new Set(ids)])
    .execute();
  return Object.fromEntries(
    rows.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`.trim()]),
  );
}

/** @throws DomainError statement.unknown */
async function requireMember(db: ReadDatabase, memberId: number): Promise<void> {
  const member = await db
    .selectFrom("projection.member")
    .select("user_id")
    .where("user_id", "=", memberId)
    .executeTakeFirst();
  if (!member) throw new DomainError("statement.unknown");
}

const accruedRow = z.strictObject({ accrued: z.int() });

/** Σ of the member's entries by each of these ends. */
async function accruedBy(
  db: ReadDatabase,
  memberId: number,
  ends: readonly MonthEnd[],
): Promise<number[]> {
  const rows = await rowsOf(
    db,
    accruedRow,
    sql`
    select coalesce(sum(entry.amount), 0)::bigint as accrued
    from unnest(${ends.map(({ before }) => before)}::timestamptz[],
      ${ends.map(({ through }) => through)}::bigint[]) with ordinality as month (before, through, no)
    left join projection.commission_entry entry on entry.beneficiary_id = ${memberId}
      and entry.occurred_at < month.before
      and (month.through is null or entry.position <= month.through)
    group by month.no order by month.no`,
  );
  return rows.map(({ accrued }) => accrued);
}

async function listEntries(db: ReadDatabase, memberId: number, before: MonthEnd, end: MonthEnd) {
  const rows = await db
    .selectFrom("projection.commission_entry as entry")
    .innerJoin("projection.order_state as order", "order.order_id", "entry.order_id")
    .select(entryColumns)
    .select(standing)
    .where("entry.beneficiary_id", "=", memberId)
    .where(isBySql(sql`entry`, end))
    .where(sql<SqlBool>`not ${isBySql(sql`entry`, before)}`)
    .orderBy("entry.occurred_at")
    .orderBy("entry.position")
    .orderBy("entry.entry_no")
    .execute();
  return rows.map(({ cappedBy, ...entry }) => ({
    ...entry,
    // What the ceiling of the order deducted from the share. Omitted where that is nothing, so that months that were closed
    // before there was a ceiling keep their hashes.
    ...(cappedBy !== null && { cappedBy }),
  }));
}

/** For a reversal, Σ of the earlier entries of the same share: what was left of it before. */
const standing = sql<number>`
  case when entry.kind like 'reversal-of-%' then (
    select coalesce(sum(earlier.amount), 0)::bigint
    from projection.commission_entry earlier
    where earlier.order_id = entry.order_id and earlier.beneficiary_id = entry.beneficiary_id
      and replace(earlier.kind, 'reversal-of-', '') = replace(entry.kind, 'reversal-of-', '')
      and (earlier.position, earlier.entry_no) < (entry.position, entry.entry_no)
  ) else 0 end`.as("standing");

/**
 * A statement for the screen: with the names of the member and the sellers, and the first instant of the month, by which
 * the screen marks entries that were recorded late.
 *
 * @throws DomainError statement.unknown
 */
export async function getStatementView(
  db: ReadDatabase,
  region: Region,
  of: Readonly<{ memberId: number; month: string }>,
) {
  const calendar = await getCalendar(db, region);
  const statement = await getStatement(db, calendar, of);
  const sellerIds = statement.entries.map(({ sellerId }) => sellerId);
  return {
    ...statement,
    from: startOfMonth(of.month, calendar.timeZone),
    names: await findSellerNames(db, [of.memberId, ...sellerIds]),
  };
}

export type TaxPack = Awaited<ReturnType<typeof getTaxPack>>;

/**
 * What a member earned and was paid in a tax year, by month. Uses the months of the statements, so that the totals agree to
 * the cent.
 *
 * @throws DomainError statement.unknown for an id that is no member, and for a year that has not begun
 */
export async function getTaxPack(
  db: ReadDatabase,
  calendar: Calendar,
  of: Readonly<{ memberId: number; year: number; region: Region; now: string }>,
) {
  const { memberId, year, region, now } = of;
  await requireMember(db, memberId);
  const { timeZone, currency } = calendar;
  const present = monthAt(now, timeZone);
  const begun = monthsOfTaxYear(year, region).filter((month) => month <= present);
  const [first] = begun;
  const last = begun.at(-1);
  if (first === undefined || last === undefined) throw new DomainError("statement.unknown");
  const movements = await listMovements(db, memberId);
  const months = await figuresOfMonths(db, calendar, { memberId, months: begun, movements });
  const sumOf = (figure: "earned" | "cash" | "withheld" | "converted" | "writtenOff") =>
    months.reduce((sum, month) => sum + month[figure], 0);
  const end = endOf(calendar, last);
  const before = endOf(calendar, previousMonth(first));
  return {
    memberId,
    year,
    timeZone,
    currency,
    months,
    payouts: movementsBetween(before, end, movements),
    earned: sumOf("earned"),
    cash: sumOf("cash"),
    withheld: sumOf("withheld"),
    converted: sumOf("converted"),
    writtenOff: sumOf("writtenOff"),
    /** Every month is closed, so that the figures do not change any more. */
    isFinal: begun.length === 12 && months.every(({ isClosed }) => isClosed),
  };
}
