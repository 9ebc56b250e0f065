import { yearOf } from "@portal/shared/catalogue/financial-year.ts";
import {
  dayOf,
  firstDayOf,
  type Month,
  monthAt,
  nextMonth,
  startOfMonth,
  lastDayOf,
} from "@portal/shared/platform/calendar.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { loadFinancialYears } from "../../catalogue/shop-settings/financial-years.store.ts";
import { getCalendar, listClosable } from "../../money/statements/closing.queries.ts";
import { readMonthSteps } from "../../money/statements/month-steps.queries.ts";
import { closingOf } from "../../money/statements/statement.rules.ts";
import { listEndingAgreements } from "../../people/tax-details/self-billing.queries.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { readHead } from "../../platform/ledger/read-events.ts";

/** What remains to be done before a month is closed, in minor units; by default the newest month that can be closed. */
export async function readMonthEnd(
  db: ReadDatabase,
  {
    region,
    now,
    month: requested,
  }: Readonly<{ region: Region; now: string; month?: Month | undefined }>,
) {
  const calendar = await getCalendar(db, region);
  const closable = await listClosable(db, calendar, now);
  const { timeZone, currency } = calendar;
  const month = requested ?? closable.at(-1) ?? monthAt(now, timeZone);
  const end = startOfMonth(nextMonth(month), timeZone);
  const year = yearOf(await loadFinancialYears(db, region), month);
  return {
    month,
    from: firstDayOf(month),
    to: lastDayOf(month),
    isOver: end <= now,
    isClosed: closingOf(calendar, month) !== null,
    /** The financial year that ends with the month; null where it goes on. */
    yearEnd: year.to === month ? year : null,
    /** Months that can be closed now, the oldest first. */
    closable,
    currency,
    ...(await readMonthSteps(db, region, { calendar, month, now })),
    head: await readHead(db),
    selfBilling: await listEndingAgreements(db, { region, today: dayOf(now, timeZone) }),
  };
}
