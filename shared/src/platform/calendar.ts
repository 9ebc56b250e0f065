import type { Region } from "./region.ts";

/** The instant at which a local day begins; `localMidnight` is its midnight read as if it were UTC. */
export function startOfLocalDay(localMidnight: number, timeZone: string): Date {
  // The offset may change within the day, so it is looked up again at the first guess.
  const guess = localMidnight - offsetAt(localMidnight, timeZone);
  return new Date(localMidnight - offsetAt(guess, timeZone));
}

/** The calendar day of an instant in a time zone, as `YYYY-MM-DD`. */
export function dayOf(instant: string, timeZone: string): string {
  return new Date(wallClock(Date.parse(instant), timeZone)).toISOString().slice(0, 10);
}

function offsetAt(instant: number, timeZone: string): number {
  return wallClock(instant, timeZone) - Math.floor(instant / 1000) * 1000;
}

/** What a clock on the wall shows at an instant, in milliseconds read as if it were UTC, to the second. */
export function wallClock(instant: number, timeZone: string): number {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0;
  return Date.UTC(
    part("year"),
    part("month") - 1,
    part("day"),
    part("hour"),
    part("minute"),
    part("second"),
  );
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** A formatter costs a millisecond to make, and a list shows a hundred days. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  formats.set(timeZone, format);
  return format;
}

/** A month of the projections as `YYYY-MM`, so that months compare as text does. */
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

const dayMs = 86_400_000;

/** Whole days from one calendar day (`YYYY-MM-DD`) to another; negative where the other is earlier. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs;
}

/** The calendar day that is so many days later; earlier with a negative number. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}
