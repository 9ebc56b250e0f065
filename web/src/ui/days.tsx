import {
  dayOf,
  daysBetween,
  shortMonthNames,
  wallClock,
} from "@portal/shared/platform/calendar.ts";
import { useState } from "react";
import { officeTimeZone, useOfficeTimeZone } from "../office-time-zone.ts";

/** "9 Mar 2026", from an instant or from a calendar day `YYYY-MM-DD`: never 03/09. */
export function formatDay(value: string, timeZone: string = officeTimeZone()): string {
  const day = onTheWall(value, timeZone);
  return `${day.getUTCDate()} ${shortMonthNames[day.getUTCMonth()] ?? ""} ${day.getUTCFullYear()}`;
}

/** "9 Mar 2026, 14:05", and with seconds "9 Mar 2026, 14:05:09" */
export function formatInstant(
  value: string,
  timeZone: string = officeTimeZone(),
  withSeconds = false,
): string {
  const time = onTheWall(value, timeZone)
    .toISOString()
    .slice(11, withSeconds ? 19 : 16);
  return `${formatDay(value, timeZone)}, ${time}`;
}

/** Days from one to another, both included: "1 Nov to 22 Nov 2026". Null where neither end is set. */
export function daysWords(from: string, to: string): string | null {
  if (from === "" && to === "") return null;
  if (from === "") return `until ${formatDay(to)}`;
  if (to === "") return `from ${formatDay(from)}`;
  if (from === to) return formatDay(from);
  const start =
    from.slice(0, 4) === to.slice(0, 4) ? formatDay(from).slice(0, -5) : formatDay(from);
  return `${start} to ${formatDay(to)}`;
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

/** A day as a person reads it; an instant also tells its time to whoever asks for it. */
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

/** "today", "yesterday", "3 days ago", by the calendar of the office; a day ahead is today. */
export function daysAgoWords(value: string, now: Date = new Date()): string {
  const days = daysSince(value, now);
  if (days === 0) return "today";
  if (days === 1) return "yesterday";
  if (days < 30) return format.format(0 - days, "day");
  return days < 365
    ? format.format(0 - Math.floor(days / 30), "month")
    : format.format(0 - Math.floor(days / 365), "year");
}

/** How many midnights of the office lie between; 0 for what is ahead. */
export function daysSince(value: string, now: Date = new Date()): number {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : calendarDay(value);
  return Math.max(0, daysBetween(day, calendarDay(now.toISOString())));
}

/** "3 hours ago" on the same day, and `daysAgoWords` before; "just now" within a minute and for a clock that is ahead. */
export function agoWords(instant: string, now: Date): string {
  const minutes = Math.floor((now.getTime() - Date.parse(instant)) / 60_000);
  if (minutes < 1) return "just now";
  if (daysSince(instant, now) > 0) return daysAgoWords(instant, now);
  return minutes < 60
    ? format.format(0 - minutes, "minute")
    : format.format(0 - Math.floor(minutes / 60), "hour");
}

/** How long ago something was, with the day and the time of it for whoever points at it. */
export function AgoText(props: { value: string }) {
  const [now] = useState(() => new Date());
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
