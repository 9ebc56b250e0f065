import {
  addDays,
  firstDayOf,
  type Month,
  nextMonth,
  startOfDay,
} from "@portal/shared/platform/calendar.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { rowOf } from "../../platform/db/rows.ts";
import { summariseChecks } from "../../platform/ledger-checks/ledger-check.store.ts";
import { isUnexplained } from "../../sales/bank-debits/bank-debit.queries.ts";
import {
  countPayments,
  findBankDifference,
  findBankGaps,
  listSettledDays,
} from "../../sales/bank-lines/statement-days.queries.ts";
import { missingDays } from "../../sales/bank-lines/statement-days.rules.ts";
import { listCardMatch } from "../../sales/card-settlements/card-match.queries.ts";
import { isUndecided } from "../../sales/payments/notification.queries.ts";
import { listClosable } from "./closing.queries.ts";
import { openStepsOf } from "./month-steps.rules.ts";
import type { Calendar } from "./statement.rules.ts";

/**
 * How far the work before the closing of a month is, in minor units. Statements have to cover all days that are closed: with
 * the first closing, those of earlier months too.
 */
export async function readMonthSteps(
  db: ReadDatabase,
  region: Region,
  { calendar, month, now }: Readonly<{ calendar: Calendar; month: Month; now: string }>,
) {
  const { timeZone } = calendar;
  const closable = await listClosable(db, calendar, now);
  const first = closable.includes(month) ? (closable[0] ?? month) : month;
  const days = { from: firstDayOf(first), until: firstDayOf(nextMonth(month)) };
  const instants = {
    from: startOfDay(days.from, timeZone),
    until: startOfDay(days.until, timeZone),
  };
  const to = addDays(days.until, -1);
  const [match, open, transfers, cardPayments, settled, checks, seal] = await Promise.all([
    listCardMatch(db, region, {
      from: firstDayOf(month),
      to,
      show: "exceptions",
      page: 1,
      pageSize: 1,
    }),
    readOpen(db, { from: days.from, to, end: instants.until }),
    countPayments(db, { method: "eft", ...instants }),
    countPayments(db, { method: "card", ...instants }),
    listSettledDays(db, timeZone),
    summariseChecks(db),
    db
      .selectFrom("ledger_seals")
      .select(({ fn }) => fn.max("through_position").as("position"))
      .executeTakeFirst(),
  ]);
  const { counts, fees } = match;
  const isCardless = cardPayments === 0 && counts.all === 0;
  const facts = {
    bank: {
      ...(await findBankGaps(db, { days, timeZone, transfers })),
      /** Between the balances in the files and the transactions of the days. */
      difference: await findBankDifference(db, days),
    },
    card: {
      /** Card payments compared with the provider's settlements. */
      matched: counts.matched,
      exceptions: counts.exceptions,
      /** Fees that the provider kept and that are not booked. */
      fees: { count: fees.length, sum: fees.reduce((sum, { amount }) => sum + amount, 0) },
      /** Without card payments no settlement is needed. */
      isNeeded: !isCardless,
      missing: isCardless ? [] : missingDays(days, settled),
    },
    ...open,
    checks,
    /** Null before the first seal. */
    sealedThrough: seal?.position ?? null,
  };
  return { ...facts, openSteps: openStepsOf(facts) };
}

const summed = z.strictObject({ count: z.int(), sum: z.int() });
const openRow = z.strictObject({
  notifications: z.strictObject({ count: z.int() }),
  bankLines: summed,
  outgoing: summed,
  payouts: summed,
});

/**
 * Up to the end of the month: undecided card notifications, open bank transactions and unsettled payout requests. Of the days
 * that are closed: money that left the bank account and that nothing explains.
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
      (select json_build_object('count', count(*), 'sum', coalesce(sum(amount), 0)) from bank_line
        where state = 'open' and booked_on <= ${until.to}::date) as "bankLines",
      (select json_build_object('count', count(*), 'sum', coalesce(sum(amount), 0))
        from bank_debit line where ${isUnexplained}
        and booked_on between ${until.from}::date and ${until.to}::date) as outgoing,
      (select json_build_object('count', count(*), 'sum', coalesce(sum(requested - withheld), 0))
        from projection.payout_request
        where state = 'requested' and requested_at < ${until.end}::timestamptz) as payouts`,
  );
}
