import { dayOf } from "@portal/shared/platform/calendar.ts";

/** The present day of the test shop, `YYYY-MM-DD`. It differs from the day in UTC, and abroad, for hours of each night. */
export function shopDay(timeZone = "Africa/Johannesburg"): string {
  return dayOf(new Date().toISOString(), timeZone);
}
