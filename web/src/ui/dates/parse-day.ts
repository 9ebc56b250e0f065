import { isCalendarDay, shortMonthNames } from "@portal/shared/platform/calendar.ts";

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
 * first where the shop writes them so. Without a year it is in the current year; one of two digits is of this century.
 *
 * @returns the day as `YYYY-MM-DD`; null for an invalid or incomplete one
 */
export function parseDay(typed: string, currentDay: string, isMonthFirst: boolean): string | null {
  const forms = [...anyOrder, isMonthFirst ? monthFirst : dayFirst];
  const found = forms.map((form) => form.exec(typed.trim())?.groups).find(Boolean);
  if (!found) return null;
  const wholeYear = (found["year"] ?? currentDay.slice(0, 4)).padStart(4, "20");
  const month = found["month"] ?? monthNumber(found["name"] ?? "");
  const day = `${wholeYear}-${month.padStart(2, "0")}-${(found["day"] ?? "").padStart(2, "0")}`;
  return isCalendarDay(day) ? day : null;
}

/** 11 for "Nov" and "november"; 0 for unknown names. */
function monthNumber(typed: string): string {
  const start = typed.slice(0, 3).toLowerCase();
  return String(shortMonthNames.findIndex((known) => known.toLowerCase() === start) + 1);
}
