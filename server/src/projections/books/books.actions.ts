import {
  type AccountEntries,
  type BalanceAsOf,
  type BalanceFiles,
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
import { firstMonthOf } from "../../money/books/account-ledger.rules.ts";
import { journalFiles, trialBalanceFile } from "../../money/books/journal-files.rules.ts";
import { getCalendar } from "../../money/statements/closing.queries.ts";
import { closingOf } from "../../money/statements/statement.rules.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import type { BooksAnswer } from "./books-thread.ts";
import { loadEntryTexts } from "./entry-texts.queries.ts";

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
  { readDb, readBooks, shop: { region }, now }: BooksContext & Pick<Caller, "now">,
  { account: key, productId, currency, page, pageSize, ...asked }: AccountEntries,
) {
  const { timeZone } = await getCalendar(readDb, region);
  const limits =
    asked.figures === "posted"
      ? { through: asked.through, asOf: null, knownAt: null }
      : { through: null, ...instantsOf(asked, timeZone) };
  const from = asked.from ?? firstMonthOf(limits, { now: now(), timeZone });
  const { chart, calendar, ledger } = await readBooks({
    kind: "account",
    region,
    account: { key, productId, currency },
    from,
    ...limits,
    page,
    pageSize,
  });
  const { rows, ...sums } = ledger;
  const entries = await shownEntries(readDb, {
    chart,
    calendar,
    entries: rows.map(({ entry }) => entry),
  });
  const { code, name } = accountOf(chart, { account: key, productId });
  return {
    ...sums,
    code,
    name,
    currency,
    from,
    isClosed: asked.figures === "posted" && closingOf(calendar, asked.through) !== null,
    rows: entries.map((entry, at) => ({
      ...entry,
      amount: rows[at]?.amount ?? 0,
      balance: rows[at]?.balance ?? 0,
    })),
  };
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
    ...instantsOf({ asOf, knownOn }, timeZone),
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

/** Either of them as a CSV file. */
export async function writeBalanceFiles(context: BooksContext, asked: BalanceFiles) {
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

function instantsOf({ asOf, knownOn }: BalanceAsOf, timeZone: string) {
  return {
    asOf: asOf && lastInstantOf(asOf, timeZone),
    knownAt: knownOn && lastInstantOf(knownOn, timeZone),
  };
}

/** The ledger keeps milliseconds. */
export function lastInstantOf(day: Day, timeZone: string): string {
  const end = Date.parse(startOfDay(addDays(day, 1), timeZone));
  return new Date(end - 1).toISOString();
}
