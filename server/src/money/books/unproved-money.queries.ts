import { type Day, startOfDay } from "@portal/shared/platform/calendar.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { rowsOf } from "../../platform/db/rows.ts";
import { isLive } from "../../platform/read-model/live-orders.ts";
import { listAccepted } from "../../sales/accepted-differences/accepted-difference.store.ts";
import { listUnprovedRefunds } from "../../sales/bank-debits/bank-debit.queries.ts";
import { refundThing } from "../../sales/bank-debits/bank-debit.rules.ts";
import { coveredUntil, findLastBankDay } from "../../sales/bank-lines/statement-days.queries.ts";
import { undoneMark } from "../../sales/orders/order.rules.ts";
import { listKnownTransactions } from "./bank-reconciliation.queries.ts";
import {
  eventThing,
  type MatchableEntry,
  matchedThings,
  paymentThing,
  payoutThing,
} from "./bank-reconciliation.rules.ts";
import { isOverdue } from "./unproved-money.rules.ts";

/** Of the months and of the bank. */
type Terms = Readonly<{ timeZone: string; currency: Currency }>;

/** An entry of the bank account that no transaction is, as the reconciliation names it. Negative for money that left. */
export type UnprovedEntry = MatchableEntry &
  Readonly<{ orderId: string | null; userId: number | null }>;

/**
 * The payments that were recorded by hand, the payouts, refunds and store credit that were paid, and no stored transaction is:
 * what the reconciliation of the bank has in the ledger alone. They are read without the ledger, so that a page may ask often.
 */
export async function listUnproved(
  db: ReadDatabase,
  terms: Terms,
): Promise<readonly UnprovedEntry[]> {
  const first = await db
    .selectFrom("bank_statement")
    .select(({ fn }) => fn.min<Day | null>("from_day").as("day"))
    .executeTakeFirst();
  if (!first?.day) return [];
  const since = startOfDay(first.day, terms.timeZone);
  const [payments, refunds, payouts, credit] = await Promise.all([
    listHandPayments(db, terms, since),
    listUnprovedRefunds(db, terms),
    listUnprovedPayouts(db, terms, since),
    listPaidOutCredit(db, terms),
  ]);
  const entries = [
    ...payments,
    ...refunds.map(({ position, orderId, orderNumber, day, amount }) => {
      const thing = refundThing(position);
      return { thing, day, amount: -amount, orderId, orderNumber, userId: null, lineId: null };
    }),
    ...payouts,
    ...credit,
  ];
  if (entries.length === 0) return [];
  const orderNumbers = entries.flatMap(({ orderNumber }) => orderNumber ?? []);
  const lines = await listKnownTransactions(db, orderNumbers);
  return matchedThings(lines, entries, new Map()).unseen;
}

const sums = { count: 0, sum: 0, before: 0 };

/**
 * What is in the ledger by a day and never came to the bank account or left it, as the statements say, without what somebody
 * accepted.
 *
 * @param of.from `before` is how many of them are of days before it
 */
export async function countOverdue(
  db: ReadDatabase,
  { from, to, ...terms }: Terms & Readonly<{ from: Day; to: Day }>,
): Promise<Readonly<typeof sums>> {
  const entries = await listUnproved(db, terms);
  if (entries.length === 0) return sums;
  const [accepted, covered, knownUntil] = await Promise.all([
    listAccepted(db),
    db
      .selectFrom("bank_statement")
      .select(["from_day as from", coveredUntil(terms.timeZone).as("until")])
      .execute(),
    findLastBankDay(db, terms.timeZone),
  ]);
  const overdue = entries.filter(
    ({ thing, day }) =>
      day <= to && !accepted.has(thing) && isOverdue(day, { covered, knownUntil }),
  );
  return {
    count: overdue.length,
    sum: overdue.reduce((sum, { amount }) => sum + Math.abs(amount), 0),
    before: overdue.filter(({ day }) => day < from).length,
  };
}

const paymentRow = z.strictObject({
  orderId: z.guid(),
  orderNumber: z.int(),
  paymentId: z.string(),
  amount: z.int(),
  day: z.iso.date(),
});

/** Bank transfers that no stored transaction was matched to, without those that were undone. */
async function listHandPayments(
  db: ReadDatabase,
  { timeZone, currency }: Terms,
  since: string,
): Promise<UnprovedEntry[]> {
  const rows = await rowsOf(
    db,
    paymentRow,
    sql`
    select payment.order_id as "orderId", "order".order_number as "orderNumber",
      payment.payment_id as "paymentId", payment.amount - payment.fee as amount,
      (payment.received_at at time zone ${timeZone})::date as day
    from projection.order_payment payment
    join projection.order_state "order" on "order".order_id = payment.order_id
    where payment.method = 'eft' and payment.amount > 0 and payment.received_at >= ${since}
      and "order".currency = ${currency} and ${isLive()}
      and not exists (select from projection.order_payment undone
        where undone.order_id = payment.order_id
          and undone.payment_id = payment.payment_id || ${undoneMark}::text)
      and not exists (select from bank_line line
        where line.id = substring(payment.payment_id from '^bank-([0-9]{1,18})(?:-[0-9]+)?$')::bigint)
    order by payment.position`,
  );
  return rows.map(({ paymentId, ...payment }) => {
    const thing = paymentThing(payment.orderId, paymentId);
    return { ...payment, thing, userId: null, lineId: null };
  });
}

const payoutRow = z.strictObject({
  payoutId: z.string(),
  userId: z.int(),
  amount: z.int(),
  day: z.iso.date(),
});

async function listUnprovedPayouts(
  db: ReadDatabase,
  { timeZone }: Terms,
  since: string,
): Promise<UnprovedEntry[]> {
  const rows = await rowsOf(
    db,
    payoutRow,
    sql`
    select payout_id as "payoutId", user_id as "userId", withheld - requested as amount,
      (settled_at at time zone ${timeZone})::date as day
    from projection.payout_request payout
    where state in ('paid', 'returned') and requested > withheld and settled_at >= ${since}
      and not exists (select from payout_batch_item item
        where item.payout_id = payout.payout_id and item.proof_day is not null)
    order by settled_at, payout_id`,
  );
  return rows.map(({ payoutId, ...payout }) => {
    const thing = payoutThing(payoutId);
    return { ...payout, thing, orderId: null, orderNumber: null, lineId: null };
  });
}

const creditRow = z.strictObject({
  position: z.int(),
  userId: z.int(),
  amount: z.int(),
  day: z.iso.date(),
});

/** Store credit is paid out when its person is erased, which few are. */
async function listPaidOutCredit(db: ReadDatabase, { timeZone }: Terms): Promise<UnprovedEntry[]> {
  const rows = await rowsOf(
    db,
    creditRow,
    sql`
    select distinct paid.position, erased.subject_id as "userId",
      paid.withheld - (paid.data ->> 'amount')::bigint as amount,
      (paid.occurred_at at time zone ${timeZone})::date as day
    from audit_entry erased
    join lateral (
      select position, data, occurred_at, type,
        coalesce((data ->> 'withheld')::bigint, 0) as withheld
      from ledger_events where stream_id = 'wallet-' || erased.subject_id) paid
      on paid.type = 'CreditPaidOut' and (paid.data ->> 'amount')::bigint > paid.withheld
    where erased.action = 'account.erased'
    order by paid.position`,
  );
  return rows.map(({ position, ...credit }) => {
    const thing = eventThing(position);
    return { ...credit, thing, orderId: null, orderNumber: null, lineId: null };
  });
}
