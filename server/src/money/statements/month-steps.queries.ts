import {
  addDays,
  type DayRange,
  firstDayOf,
  type Month,
  nextMonth,
  startOfDay,
  startOfMonth,
} from "@portal/shared/platform/calendar.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { rowOf } from "../../platform/db/rows.ts";
import { listCheckReach } from "../../platform/ledger-checks/ledger-check.store.ts";
import { isUnexplained } from "../../sales/bank-debits/bank-debit.queries.ts";
import {
  countPayments,
  findBankDifference,
  findBankGaps,
  listSettledDays,
} from "../../sales/bank-lines/statement-days.queries.ts";
import { missingDays } from "../../sales/bank-lines/statement-days.rules.ts";
import {
  countCardWork,
  findFirstSettledDay,
} from "../../sales/card-settlements/card-match.queries.ts";
import { isUndecided } from "../../sales/payments/notification.queries.ts";
import { countUnsettled, findCardDifference } from "../books/card-reconciliation.queries.ts";
import { countUnexplained } from "../books/suspense.queries.ts";
import { countOverdue } from "../books/unproved-money.queries.ts";
import { listClosable } from "./closing.queries.ts";
import { openStepsOf } from "./month-steps.rules.ts";
import { type Calendar, closingOf } from "./statement.rules.ts";

/**
 * How far the work before the closing of a month is, in minor units. Statements have to cover all days that are closed: with
 * the first closing, those of earlier months too. Nothing may be left of any day up to the end of the month, because what was
 * open at an earlier closing, was reopened since, or came with a late statement is in no other one; `before` is how much of it
 * is of earlier months.
 */
export async function readMonthSteps(
  db: ReadDatabase,
  region: Region,
  { calendar, month, now }: Readonly<{ calendar: Calendar; month: Month; now: string }>,
) {
  const { timeZone, currency } = calendar;
  const closable = await listClosable(db, calendar, now);
  const first = closable.includes(month) ? (closable[0] ?? month) : month;
  const days = { from: firstDayOf(first), until: firstDayOf(nextMonth(month)) };
  const instants = {
    from: startOfDay(days.from, timeZone),
    until: startOfDay(days.until, timeZone),
  };
  const from = firstDayOf(month);
  const to = addDays(days.until, -1);
  const [
    card,
    unsettled,
    unproved,
    suspense,
    open,
    transfers,
    cardPayments,
    settled,
    checks,
    sealed,
    lastEvent,
  ] = await Promise.all([
    readCardWork(db, region, { from, until: days.until }),
    countUnsettled(db, { from, to, timeZone }),
    countOverdue(db, { from, to, timeZone, currency }),
    countUnexplained(db, { from, to }),
    readOpen(db, { from, to, end: instants.until }),
    countPayments(db, { method: "eft", ...instants }),
    countPayments(db, { method: "card", ...instants }),
    listSettledDays(db, timeZone),
    listCheckReach(db),
    db
      .selectFrom("ledger_seals")
      .select(({ fn }) => fn.max("through_position").as("position"))
      .executeTakeFirst(),
    findLastEvent(db, calendar, month),
  ]);
  const isCardless = cardPayments === 0 && card.all === 0;
  const facts = {
    bank: {
      ...(await findBankGaps(db, { days, timeZone, transfers })),
      /** Between the balances in the files and the transactions of the days. */
      difference: await findBankDifference(db, days),
    },
    card: {
      ...card.work,
      /** Booked from the bank, and in no settlement. */
      unsettled,
      /** Between the balances in the settlements and their lines of the days. */
      difference: await findCardDifference(db, days),
      /** Without card payments no settlement is needed. */
      isNeeded: !isCardless,
      missing: isCardless ? [] : missingDays(days, settled),
    },
    ...open,
    /** In the ledger, and never in the bank account. */
    unproved,
    /** On the account Unexplained. */
    suspense,
    checks,
    /** Of the month, whose checks and seal are needed. */
    lastEvent,
    /** Null before the first seal. */
    sealedThrough: sealed?.position ?? null,
  };
  return { ...facts, openSteps: openStepsOf(facts) };
}

/** The position of the last event that the month has; 0 where it has none and nothing was before it. */
async function findLastEvent(db: ReadDatabase, calendar: Calendar, month: Month): Promise<number> {
  const closing = closingOf(calendar, month);
  if (closing) return closing.throughPosition;
  // Found from the newest one on, behind the events of the days since.
  const last = await db
    .selectFrom("ledger_events")
    .select("position")
    .where("occurred_at", "<", startOfMonth(nextMonth(month), calendar.timeZone))
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.position ?? 0;
}

async function readCardWork(db: ReadDatabase, region: Region, { from, until }: DayRange) {
  const firstDay = (await findFirstSettledDay(db)) ?? from;
  const before = await countCardWork(db, region, { from: firstDay, until: from });
  const { all, ...own } = await countCardWork(db, region, { from, until });
  const withBefore = (of: "exceptions" | "fees" | "deposits") => ({
    count: before[of].count + own[of].count,
    sum: before[of].sum + own[of].sum,
    before: before[of].count,
  });
  return {
    all,
    work: {
      /** Card payments of the month compared with the provider's settlements. */
      matched: own.matched,
      exceptions: withBefore("exceptions"),
      /** Fees that the provider kept and that are not booked. */
      fees: withBefore("fees"),
      /** Payouts of the provider that did not come to the bank, and deposits of no payout. */
      deposits: withBefore("deposits"),
      /** The first day before the month that has any of these. */
      before: before.firstDay,
    },
  };
}

const summed = z.strictObject({ count: z.int(), sum: z.int() });
const withBefore = summed.extend({ before: z.int() });
const openRow = z.strictObject({
  notifications: z.strictObject({ count: z.int() }),
  bankLines: withBefore,
  outgoing: withBefore,
  payouts: summed,
});

/**
 * Up to the end of the month: undecided card notifications, open bank transactions, money that left the bank account and that
 * nothing explains, and unsettled payout requests.
 */
async function readOpen(
  db: ReadDatabase,
  until: Readonly<{ from: string; to: string; end: string }>,
) {
  return rowOf(
    db,
    openRow,
    sql`
    select
      (select json_build_object('count', count(*)) from card_notification notification
        where ${isUndecided} and received_at < ${until.end}::timestamptz) as notifications,
      (select json_build_object('count', count(*), 'sum', coalesce(sum(amount), 0),
          'before', count(*) filter (where booked_on < ${until.from}::date)) from bank_line
        where state = 'open' and booked_on <= ${until.to}::date) as "bankLines",
      (select json_build_object('count', count(*), 'sum', coalesce(sum(amount), 0),
          'before', count(*) filter (where booked_on < ${until.from}::date))
        from bank_debit line where ${isUnexplained} and booked_on <= ${until.to}::date) as outgoing,
      (select json_build_object('count', count(*), 'sum', coalesce(sum(requested - withheld), 0))
        from projection.payout_request
        where state = 'requested' and requested_at < ${until.end}::timestamptz) as payouts`,
  );
}
