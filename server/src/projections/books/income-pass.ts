import type { Chart } from "@portal/shared/catalogue/chart.ts";
import {
  type FinancialYears,
  firstMonthOfYear,
  yearBefore,
} from "@portal/shared/catalogue/financial-year.ts";
import type { Month } from "@portal/shared/platform/calendar.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import { type BookEntry, postedOn } from "../../money/books/book-entry.rules.ts";
import { createIncomeTable, type IncomeStatement } from "../../money/books/income.rules.ts";
import type { Calendar } from "../../money/statements/statement.rules.ts";

/** Income and expenses of the months from `from` to `to`. */
export type Income = Readonly<{ from: Month; to: Month; statements: readonly IncomeStatement[] }>;

/** What is asked; `from` null for the financial year of `through`. */
export type IncomeAsked = Readonly<{ chart: Chart; from: Month | null; through: Month }>;

type IncomePass = Readonly<{ add: (entry: BookEntry) => void; income: () => Income }>;

/**
 * Income and expenses of the journals of some months, and of the same months a year before: what was recorded late counts
 * where it is posted.
 */
export function createIncomePass(
  { calendar, years }: Readonly<{ calendar: Calendar; years: FinancialYears }>,
  { chart, from, through: to }: IncomeAsked,
): IncomePass {
  const months = { from: from ?? firstMonthOfYear(years, to), to };
  const before = yearBefore(months);
  const tables = new Map<Currency, ReturnType<typeof createIncomeTable>>();
  return {
    add(entry) {
      const month = postedOn(calendar, entry).postingDate.slice(0, 7);
      const { currency, lines } = entry;
      for (const each of [months, before]) {
        if (month < each.from || month > each.to) continue;
        const table = tables.get(currency) ?? createIncomeTable(chart);
        table.add(lines, each === before);
        tables.set(currency, table);
      }
    },
    income: () => ({
      ...months,
      statements: [...tables].map(([currency, table]) => table.statement(currency)),
    }),
  };
}
