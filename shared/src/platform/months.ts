import { dayOf, startOfLocalDay } from "./local-time.ts";
import type { Region } from "./region.ts";

/** A month of the books as `YYYY-MM`, so that months compare as text does. */
export type Month = string;

export function nextMonth(month: Month): Month {
  return monthAfter(month, 1);
}

export function previousMonth(month: Month): Month {
  return monthAfter(month, -1);
}

/** Both included; none where `last` is earlier than `first`. */
export function monthsBetween(first: Month, last: Month): Month[] {
  const months: Month[] = [];
  for (let month = first; month <= last; month = nextMonth(month)) months.push(month);
  return months;
}

/** The first instant of a month in a time zone, as ISO text. */
export function startOfMonth(month: Month, timeZone: string): string {
  const localMidnight = Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)) - 1, 1);
  return startOfLocalDay(localMidnight, timeZone).toISOString();
}

/** The month on the wall's calendar at an instant. */
export function monthAt(instant: string, timeZone: string): Month {
  return dayOf(instant, timeZone).slice(0, 7);
}

/** `2026-11` as people write it. */
export function monthInWords(month: Month): string {
  const [year = "", number = ""] = month.split("-");
  return `${monthNames[Number(number) - 1] ?? number} ${year}`;
}

/** The month that a tax year ends with; it is named after the year in which it ends. */
const taxYearEnds: Readonly<Record<Region, string>> = { za: "02", uk: "03", usa: "12" };

/** The twelve months of a tax year: of 2026 in South Africa, March 2025 to February 2026. */
export function monthsOfTaxYear(year: number, region: Region): Month[] {
  const last = `${year}-${taxYearEnds[region]}`;
  return monthsBetween(monthAfter(last, -11), last);
}

/** The tax year that a month belongs to. */
export function taxYearOf(month: Month, region: Region): number {
  return Number(month.slice(0, 4)) + (month.slice(5) > taxYearEnds[region] ? 1 : 0);
}

function monthAfter(month: Month, count: number): Month {
  const months = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + count;
  const year = String(Math.floor(months / 12)).padStart(4, "0");
  return `${year}-${String((months % 12) + 1).padStart(2, "0")}`;
}

const monthNames = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];
