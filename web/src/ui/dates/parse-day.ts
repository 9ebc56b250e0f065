import { daysBetween, isCalendarDay, shortMonthNames } from "@portal/shared/platform/calendar.ts";

const year = String.raw`(?<year>\d{4}|\d{2})`;
const name = String.raw`(?<name>[a-z]{3,9})\.?`;
const number = { day: String.raw`(?<day>\d{1,2})`, month: String.raw`(?<month>\d{1,2})` };

const anyOrder = [
  /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})$/,
  new RegExp(String.raw`^${number.day}[\s-]*${name}(?:[\s,-]+${year})?$`, "i"),
  new RegExp(String.raw`^${name}[\s-]*${number.day}(?:[\s,-]+${year})?$`, "i"),
];
const dayFirst = new RegExp(String.raw`^${number.day}[-/.]${number.month}[-/.]${year}$`);
const monthFirst = new RegExp(String.raw`^${number.month}[-/.]${number.day}[-/.]${year}$`);

/**
 * Parses a typed day: `22 Nov`, `22 November 2026`, `Nov 22, 2026`, `2026-11-22`, `22/11/26`. Numbers alone have the month
 * first where the shop writes them so. Without a year it is the nearest such day that may be chosen: in January, `22 Nov` is that of
 * the year before. A year of two digits is of this century.
 *
 * @returns the day as `YYYY-MM-DD`; null for an invalid or incomplete one
 */
export function parseDay(
  typed: string,
  currentDay: string,
  { isMonthFirst, ...limits }: Limits & Readonly<{ isMonthFirst: boolean }>,
): string | null {
  const forms = [...anyOrder, isMonthFirst ? monthFirst : dayFirst];
  const found = forms.map((form) => form.exec(typed.trim())?.groups).find(Boolean);
  if (!found) return null;
  const month = found["month"] ?? monthNumber(found["name"] ?? "");
  const inYear = (each: string) =>
    `${each}-${month.padStart(2, "0")}-${(found["day"] ?? "").padStart(2, "0")}`;
  const near = nearestAllowed(currentDay, limits);
  const written = found["year"];
  const years = written === undefined ? yearsAround(near) : [written.padStart(4, "20")];
  const days = years.map(inYear).filter(isCalendarDay);
  const allowed = days.filter((day) => isWithin(day, limits));
  const [nearest = null] = (allowed.length > 0 ? allowed : days).toSorted(
    (one, other) => distance(one, near) - distance(other, near),
  );
  return nearest;
}

/** The days from and up to which one may be chosen. */
export type Limits = Readonly<{ min?: string | undefined; max?: string | undefined }>;

export function isWithin(day: string, { min, max }: Limits): boolean {
  return (!min || day >= min) && (!max || day <= max);
}

/** The day nearest to today that may be chosen. */
export function nearestAllowed(currentDay: string, { min, max }: Limits): string {
  if (min && min > currentDay) return min;
  return max && max < currentDay ? max : currentDay;
}

function yearsAround(day: string): string[] {
  const middle = Number(day.slice(0, 4));
  return [middle - 1, middle, middle + 1].map((each) => String(each).padStart(4, "0"));
}

function distance(one: string, other: string): number {
  return Math.abs(daysBetween(one, other));
}

/** 11 for "Nov" and "november"; 0 for unknown names. */
function monthNumber(typed: string): string {
  const start = typed.slice(0, 3).toLowerCase();
  return String(shortMonthNames.findIndex((known) => known.toLowerCase() === start) + 1);
}
