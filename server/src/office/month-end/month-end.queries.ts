import {
  addDays,
  firstDayOf,
  type Month,
  monthAt,
  nextMonth,
  startOfMonth,
} from "@portal/shared/platform/calendar.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { sql } from "kysely";
import { getCalendar, listClosable } from "../../money/statements/closing.queries.ts";
import { closingOf } from "../../money/statements/statement.rules.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { readHead } from "../../platform/ledger/read-events.ts";
import { summariseChecks } from "../../platform/ledger-checks/ledger-check.store.ts";
import { isUndecided } from "../../sales/payments/notification.queries.ts";
import { listCardMatch } from "../../sales/card-settlements/card-match.queries.ts";
import type { Summed } from "../dashboard/open-work.queries.ts";

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
  const from = firstDayOf(month);
  const to = addDays(firstDayOf(nextMonth(month)), -1);
  const wholeMonth = { from, to, show: "exceptions", page: 1, pageSize: 1 } as const;
  const [match, open, checks, head, seal] = await Promise.all([
    listCardMatch(db, region, wholeMonth),
    readOpen(db, { to, end }),
    summariseChecks(db),
    readHead(db),
    db
      .selectFrom("ledger_seals")
      .select(({ fn }) => fn.max("through_position").as("position"))
      .executeTakeFirst(),
  ]);
  return {
    month,
    from,
    to,
    isOver: end <= now,
    isClosed: closingOf(calendar, month) !== null,
    /** Months that can be closed now, the oldest first. */
    closable,
    currency,
    /** Card payments of the month compared with the provider's settlements. */
    card: { matched: match.counts.matched, exceptions: match.counts.exceptions },
    ...open,
    checks,
    head,
    /** Null before the first seal. */
    sealedThrough: seal?.position ?? null,
  };
}

/** Up to the end of the month: undecided card notifications, open bank transactions and unsettled payout requests. */
async function readOpen(db: ReadDatabase, until: Readonly<{ to: string; end: string }>) {
  type Open = { notifications: { count: number }; bankLines: Summed; payouts: Summed };
  const { rows } = await sql<Open>`
    select
      (select json_build_object('count', count(*)) from card_notification notification
        where ${isUndecided} and received_at < ${until.end}::timestamptz) as notifications,
      (select json_build_object('count', count(*), 'sum', coalesce(sum(amount), 0)) from bank_line
        where state = 'open' and booked_on <= ${until.to}::date) as "bankLines",
      (select json_build_object('count', count(*), 'sum', coalesce(sum(requested), 0))
        from projection.payout_request
        where state = 'requested' and requested_at < ${until.end}::timestamptz) as payouts`.execute(
    db,
  );
  const [open] = rows;
  if (!open) throw new Error("the query of counts returned no row");
  return open;
}
