import { type Chart, isOfYear } from "@portal/shared/catalogue/chart.ts";
import { type Month, monthAt } from "@portal/shared/platform/calendar.ts";
import {
  accountId,
  accountOf,
  type AccountSums,
  type BookLine,
  byChart,
  createAccountTable,
} from "./book-entry.rules.ts";

/**
 * An account of a trial balance, in minor units: what it had when the financial year began, and the debits and credits of the
 * year. Its balance is `opening + debit − credit`.
 */
export type BalanceSums = AccountSums & Readonly<{ opening: number }>;

/** Accounts without an amount are left out. */
export type BalanceTable = Readonly<{
  /** @param isEarlier whether the lines are of an earlier financial year */
  add: (lines: readonly BookLine[], isEarlier: boolean) => void;
  sums: () => readonly BalanceSums[];
}>;

/**
 * Income and expenses begin each financial year at 0, because what earlier years brought is retained earnings. This is
 * derived and no entry, so that a year can be ended neither twice nor too early.
 */
export function createBalanceTable(chart: Chart): BalanceTable {
  const earlier = createAccountTable(chart);
  const ofYear = createAccountTable(chart);
  return {
    add: (lines, isEarlier) => (isEarlier ? earlier : ofYear).add(lines),
    sums() {
      const sums = new Map<string, BalanceSums>(
        ofYear.sums().map((sum) => [accountId(sum), { ...sum, opening: 0 }]),
      );
      for (const { debit, credit, ...own } of earlier.sums()) {
        const account = isOfYear(chart, own.key) ? retainedEarningsOf(chart) : own;
        const sum = sums.get(accountId(account)) ?? { ...account, debit: 0, credit: 0, opening: 0 };
        sums.set(accountId(account), { ...sum, opening: sum.opening + debit - credit });
      }
      return [...sums.values()]
        .filter(({ opening, debit, credit }) => [opening, debit, credit].some((each) => each !== 0))
        .toSorted(byChart);
    },
  };
}

/** The account that has what earlier financial years brought; no entry has a line on it. */
export function retainedEarningsOf(chart: Chart) {
  return accountOf(chart, { account: "retainedEarnings", productId: null });
}

/** The month with which figures end, whose financial year a trial balance is of. */
export function lastMonthOf(
  figures: Readonly<{
    through: Month | null;
    asOf?: string | null | undefined;
    knownAt?: string | null | undefined;
  }>,
  { now, timeZone }: Readonly<{ now: string; timeZone: string }>,
): Month {
  const { through, asOf, knownAt } = figures;
  const [earlier = now] = [asOf, knownAt].filter((each) => typeof each === "string").toSorted();
  return through ?? monthAt(earlier, timeZone);
}
