import type { Region } from "./region.ts";

// Ranges are half-open: `until` is the first day or instant outside. URLs and inputs of the API use an inclusive last day
// called `to`: `daysThrough` converts them to ranges, `firstAndLastOf` converts a range back for display.

/** `YYYY-MM-DD`, so that days compare as strings. */
export type Day = string;
/** `until` is exclusive. */
export type DayRange = Readonly<{ from: Day; until: Day }>;
/** Instants; `until` is exclusive, null is unbounded. */
export type Period = Readonly<{ from: string | null; until: string | null }>;
/** Both inclusive. */
export type FirstAndLast = Readonly<{ from: Day; to: Day }>;

export const dayMs = 86_400_000;

export function daysThrough({ from, to }: FirstAndLast): DayRange {
  return { from, until: addDays(to, 1) };
}

export function firstAndLastOf({ from, until }: DayRange): FirstAndLast {
  return { from, to: addDays(until, -1) };
}

export function isWithinDays(day: Day, { from, until }: DayRange): boolean {
  return day >= from && day < until;
}

/** Compares strings, so `instant` has to have the format of the period's ends. */
export function isWithin(instant: string, { from, until }: Period): boolean {
  return (from === null || instant >= from) && (until === null || instant < until);
}

/** The number of days in the range; negative if `until` is before `from`. */
export function daysBetween(from: Day, until: Day): number {
  return (Date.parse(`${until}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs;
}

/** `days` may be negative. */
export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** The same day of the previous year; for 29 February, the 28th. */
export function yearEarlier(day: Day): Day {
  const earlier = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
  return isCalendarDay(earlier) ? earlier : addDays(day, -366);
}

/** Sunday is 0. */
export function weekdayOf(day: Day): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

/** False for a day that does not exist, such as 31 February. */
export function isCalendarDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text;
}

/** Subtracts days of 24 hours. */
export function daysEarlier(instant: string, days: number): string {
  return new Date(Date.parse(instant) - days * dayMs).toISOString();
}

/** The instant at which the local time is `wall`, given in milliseconds as if it were UTC. */
export function instantAt(wall: number, timeZone: string): Date {
  // The offset may change within the day, so it is determined again at the first guess.
  const guess = wall - offsetAt(wall, timeZone);
  return new Date(wall - offsetAt(guess, timeZone));
}

/** The first instant of a day in a time zone, as an ISO string. */
export function startOfDay(day: Day, timeZone: string): string {
  return instantAt(Date.parse(`${day}T00:00:00Z`), timeZone).toISOString();
}

/** Noon of a day in a time zone, as an ISO string: for what has a day and no hour. */
export function noonOf(day: Day, timeZone: string): string {
  return instantAt(Date.parse(`${day}T12:00:00Z`), timeZone).toISOString();
}

/** The calendar day of an instant in a time zone. */
export function dayOf(instant: string, timeZone: string): string {
  return new Date(wallClock(Date.parse(instant), timeZone)).toISOString().slice(0, 10);
}

function offsetAt(instant: number, timeZone: string): number {
  return wallClock(instant, timeZone) - Math.floor(instant / 1000) * 1000;
}

/** The local time at an instant, in milliseconds as if it were UTC, truncated to the second. */
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

/** Cached, because creating a formatter takes a millisecond and a list shows a hundred days. */
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

/** `YYYY-MM`, so that months compare as strings. */
export type Month = string;

export function nextMonth(month: Month): Month {
  return addMonths(month, 1);
}

export function previousMonth(month: Month): Month {
  return addMonths(month, -1);
}

/** Both inclusive; empty if `last` is before `first`. */
export function monthsThrough(first: Month, last: Month): Month[] {
  const months: Month[] = [];
  for (let month = first; month <= last; month = nextMonth(month)) months.push(month);
  return months;
}

export function firstDayOf(month: Month): Day {
  return `${month}-01`;
}

export function lastDayOf(month: Month): Day {
  return addDays(firstDayOf(nextMonth(month)), -1);
}

/** The first instant of a month in a time zone, as an ISO string. */
export function startOfMonth(month: Month, timeZone: string): string {
  return startOfDay(firstDayOf(month), timeZone);
}

/** The month of an instant in a time zone. */
export function monthAt(instant: string, timeZone: string): Month {
  return dayOf(instant, timeZone).slice(0, 7);
}

/** `2026-11` is "November 2026". */
export function monthInWords(month: Month): string {
  const [year = "", number = ""] = month.split("-");
  return `${monthNames[Number(number) - 1] ?? number} ${year}`;
}

/** The last month of a tax year, which is named after the year in which it ends. */
const taxYearEnds: Readonly<Record<Region, string>> = { za: "02", uk: "03", usa: "12" };

/** The twelve months of a tax year: in South Africa, 2026 is March 2025 to February 2026. */
export function monthsOfTaxYear(year: number, region: Region): Month[] {
  const last = `${year}-${taxYearEnds[region]}`;
  return monthsThrough(addMonths(last, -11), last);
}

export function taxYearOf(month: Month, region: Region): number {
  return Number(month.slice(0, 4)) + (month.slice(5) > taxYearEnds[region] ? 1 : 0);
}

/** `count` may be negative. */
export function addMonths(month: Month, count: number): Month {
  const months = monthNumber(month) + count;
  const year = String(Math.floor(months / 12)).padStart(4, "0");
  return `${year}-${String((months % 12) + 1).padStart(2, "0")}`;
}

function monthNumber(month: Month): number {
  return Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1;
}

export const monthNames = [
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
export const shortMonthNames = monthNames.map((name) => name.slice(0, 3));

/** `2026-11-21` as "21 November 2026", or with a medium style as "21 Nov 2026". */
export function dayInWords(day: Day, dateStyle: "long" | "medium" = "long"): string {
  const format = new Intl.DateTimeFormat("en-GB", { dateStyle, timeZone: "UTC" });
  return format.format(new Date(`${day}T00:00:00Z`));
}

/** "26 Nov 2026, 14:05" in a time zone. */
export function instantInWords(instant: string, timeZone: string): string {
  const time = new Date(wallClock(Date.parse(instant), timeZone)).toISOString().slice(11, 16);
  return `${dayInWords(dayOf(instant, timeZone), "medium")}, ${time}`;
}

export const namedPeriods = ["this-month", "last-month", "quarter", "tax-year"] as const;
export type NamedPeriod = (typeof namedPeriods)[number];

/** The first day of a person's tax year: March in South Africa, 6 April in the UK, January in the USA. */
const taxYearStarts: Readonly<Record<Region, string>> = { za: "03-01", uk: "04-06", usa: "01-01" };

/** The whole period around `today`, including its future part; for "last-month", the month before. */
export function daysOfPeriod(period: NamedPeriod, today: Day, region: Region): DayRange {
  const month = today.slice(0, 7);
  switch (period) {
    case "this-month":
      return wholeMonths(month, 1);
    case "last-month":
      return wholeMonths(previousMonth(month), 1);
    case "quarter":
      return wholeMonths(addMonths(month, -(monthNumber(month) % 3)), 3);
    case "tax-year": {
      const start = taxYearStarts[region];
      const year = Number(today.slice(0, 4)) - (today.slice(5) >= start ? 0 : 1);
      return { from: `${year}-${start}`, until: `${year + 1}-${start}` };
    }
  }
}

function wholeMonths(first: Month, count: number): DayRange {
  return { from: firstDayOf(first), until: firstDayOf(addMonths(first, count)) };
}

/**
 * The same number of days immediately before; for whole months, the same number of whole months, so that March is
 * compared with February and not with 29 January to 28 February.
 */
export function daysBefore({ from, until }: DayRange): DayRange {
  if (!from.endsWith("-01") || !until.endsWith("-01"))
    return { from: addDays(from, -daysBetween(from, until)), until: from };
  const month = from.slice(0, 7);
  const count = monthNumber(until.slice(0, 7)) - monthNumber(month);
  return { from: firstDayOf(addMonths(month, -count)), until: from };
}

/**
 * The range with which the sales of a period are compared: the range before it, cut to the elapsed part of a running
 * period. A month that is three weeks old is compared with three weeks, a year until November with the previous year
 * until November.
 */
export function daysToCompare({ from, until }: DayRange, today: Day): DayRange {
  const before = daysBefore({ from, until });
  if (!isWithinDays(today, { from, until })) return before;
  if (!from.endsWith("-01") || !until.endsWith("-01"))
    return { from: before.from, until: addDays(before.from, daysBetween(from, today) + 1) };
  const count = monthNumber(from.slice(0, 7)) - monthNumber(before.from.slice(0, 7));
  const month = addMonths(today.slice(0, 7), -count);
  // A shorter month ends earlier: on 31 March, all of February. The last day of a month counts as its end.
  const sameDay = addDays(firstDayOf(month), Number(today.slice(8)));
  const end = firstDayOf(nextMonth(month));
  const isLastDay = addDays(today, 1).endsWith("-01");
  return { from: before.from, until: isLastDay || sameDay > end ? end : sameDay };
}

/** "New York" for `America/New_York`. */
export function cityOf(timeZone: string): string {
  return timeZone.slice(timeZone.lastIndexOf("/") + 1).replaceAll("_", " ");
}

/**
 * Oldest first, by what `at` says of a line. Where that is equal, the order of the file tells: a file whose last line is
 * before its first one is turned round.
 */
export function oldestFirst<Line>(
  lines: readonly Line[],
  at: (line: Line) => string,
): readonly Line[] {
  const [first, last] = [lines[0], lines.at(-1)];
  const isNewestFirst = first !== undefined && last !== undefined && at(first) > at(last);
  const inFile = isNewestFirst ? lines.toReversed() : lines;
  return inFile.toSorted((one, other) => compare(at(one), at(other)));
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
