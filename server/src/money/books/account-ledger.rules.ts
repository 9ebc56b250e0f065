import type { Chart } from "@portal/shared/catalogue/chart.ts";
import { addMonths, type Day, type Month, monthAt } from "@portal/shared/platform/calendar.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import {
  accountOf,
  type AccountSums,
  type BookLine,
  type PostedEntry,
} from "./book-entry.rules.ts";

/** An account of the chart in one currency; of a product where its sales have an account of their own. */
export type ChosenAccount = Pick<AccountSums, "key" | "productId"> &
  Readonly<{ currency: Currency }>;

/** An entry with what it puts on the account, and what is on the account after it. Minor units; a debit is positive. */
export type LedgerRow = Readonly<{ entry: PostedEntry; amount: number; balance: number }>;

/** An account from a day on. Its opening balance and all of its rows add up to its closing balance. */
export type AccountLedger = Readonly<{
  opening: number;
  debit: number;
  credit: number;
  closing: number;
  total: number;
  rows: readonly LedgerRow[];
}>;

export type PageOfRows = Readonly<{ page: number; pageSize: number }>;

/** Of the year that ends with the figures, where nobody names a first month. */
export function firstMonthOf(
  { through, asOf }: Readonly<{ through: Month | null; asOf?: string | null | undefined }>,
  { now, timeZone }: Readonly<{ now: string; timeZone: string }>,
): Month {
  return addMonths(through ?? monthAt(asOf ?? now, timeZone), -11);
}

type LedgerOfAccount = Readonly<{
  /** @param day on which the entry counts: its posting date, or its own day */
  add: (entry: PostedEntry, day: Day) => void;
  /** Rows by day, those of one day in ledger order. */
  read: (page: PageOfRows) => AccountLedger;
}>;

/** The entries of an account as they come; what counts before the first day is its opening balance. */
export function createAccountLedger(
  chart: Chart,
  { currency, ...account }: ChosenAccount,
  from: Day,
): LedgerOfAccount {
  const listed: { entry: PostedEntry; day: Day; amount: number }[] = [];
  let opening = 0;
  return {
    add(entry, day) {
      if (entry.currency !== currency) return;
      const amount = amountOn(chart, account, entry.lines);
      if (day < from) opening += amount;
      else if (amount !== 0) listed.push({ entry, day, amount });
    },
    read({ page, pageSize }) {
      const sorted = listed.toSorted(
        (one, other) =>
          one.day.localeCompare(other.day) || one.entry.position - other.entry.position,
      );
      let balance = opening;
      const rows = sorted.map(({ entry, amount }) => {
        balance += amount;
        return { entry, amount, balance };
      });
      return {
        opening,
        debit: sorted.reduce((sum, { amount }) => sum + Math.max(0, amount), 0),
        credit: sorted.reduce((sum, { amount }) => sum + Math.max(0, 0 - amount), 0),
        closing: balance,
        total: rows.length,
        rows: rows.slice((page - 1) * pageSize, page * pageSize),
      };
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
