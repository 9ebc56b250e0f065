import {
  dayOf,
  daysBetween,
  shortMonthNames,
  wallClock,
} from "@portal/shared/platform/calendar.ts";
import { useEffect, useState } from "react";
import { officeTimeZone, useOfficeTimeZone } from "../office-time-zone.ts";

/** "9 Mar 2026", from an instant or a calendar day `YYYY-MM-DD`. */
export function formatDay(value: string, timeZone: string = officeTimeZone()): string {
  const day = localTime(value, timeZone);
  return `${day.getUTCDate()} ${shortMonthNames[day.getUTCMonth()] ?? ""} ${day.getUTCFullYear()}`;
}

/** "9 Mar 2026, 14:05", and with seconds "9 Mar 2026, 14:05:09" */
export function formatInstant(
  value: string,
  timeZone: string = officeTimeZone(),
  withSeconds = false,
): string {
  const time = localTime(value, timeZone)
    .toISOString()
    .slice(11, withSeconds ? 19 : 16);
  return `${formatDay(value, timeZone)}, ${time}`;
}

/** A period with both ends included: "1 Nov to 22 Nov 2026". Null where neither end is set. */
export function daysWords(from: string, to: string): string | null {
  if (from === "" && to === "") return null;
  if (from === "") return `until ${formatDay(to)}`;
  if (to === "") return `from ${formatDay(from)}`;
  if (from === to) return formatDay(from);
  const start =
    from.slice(0, 4) === to.slice(0, 4) ? formatDay(from).slice(0, -5) : formatDay(from);
  return `${start} to ${formatDay(to)}`;
}

/** The calendar day of an instant in the office's time zone, `YYYY-MM-DD`. */
export function calendarDay(instant: string, timeZone: string = officeTimeZone()): string {
  return dayOf(instant, timeZone);
}

/** Today, in the office's time zone unless another is named, `YYYY-MM-DD`. */
export function today(timeZone: string = officeTimeZone()): string {
  return calendarDay(new Date().toISOString(), timeZone);
}

/** Local date and time as the UTC parts of a `Date`; a calendar day is the same in every time zone. */
function localTime(value: string, timeZone: string): Date {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(value);
  return new Date(isDay ? Date.parse(value) : wallClock(Date.parse(value), timeZone));
}

/** A day; the tooltip of an instant has its time as well. */
export function DayText(props: { value: string; withTime?: boolean | "seconds" }) {
  const zone = useOfficeTimeZone();
  const text = props.withTime
    ? formatInstant(props.value, zone, props.withTime === "seconds")
    : formatDay(props.value, zone);
  const title = props.value.includes("T") ? formatInstant(props.value, zone) : undefined;
  return (
    <time dateTime={props.value} title={title} style={{ whiteSpace: "nowrap" }}>
      {text}
    </time>
  );
}

const format = new Intl.RelativeTimeFormat("en-GB", { numeric: "always" });

/** "today", "yesterday", "3 days ago", in the office's time zone; future days are "today". */
export function daysAgoWords(value: string, now: Date = new Date()): string {
  const days = daysSince(value, now);
  if (days === 0) return "today";
  if (days === 1) return "yesterday";
  if (days < 30) return format.format(0 - days, "day");
  return days < 365
    ? format.format(0 - Math.floor(days / 30), "month")
    : format.format(0 - Math.floor(days / 365), "year");
}

/** The number of midnights since then in the office's time zone; 0 for the future. */
export function daysSince(value: string, now: Date = new Date()): number {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : calendarDay(value);
  return Math.max(0, daysBetween(day, calendarDay(now.toISOString())));
}

/** "3 hours ago" on the same day, else `daysAgoWords`; "just now" within a minute and for the future. */
export function agoWords(instant: string, now: Date): string {
  const minutes = Math.floor((now.getTime() - Date.parse(instant)) / 60_000);
  if (minutes < 1) return "just now";
  if (daysSince(instant, now) > 0) return daysAgoWords(instant, now);
  return minutes < 60
    ? format.format(0 - minutes, "minute")
    : format.format(0 - Math.floor(minutes / 60), "hour");
}

const minuteMs = 60_000;

/** The time since an instant, as it passes, with day and time as tooltip. */
export function AgoText(props: { value: string }) {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), minuteMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <time
      dateTime={props.value}
      title={formatInstant(props.value)}
      style={{ whiteSpace: "nowrap" }}
    >
      {agoWords(props.value, now)}
    </time>
  );
}
