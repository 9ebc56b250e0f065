import { isCalendarDay, shortMonthNames } from "@portal/shared/platform/calendar.ts";

const forms = [
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/,
  /^(?<day>\d{1,2})[/.](?<month>\d{1,2})[/.](?<year>\d{4})$/,
  /^(?<day>\d{1,2})\s+(?<name>[a-z]{3,9})\.?(?:[\s,]+(?<year>\d{4}))?$/i,
];

/**
 * Parses a typed day, with the day before the month: `22 Nov`, `22 November 2026`, `22/11/2026`, `2026-11-22`. Without a
 * year it is in the current year.
 *
 * @returns the day as `YYYY-MM-DD`; null for an invalid or incomplete one
 */
export function parseDay(typed: string, today: string): string | null {
  const found = forms.map((form) => form.exec(typed.trim())?.groups).find(Boolean);
  if (!found) return null;
  const year = found["year"] ?? today.slice(0, 4);
  const month = found["month"] ?? monthNumber(found["name"] ?? "");
  const day = `${year}-${month.padStart(2, "0")}-${(found["day"] ?? "").padStart(2, "0")}`;
  return isCalendarDay(day) ? day : null;
}

/** 11 for "Nov" and "november"; 0 for unknown names. */
function monthNumber(name: string): string {
  const start = name.slice(0, 3).toLowerCase();
  return String(shortMonthNames.findIndex((known) => known.toLowerCase() === start) + 1);
}
