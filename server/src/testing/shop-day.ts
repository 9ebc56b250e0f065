import { dayOf } from "@portal/shared/platform/calendar.ts";

/** Where the test shop's days begin; between there and UTC the date differs for two hours of each night. */
const timeZone = "Africa/Johannesburg";

/** Today on the wall of the test shop, as `YYYY-MM-DD`. */
export function shopDay(): string {
  return dayOf(new Date().toISOString(), timeZone);
}
