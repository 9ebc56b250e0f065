import { type Chart, isOfYear } from "@portal/shared/catalogue/chart.ts";
import { harmlessCsvText } from "@portal/shared/platform/harmless-text.ts";
import { type Currency, decimalText } from "@portal/shared/platform/money.ts";
import {
  accountId,
  type AccountInChart,
  type BookLine,
  byChart,
  createAccountTable,
} from "./book-entry.rules.ts";
import { csvOf } from "./journal-files.rules.ts";

/** Amounts of some months and of the same months a year before, in minor units. */
type OfTwoYears = Readonly<{ amount: number; before: number }>;

/** Income is positive where it came in, an expense where it went out. */
export type IncomeStatement = Readonly<{
  currency: Currency;
  income: readonly (AccountInChart & OfTwoYears)[];
  expenses: readonly (AccountInChart & OfTwoYears)[];
  sums: Readonly<{ income: OfTwoYears; expenses: OfTwoYears; result: OfTwoYears }>;
}>;

type IncomeTable = Readonly<{
  /** @param isBefore whether the lines are of the year before */
  add: (lines: readonly BookLine[], isBefore: boolean) => void;
  statement: (currency: Currency) => IncomeStatement;
}>;

/** The accounts of income and expenses of one currency, without VAT, in the order of the chart. */
export function createIncomeTable(chart: Chart): IncomeTable {
  const tables = { amount: createAccountTable(chart), before: createAccountTable(chart) };
  const isIncome = ({ key }: AccountInChart) => chart.accounts[key].type === "income";
  return {
    add(lines, isBefore) {
      const counted = lines.filter(({ account }) => isOfYear(chart, account));
      tables[isBefore ? "before" : "amount"].add(counted);
    },
    statement(currency) {
      const rows = new Map<string, AccountInChart & OfTwoYears>();
      for (const year of ["amount", "before"] as const)
        for (const { debit, credit, ...account } of tables[year].sums()) {
          const amount = isIncome(account) ? credit - debit : debit - credit;
          const row = rows.get(accountId(account)) ?? { ...account, amount: 0, before: 0 };
          rows.set(accountId(account), { ...row, [year]: amount });
        }
      const sorted = [...rows.values()].toSorted(byChart);
      const income = sorted.filter(isIncome);
      const expenses = sorted.filter((row) => !isIncome(row));
      const [came, went] = [sumOf(income), sumOf(expenses)];
      const result = { amount: came.amount - went.amount, before: came.before - went.before };
      return { currency, income, expenses, sums: { income: came, expenses: went, result } };
    },
  };
}

function sumOf(rows: readonly OfTwoYears[]): OfTwoYears {
  return rows.reduce(
    (sum, { amount, before }) => ({ amount: sum.amount + amount, before: sum.before + before }),
    { amount: 0, before: 0 },
  );
}

/** As CSV, with the result in the last row of each currency. */
export function incomeFile(statements: readonly IncomeStatement[]): string {
  return csvOf(
    ["kind", "accountKey", "code", "name", "amount", "yearBefore", "currency"],
    statements.flatMap(({ currency, income, expenses, sums: { result } }) => [
      ...income.map((row) => ["income", ...cellsOf(row), currency]),
      ...expenses.map((row) => ["expense", ...cellsOf(row), currency]),
      ["result", "", "", "", decimalText(result.amount), decimalText(result.before), currency],
    ]),
  );
}

function cellsOf({ key, code, name, amount, before }: AccountInChart & OfTwoYears): string[] {
  return [
    key,
    harmlessCsvText(code),
    harmlessCsvText(name),
    decimalText(amount),
    decimalText(before),
  ];
}
