import {
  type AccountEntries,
  type BalanceAsOf,
  type BalanceFiles,
  type EntriesOfDay,
  type IncomeOfMonths,
  type JournalFiles,
  type JournalsOfMonth,
  type PostedBalance,
} from "@portal/shared/money/books.ts";
import { yearOf } from "@portal/shared/catalogue/financial-year.ts";
import { addDays, type Day, startOfDay } from "@portal/shared/platform/calendar.ts";
import type { Caller } from "../../caller.ts";
import {
  accountOf,
  journalNumberOf,
  journalsOf,
  nameOfPeriod,
} from "../../money/books/book-entry.rules.ts";
import { incomeFile } from "../../money/books/income.rules.ts";
import {
  isForProgram,
  journalFiles,
  trialBalanceFile,
} from "../../money/books/journal-files.rules.ts";
import { lastMonthOf } from "../../money/books/trial-balance.rules.ts";
import { getCalendar } from "../../money/statements/closing.queries.ts";
import { closingOf } from "../../money/statements/statement.rules.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import type { BooksAnswer } from "./books-thread.ts";
import type { Income } from "./income-pass.ts";
import { loadEntryTexts } from "./entry-texts.queries.ts";

type BooksContext = Pick<Caller, "readDb" | "readBooks" | "shop">;
type ClockContext = BooksContext & Pick<Caller, "now">;

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
  const journals = journalsOf(entries, { ...of, isLateApart: isForProgram(format) });
  return {
    isClosed: closingOf(calendar, month) !== null,
    files: journalFiles(format, { ...of, name: nameOfPeriod(month), region, journals, entries }),
  };
}

/** What the journals of a day are the sums of: every entry, in ledger order. */
export async function listEntriesOfDay(
  { readDb, readBooks, shop: { region } }: BooksContext,
  { day }: EntriesOfDay,
) {
  const { chart, calendar, entries } = await readBooks({ kind: "entries", region, period: day });
  return shownEntries(readDb, { chart, calendar, entries });
}

/** With the accounts of their lines, the day's journal, and what they are of in words. */
async function shownEntries(
  db: ReadDatabase,
  { chart, calendar, entries }: Pick<BooksAnswer, "chart" | "calendar" | "entries">,
) {
  const { currency } = calendar;
  const texts = await loadEntryTexts(db, entries);
  return entries.map(({ lines, ...entry }) => ({
    ...entry,
    journal: journalNumberOf(entry, { currency, by: "day" }),
    person: texts.personOf(entry),
    bankText: texts.bankTextOf(entry),
    settlement: texts.settlementOf(entry),
    period: texts.periodOf(entry),
    lines: lines.map((line) => ({ ...accountOf(chart, line), amount: line.amount })),
  }));
}

/** A page of the entries behind an account of a trial balance; its balance is that of the trial balance. */
export async function listAccountEntries(
  { readDb, readBooks, shop: { region }, now }: ClockContext,
  { account: key, productId, currency, page, pageSize, ...asked }: AccountEntries,
) {
  const { timeZone } = await getCalendar(readDb, region);
  const limits =
    asked.figures === "posted"
      ? { through: asked.through, asOf: null, knownAt: null }
      : { through: null, ...instantsOf(asked, timeZone) };
  const { chart, calendar, ledger } = await readBooks({
    kind: "account",
    region,
    account: { key, productId, currency },
    from: asked.from,
    last: lastMonthOf(limits, { now: now(), timeZone }),
    ...limits,
    page,
    pageSize,
  });
  const { rows, ...sums } = ledger;
  const entries = await shownEntries(readDb, {
    chart,
    calendar,
    entries: rows.flatMap(({ entry }) => entry ?? []),
  });
  const shown = new Map(entries.map((entry) => [entry.position, entry]));
  const { code, name } = accountOf(chart, { account: key, productId });
  return {
    ...sums,
    code,
    name,
    currency,
    isClosed: asked.figures === "posted" && closingOf(calendar, asked.through) !== null,
    rows: rows.map(({ entry, yearEnd, ...amounts }) => {
      if (yearEnd !== null) return { ...amounts, yearEnd, postingDate: yearEnd.day };
      const withTexts = shown.get(entry.position);
      if (withTexts === undefined) throw new Error(`no entry of ${entry.position}`);
      return { ...withTexts, ...amounts, yearEnd };
    }),
  };
}

/** The trial balance as of the end of a day, as it was known at the end of a day, in the financial year of the earlier one. */
export async function getTrialBalance(
  { readDb, readBooks, shop: { region }, now }: ClockContext,
  { asOf, knownOn }: BalanceAsOf,
) {
  const { timeZone } = await getCalendar(readDb, region);
  const instants = instantsOf({ asOf, knownOn }, timeZone);
  const month = lastMonthOf({ through: null, ...instants }, { now: now(), timeZone });
  const { balances, years } = await readBooks({ kind: "balance", region, month, ...instants });
  return { asOf, knownOn, timeZone, year: yearOf(years, month), balances };
}

/** The trial balance of the journals through a month: of a closed month it never changes. */
export async function getPostedBalance(
  { readBooks, shop: { region } }: BooksContext,
  { through }: PostedBalance,
) {
  const { balances, calendar, years } = await readBooks({ kind: "posted", region, month: through });
  const isClosed = closingOf(calendar, through) !== null;
  return { through, isClosed, year: yearOf(years, through), balances };
}

/** Income and expenses of the journals of some months: of closed months they never change. */
export async function getIncome(
  { readBooks, shop: { region } }: BooksContext,
  { from, through }: IncomeOfMonths,
) {
  const { income, calendar } = await readBooks({ kind: "income", region, from, through });
  return { ...income, isClosed: closingOf(calendar, through) !== null };
}

/** Either trial balance, or income and expenses, as a CSV file. */
export async function writeBalanceFiles(context: ClockContext, asked: BalanceFiles) {
  if (asked.figures === "income") {
    return [incomeFileOf(await getIncome(context, asked))];
  }
  if (asked.figures === "posted") {
    const { balances } = await getPostedBalance(context, asked);
    return [{ name: `trial-balance-${asked.through}.csv`, text: trialBalanceFile(balances) }];
  }
  const { balances } = await getTrialBalance(context, asked);
  const { asOf, knownOn } = asked;
  const name = [
    "trial-balance-as-of",
    asOf ?? "now",
    ...(knownOn === null ? [] : ["known-on", knownOn]),
  ].join("-");
  return [{ name: `${name}.csv`, text: trialBalanceFile(balances) }];
}

/** The file of income and expenses, named by its months. */
export function incomeFileOf({ from, to, statements }: Income) {
  const name = from === to ? from : `${from}-to-${to}`;
  return { name: `income-and-expenses-${name}.csv`, text: incomeFile(statements) };
}

function instantsOf({ asOf, knownOn }: BalanceAsOf, timeZone: string) {
  return {
    asOf: asOf && lastInstantOf(asOf, timeZone),
    knownAt: knownOn && lastInstantOf(knownOn, timeZone),
  };
}

/** The ledger keeps milliseconds. */
function lastInstantOf(day: Day, timeZone: string): string {
  const end = Date.parse(startOfDay(addDays(day, 1), timeZone));
  return new Date(end - 1).toISOString();
}
