import { dayOf, shortMonthNames, wallClock } from "@portal/shared/platform/calendar.ts";
import { officeTimeZone } from "../office-time-zone.ts";

/** "9 Mar 2026", from an instant or from a calendar day `YYYY-MM-DD`: never 03/09. */
export function formatDay(value: string, timeZone: string = officeTimeZone()): string {
  const day = onTheWall(value, timeZone);
  return `${day.getUTCDate()} ${shortMonthNames[day.getUTCMonth()] ?? ""} ${day.getUTCFullYear()}`;
}

/** "9 Mar 2026, 14:05" */
export function formatInstant(value: string, timeZone: string = officeTimeZone()): string {
  const time = onTheWall(value, timeZone).toISOString().slice(11, 16);
  return `${formatDay(value, timeZone)}, ${time}`;
}

/** The calendar day of an instant at the office, `YYYY-MM-DD`, as a date field wants it. */
export function calendarDay(instant: string, timeZone: string = officeTimeZone()): string {
  return dayOf(instant, timeZone);
}

/** Today at the office, as a date field wants it. */
export function today(): string {
  return calendarDay(new Date().toISOString());
}

/** What calendar and clock show, read by the UTC parts of the date; a day without a time is that day everywhere. */
function onTheWall(value: string, timeZone: string): Date {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(value);
  return new Date(isDay ? Date.parse(value) : wallClock(Date.parse(value), timeZone));
}
