import { dayOf } from "@portal/shared/platform/calendar.ts";

/** The test shop's time zone, whose date differs from UTC for two hours of each night. */
const timeZone = "Africa/Johannesburg";

/** The present day of the test shop, `YYYY-MM-DD`. */
export function shopDay(): string {
  return dayOf(new Date().toISOString(), timeZone);
}
