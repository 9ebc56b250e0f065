import { officeTimeZone } from "../office-time-zone.ts";

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** "9 Mar 2026", from an instant or from a calendar day `YYYY-MM-DD`: never 03/09. */
export function formatDay(value: string, timeZone: string = officeTimeZone()): string {
  const { day, month, year } = partsOf(value, timeZone);
  return `${day} ${months[month - 1] ?? ""} ${year}`;
}

/** "9 Mar 2026, 14:05" */
export function formatInstant(value: string, timeZone: string = officeTimeZone()): string {
  const { hour, minute } = partsOf(value, timeZone);
  return `${formatDay(value, timeZone)}, ${pad(hour)}:${pad(minute)}`;
}

/** The calendar day of an instant at the office, `YYYY-MM-DD`, as a date field wants it. */
export function calendarDay(instant: string, timeZone: string = officeTimeZone()): string {
  const { day, month, year } = partsOf(instant, timeZone);
  return `${year}-${pad(month)}-${pad(day)}`;
}

const partNames = ["year", "month", "day", "hour", "minute"] as const;
/** Today at the office, as a date field wants it. */
export function today(): string {
  return calendarDay(new Date().toISOString());
}

type Parts = Record<(typeof partNames)[number], number>;

function isPart(name: string): name is keyof Parts {
  return partNames.some((known) => known === name);
}

function partsOf(value: string, timeZone: string): Parts {
  const calendar = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value);
  if (calendar) {
    const [, year, month, day] = calendar;
    return { year: Number(year), month: Number(month), day: Number(day), hour: 0, minute: 0 };
  }
  const found: Parts = { year: 0, month: 0, day: 0, hour: 0, minute: 0 };
  for (const { type, value: text } of formatFor(timeZone).formatToParts(new Date(value))) {
    if (isPart(type)) found[type] = Number(text);
  }
  return found;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** A formatter costs a millisecond to make, and a list shows a hundred days. */
function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  formats.set(timeZone, made);
  return made;
}

function pad(value: number): string {
  return String(value).padStart(2, "0");
}
