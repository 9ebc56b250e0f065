import {
  type BalanceAsOf,
  type EntriesOfDay,
  type JournalFiles,
  type JournalsOfMonth,
  type PostedBalance,
} from "@portal/shared/money/books.ts";
import { addDays, type Day, startOfDay } from "@portal/shared/platform/calendar.ts";
import type { Caller } from "../../caller.ts";
import {
  accountOf,
  journalNumberOf,
  journalsOf,
  nameOfPeriod,
} from "../../money/books/book-entry.rules.ts";
import { journalFiles } from "../../money/books/journal-files.rules.ts";
import { getCalendar } from "../../money/statements/closing.queries.ts";
import { closingOf } from "../../money/statements/statement.rules.ts";

type BooksContext = Pick<Caller, "readDb" | "readBooks" | "shop">;

/** The journals of a month, one for each day, and one for the whole month. */
export async function listJournals(
  { readBooks, shop: { region } }: BooksContext,
  { month }: JournalsOfMonth,
) {
  const { chart, calendar, entries } = await readBooks({ kind: "entries", region, period: month });
  const { currency } = calendar;
  const of = { chart, currency };
  return {
    month,
    isClosed: closingOf(calendar, month) !== null,
    currency,
    days: journalsOf(entries, { ...of, by: "day" }),
    months: journalsOf(entries, { ...of, by: "month" }),
  };
}

/** The journals of a month in the layout of an accounting program; several files where it takes no more lines in one. */
export async function writeJournalFiles(
  { readBooks, shop: { region } }: BooksContext,
  { month, by, format }: JournalFiles,
) {
  const { chart, calendar, entries } = await readBooks({ kind: "entries", region, period: month });
  const of = { chart, currency: calendar.currency, by };
  const journals = journalsOf(entries, of);
  return {
    isClosed: closingOf(calendar, month) !== null,
    files: journalFiles(format, { ...of, name: nameOfPeriod(month), region, journals, entries }),
  };
}

/** What the journals of a day are the sums of: every entry, in ledger order. */
export async function listEntriesOfDay(
  { readBooks, shop: { region } }: BooksContext,
  { day }: EntriesOfDay,
) {
  const { chart, calendar, entries } = await readBooks({ kind: "entries", region, period: day });
  const { currency } = calendar;
  return entries.map(({ lines, ...entry }) => ({
    ...entry,
    journal: journalNumberOf(entry, { currency, by: "day" }),
    lines: lines.map((line) => ({ ...accountOf(chart, line), amount: line.amount })),
  }));
}

/** The trial balance as of the end of a day, as it was known at the end of a day. */
export async function getTrialBalance(
  { readDb, readBooks, shop: { region } }: BooksContext,
  { asOf, knownOn }: BalanceAsOf,
) {
  const { timeZone } = await getCalendar(readDb, region);
  const { balances, calendar } = await readBooks({
    kind: "balance",
    region,
    asOf: asOf && lastInstantOf(asOf, timeZone),
    knownAt: knownOn && lastInstantOf(knownOn, timeZone),
  });
  return { asOf, knownOn, timeZone: calendar.timeZone, balances };
}

/** The trial balance of the journals through a month: of a closed month it never changes. */
export async function getPostedBalance(
  { readBooks, shop: { region } }: BooksContext,
  { through }: PostedBalance,
) {
  const { balances, calendar } = await readBooks({ kind: "posted", region, month: through });
  return { through, isClosed: closingOf(calendar, through) !== null, balances };
}

/** The ledger keeps milliseconds. */
export function lastInstantOf(day: Day, timeZone: string): string {
  const end = Date.parse(startOfDay(addDays(day, 1), timeZone));
  return new Date(end - 1).toISOString();
}
