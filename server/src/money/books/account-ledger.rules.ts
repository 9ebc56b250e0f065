import { type Chart, isOfYear } from "@portal/shared/catalogue/chart.ts";
import {
  type FinancialYears,
  firstMonthOfYear,
  lastMonthOfYear,
} from "@portal/shared/catalogue/financial-year.ts";
import { type Day, firstDayOf, type Month, nextMonth } from "@portal/shared/platform/calendar.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import {
  accountId,
  type AccountInChart,
  accountOf,
  type AccountSums,
  type BookLine,
  byChart,
  type PostedEntry,
} from "./book-entry.rules.ts";
import { retainedEarningsOf } from "./trial-balance.rules.ts";

/** An account of the chart in one currency; of a product where its sales have an account of their own. */
export type ChosenAccount = Pick<AccountSums, "key" | "productId"> &
  Readonly<{ currency: Currency }>;

/** The end of a financial year: what it brought on an account of income or expenses goes to retained earnings. */
type YearEnd = Readonly<{
  /** The first and the last month of the year. */
  from: Month;
  to: Month;
  /** The first day of the next year, which begins with it. */
  day: Day;
  /** The other account: retained earnings, or of retained earnings where it comes from. */
  account: AccountInChart;
}>;

/** An entry, or the end of a year, with what it puts on the account, and what is on the account after it. Minor units; a debit is positive. */
export type LedgerRow = Readonly<{ amount: number; balance: number }> & RowSource;
type RowSource =
  | Readonly<{ entry: PostedEntry; yearEnd: null }>
  | Readonly<{ entry: null; yearEnd: YearEnd }>;

/** An account from a month on. Its opening balance and all of its rows add up to its closing balance. */
export type AccountLedger = Readonly<{
  from: Month;
  opening: number;
  debit: number;
  credit: number;
  closing: number;
  total: number;
  rows: readonly LedgerRow[];
}>;

export type PageOfRows = Readonly<{ page: number; pageSize: number }>;

/** Where a ledger begins and ends. */
type LedgerMonths = Readonly<{
  /** Null for the financial year of `last`; of retained earnings, for all years. */
  from: Month | null;
  /** The month with which the figures end. */
  last: Month;
  years: FinancialYears;
}>;

type LedgerOfAccount = Readonly<{
  /** @param day on which the entry counts: its posting date, or its own day */
  add: (entry: PostedEntry, day: Day) => void;
  /** Rows by day, the end of a year first, then in ledger order. */
  read: (page: PageOfRows) => AccountLedger;
}>;

/** Before any entry. */
const beginning: Month = "2000-01";

/** The entries of an account as they come; what counts before the first month is its opening balance. */
export function createAccountLedger(
  chart: Chart,
  { currency, ...account }: ChosenAccount,
  { years, last, ...asked }: LedgerMonths,
): LedgerOfAccount {
  const isRetained = account.key === "retainedEarnings";
  const beginsAtZero = isOfYear(chart, account.key);
  const from = asked.from ?? (isRetained ? beginning : firstMonthOfYear(years, last));
  const listed: Listed[] = [];
  const ended = createYearSums(years, last);
  let opening = 0;
  return {
    add(entry, day) {
      if (entry.currency !== currency) return;
      for (const line of isRetained || beginsAtZero ? entry.lines : []) {
        const of = accountOf(chart, line);
        if (isRetained ? isOfYear(chart, of.key) : accountId(of) === accountId(account))
          ended.add(of, { amount: line.amount, day });
      }
      const amount = amountOn(chart, account, entry.lines);
      if (day < firstDayOf(from)) opening += amount;
      else if (amount !== 0)
        listed.push({ row: { entry, yearEnd: null }, day, order: entry.position, amount });
    },
    read({ page, pageSize }) {
      const ends = ended.list().map(({ amount, ...end }, at): Listed => {
        const other = isRetained ? end.yearEnd.account : retainedEarningsOf(chart);
        const row = { entry: null, yearEnd: { ...end.yearEnd, account: other } };
        const { day } = row.yearEnd;
        return { row, day, order: at - maxYearEnds, amount: isRetained ? amount : 0 - amount };
      });
      // A year that begins with the first month begins with its opening balance.
      const before = ends.filter(({ day }) => day <= firstDayOf(from));
      const sorted = [...ends.slice(before.length), ...listed].toSorted(
        (one, other) => one.day.localeCompare(other.day) || one.order - other.order,
      );
      return { from, ...pageOf(sorted, { opening: opening + sumOf(before), page, pageSize }) };
    },
  };
}

/** A row before its balance is known; `order` is that of the rows of a day. */
type Listed = Readonly<{ row: RowSource; day: Day; order: number; amount: number }>;

/** The ends of years come before the entries of their day, whose order is their position. */
const maxYearEnds = 1_000_000;

function pageOf(
  listed: readonly Listed[],
  { opening, page, pageSize }: PageOfRows & Readonly<{ opening: number }>,
): Omit<AccountLedger, "from"> {
  let balance = opening;
  const rows = listed.map(({ row, amount }) => {
    balance += amount;
    return { ...row, amount, balance };
  });
  return {
    opening,
    debit: listed.reduce((sum, { amount }) => sum + Math.max(0, amount), 0),
    credit: listed.reduce((sum, { amount }) => sum + Math.max(0, 0 - amount), 0),
    closing: balance,
    total: rows.length,
    rows: rows.slice((page - 1) * pageSize, page * pageSize),
  };
}

function sumOf(listed: readonly Listed[]): number {
  return listed.reduce((sum, { amount }) => sum + amount, 0);
}

/** What financial years that are over by a month brought on accounts, the oldest first. */
function createYearSums(years: FinancialYears, last: Month) {
  const present = firstMonthOfYear(years, last);
  const firstOf = new Map<Month, Month>();
  const sums = new Map<string, { account: AccountInChart; from: Month; amount: number }>();
  return {
    add(account: AccountInChart, { amount, day }: Readonly<{ amount: number; day: Day }>): void {
      const month = day.slice(0, 7);
      if (month >= present) return;
      const from = firstOf.get(month) ?? firstMonthOfYear(years, month);
      firstOf.set(month, from);
      const id = `${from} ${accountId(account)}`;
      const sum = sums.get(id) ?? { account, from, amount: 0 };
      sum.amount += amount;
      sums.set(id, sum);
    },
    list(): readonly Readonly<{ yearEnd: YearEnd; amount: number }>[] {
      return [...sums.values()]
        .filter(({ amount }) => amount !== 0)
        .toSorted(
          (one, other) => one.from.localeCompare(other.from) || byChart(one.account, other.account),
        )
        .map(({ account, from, amount }) => {
          const to = lastMonthOfYear(years, from);
          return { yearEnd: { from, to, day: firstDayOf(nextMonth(to)), account }, amount };
        });
    },
  };
}

/** What some lines put on an account. */
function amountOn(
  chart: Chart,
  { key, productId }: Pick<AccountSums, "key" | "productId">,
  lines: readonly BookLine[],
): number {
  return lines.reduce((sum, line) => {
    const account = accountOf(chart, line);
    return account.key === key && account.productId === productId ? sum + line.amount : sum;
  }, 0);
}
