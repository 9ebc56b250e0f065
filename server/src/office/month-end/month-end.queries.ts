import {
  addDays,
  firstDayOf,
  type Month,
  monthAt,
  nextMonth,
  startOfMonth,
} from "@portal/shared/platform/calendar.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { sql } from "kysely";
import { getCalendar, listClosable } from "../../money/statements/closing.queries.ts";
import { closingOf } from "../../money/statements/statement.rules.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { readHead } from "../../platform/ledger/read-events.ts";
import {
  type CheckSummary,
  summariseChecks,
} from "../../platform/ledger-checks/ledger-check.store.ts";
import { isUndecided } from "../../sales/payments/notification.queries.ts";
import { listCardMatch } from "../../sales/card-settlements/card-match.queries.ts";

type Summed = Readonly<{ count: number; sum: number }>;

/** What is left to do before a month is closed; sums are minor units. */
export type MonthEnd = Readonly<{
  month: Month;
  /** Days of the month, the last included. */
  from: string;
  to: string;
  isOver: boolean;
  isClosed: boolean;
  /** Which months can be closed now, the oldest first. */
  closable: readonly Month[];
  currency: Currency;
  /** Card payments of the month beside what the provider settled. */
  card: Readonly<{ matched: number; exceptions: number }>;
  /** What the card provider wrote by the end of the month and nobody decided. */
  notifications: Readonly<{ count: number }>;
  /** Transactions of the bank up to the month's last day that no order, payout or person claims. */
  bankLines: Summed;
  /** Requests of the month and of those before it that are not settled. */
  payouts: Summed;
  /** What was found when the ledger was last looked over. */
  checks: readonly CheckSummary[];
  head: number;
  /** Through which position the ledger is sealed; null before the first seal. */
  sealedThrough: number | null;
}>;

export async function readMonthEnd(
  db: ReadDatabase,
  {
    region,
    now,
    month: asked,
  }: Readonly<{ region: Region; now: string; month?: Month | undefined }>,
): Promise<MonthEnd> {
  const calendar = await getCalendar(db, region);
  const closable = await listClosable(db, calendar, now);
  const { timeZone, currency } = calendar;
  const month = asked ?? closable.at(-1) ?? monthAt(now, timeZone);
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
    closable,
    currency,
    card: { matched: match.counts.matched, exceptions: match.counts.exceptions },
    ...open,
    checks,
    head,
    sealedThrough: seal?.position ?? null,
  };
}

/** @param until the month's last day, and the instant at which it is over */
async function readOpen(
  db: ReadDatabase,
  until: Readonly<{ to: string; end: string }>,
): Promise<Pick<MonthEnd, "notifications" | "bankLines" | "payouts">> {
  const { rows } = await sql<Pick<MonthEnd, "notifications" | "bankLines" | "payouts">>`
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
  if (!open) throw new Error("counts without a row");
  return open;
}
