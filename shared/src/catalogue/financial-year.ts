import {
  addMonths,
  type Month,
  monthInWords,
  monthsOfTaxYear,
  nextMonth,
  previousMonth,
} from "../platform/calendar.ts";
import type { Region } from "../platform/region.ts";

/** The months in which a financial year can begin, as they stand in a month. */
export const monthsOfYear = [
  "01",
  "02",
  "03",
  "04",
  "05",
  "06",
  "07",
  "08",
  "09",
  "10",
  "11",
  "12",
] as const;
export type MonthOfYear = (typeof monthsOfYear)[number];

/**
 * In which month financial years begin. A month that was closed under another choice keeps that one, so that its trial balance
 * never changes: `former` has the choices by the last month that each holds for, oldest first.
 */
export type FinancialYears = Readonly<{
  beginsIn: MonthOfYear;
  former: readonly Readonly<{ through: Month; beginsIn: MonthOfYear }>[];
}>;

/** From the first to the last month. */
type Months = Readonly<{ from: Month; to: Month }>;

/** The tax year of the region, until somebody chooses another month. */
export function defaultYearBegin(region: Region): MonthOfYear {
  const [first = ""] = monthsOfTaxYear(2026, region);
  return monthsOfYear.find((month) => month === first.slice(5)) ?? "01";
}

/** The month with which the financial year of a month begins. After a change a year may have fewer or more than twelve months. */
export function firstMonthOfYear(years: FinancialYears, month: Month): Month {
  let first = month;
  while (!isFirstOfYear(years, first)) first = previousMonth(first);
  return first;
}

/** The month with which the financial year of a month ends. */
export function lastMonthOfYear(years: FinancialYears, month: Month): Month {
  let last = month;
  while (!isFirstOfYear(years, nextMonth(last))) last = nextMonth(last);
  return last;
}

/** The first and the last month of the financial year of a month. */
export function yearOf(years: FinancialYears, month: Month): Months {
  return { from: firstMonthOfYear(years, month), to: lastMonthOfYear(years, month) };
}

function isFirstOfYear({ beginsIn, former }: FinancialYears, month: Month): boolean {
  const choice = former.find(({ through }) => month <= through)?.beginsIn ?? beginsIn;
  return month.slice(5) === choice;
}

/** `March 2026 to February 2027` */
export function monthsInWords({ from, to }: Months): string {
  return from === to ? monthInWords(from) : `${monthInWords(from)} to ${monthInWords(to)}`;
}

/** The same months a year before. */
export function yearBefore({ from, to }: Months): Months {
  return { from: addMonths(from, -12), to: addMonths(to, -12) };
}
