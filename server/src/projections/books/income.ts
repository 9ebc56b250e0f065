import type { Chart } from "@portal/shared/catalogue/chart.ts";
import { firstMonthOfYear, yearBefore } from "@portal/shared/catalogue/financial-year.ts";
import type { Month } from "@portal/shared/platform/calendar.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import type pg from "pg";
import { postedOn } from "../../money/books/book-entry.rules.ts";
import { createIncomeTable, type IncomeStatement } from "../../money/books/income.rules.ts";
import { type BooksState, type OnPage, passBooks } from "./books.ts";

/** Income and expenses of the months from `from` to `to`. */
export type Income = Readonly<{ from: Month; to: Month; statements: readonly IncomeStatement[] }>;

/**
 * Income and expenses of the journals of some months, and of the same months a year before: what was recorded late counts
 * where it is posted.
 *
 * @param asked.from null for the financial year of `through`
 * @throws ReplayStopped
 */
export async function readIncome(
  client: pg.ClientBase,
  state: BooksState,
  asked: Readonly<{ chart: Chart; from: Month | null; through: Month; onPage?: OnPage }>,
): Promise<Income> {
  const { chart, through: to, onPage } = asked;
  const months = { from: asked.from ?? firstMonthOfYear(state.years, to), to };
  const before = yearBefore(months);
  const tables = new Map<Currency, ReturnType<typeof createIncomeTable>>();
  await passBooks(client, state, {
    onPage,
    onEntry(entry) {
      const month = postedOn(state.calendar, entry).postingDate.slice(0, 7);
      const { currency, lines } = entry;
      for (const each of [months, before]) {
        if (month < each.from || month > each.to) continue;
        const table = tables.get(currency) ?? createIncomeTable(chart);
        table.add(lines, each === before);
        tables.set(currency, table);
      }
    },
  });
  const statements = [...tables].map(([currency, table]) => table.statement(currency));
  return { ...months, statements };
}
