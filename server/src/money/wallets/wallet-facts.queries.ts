import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { rowOf, rowsOf } from "../../platform/db/rows.ts";
import { payableOf } from "./wallet.rules.ts";
import { withheldBps } from "../withholding/withholding-rate.queries.ts";

/** The figures of a wallet, and of a payout request made now. Amounts in minor units. */
export type PayoutFacts = Readonly<{
  /** Accrued in all. */
  earned: number;
  paid: number;
  credit: number;
  creditAccount: number;
  /** The cash of the open request. */
  requested: number;
  /** Left for a later request: what is maturing, and what else is after the cut-off. */
  waiting: number;
  /** What can be requested, converted to credit or spent on an order now. */
  payable: number;
  /** Accrued up to `throughPosition`, the cut-off of a request. */
  accrued: number;
  throughPosition: number;
  /** The cut-off of the last paid request; 0: none was paid. */
  paidThrough: number;
  /** Maturing entries are after this position: the cut-off, unless reversals moved that back. */
  maturingAfter: number;
  /** Too young to be requested, less reversals of the same orders. */
  maturing: number;
  /** Commission matures for this many days; 0: not at all. */
  holdDays: number;
  /** The smallest cash amount of a request. */
  minimum: number;
  hasBankDetails: boolean;
  /** The rate of tax that is withheld of the member's payouts. */
  withholdingBps: number;
}>;

/** What the statement reads; the others follow. */
const factsRow = z.strictObject({
  earned: z.int(),
  paid: z.int(),
  credit: z.int(),
  creditAccount: z.int(),
  requested: z.int(),
  accrued: z.int(),
  throughPosition: z.int(),
  paidThrough: z.int(),
  maturingAfter: z.int(),
  maturing: z.int(),
  holdDays: z.int(),
  minimum: z.int(),
  hasBankDetails: z.boolean(),
  withholdingBps: z.int(),
}) satisfies z.ZodType<Omit<PayoutFacts, "waiting" | "payable">>;

/**
 * All figures from one statement, so that they are consistent.
 *
 * The cut-off is before the first entry that is still maturing. Reversals after it, of orders from before it, reduce what
 * is left to pay, so the cut-off moves back to the position where that much less had accrued. Both depend on the time and
 * the ledger alone.
 *
 * @param now an instant, ISO 8601
 */
export async function getPayoutFacts(
  db: ReadDatabase,
  userId: number,
  now: string,
): Promise<PayoutFacts> {
  const facts = await rowOf(
    db,
    factsRow,
    sql`
    with ${heldCommission(userId, now)}, earlier as (
      select entry.position, sum(entry.amount) as amount from projection.commission_entry entry
      where entry.beneficiary_id = (select id from holder where (select taken_back from net) < 0)
        and entry.position > (select settled_to from purse)
        and entry.position <= (select position from cut)
      group by entry.position
    ), reached as (
      select position, (select accrued - maturing - taken_back from purse, net)
        - (sum(amount) over (order by position desc) - amount) as accrued
      from earlier
    ), moved as (
      select position, accrued::bigint as accrued from reached
      where accrued <= (select accrued - maturing from purse, net)
      order by reached.accrued desc, position desc limit 1
    )
    select purse.accrued as earned, purse.paid, purse.credit, purse.credit_account as "creditAccount",
      purse.requested, net.maturing, terms.hold_days as "holdDays", terms.minimum,
      cut.position as "maturingAfter",
      case when net.taken_back = 0 then cut.position
        else coalesce(moved.position, purse.settled_to) end as "throughPosition",
      case when net.taken_back = 0 then purse.accrued - net.maturing
        else coalesce(moved.accrued, purse.settled) end as accrued,
      purse.paid_through as "paidThrough",
      exists (select from bank_detail where user_id = ${userId}) as "hasBankDetails",
      coalesce((select ${withheldBps(sql`terms.withholding_bps`)} from withholding_rate
        where user_id = ${userId}), terms.withholding_bps) as "withholdingBps"
    from terms, purse, cut, net left join moved on true`,
  );
  const { earned, accrued, paid, credit, requested, maturing } = facts;
  // Reversals may exceed what is left before the cut-off.
  const waiting = Math.max(maturing, earned - accrued);
  const payable = payableOf({ accrued: earned, paid, credit }, { requested, waiting });
  return { ...facts, waiting, payable };
}

/** Common table expressions: the terms, the wallet, the position where maturing entries begin, and their sums. */
function heldCommission(userId: number, now: string): RawBuilder<unknown> {
  return sql`
    terms as (
      select payout_hold_days as hold_days, payout_minimum as minimum, withholding_bps from shop_setting
    ), purse as (
      select checkpoint.position as head, coalesce(wallet.accrued, 0) as accrued,
        coalesce(wallet.paid, 0) as paid, coalesce(wallet.credit, 0) as credit,
        coalesce(wallet.credit_account, 0) as credit_account,
        coalesce(open.requested, 0) as requested,
        coalesce(open.accrued_at_cutoff, wallet.accrued_at_last_paid_cutoff, 0) as settled,
        coalesce(wallet.last_paid_cutoff, 0) as paid_through,
        -- The entries of an open request are settled with it, whatever their age.
        coalesce(open.cutoff_position, wallet.last_paid_cutoff, 0) as settled_to
      from projection.checkpoint
      left join projection.wallet on wallet.user_id = ${userId}
      left join projection.payout_request open on open.payout_id = wallet.open_payout_id
      where checkpoint.name = 'wallets'
    ), holder as (
      -- Null where nothing is held, so that no entries are read.
      select case when hold_days > 0 then ${userId}::integer end as id from terms
    ), cut as (
      select coalesce((
        select min(entry.position) - 1 from projection.commission_entry entry
        where entry.beneficiary_id = (select id from holder) and entry.amount > 0
          and entry.position > (select settled_to from purse)
          and entry.occurred_at
            > ${now}::timestamptz - (select make_interval(days => hold_days) from terms)
      ), purse.head) as position
      from purse
    ), later as (
      select sum(entry.amount) as amount from projection.commission_entry entry
      where entry.beneficiary_id = (select id from holder)
        and entry.position > (select position from cut)
      group by entry.order_id
    ), net as (
      select coalesce(sum(amount) filter (where amount > 0), 0)::bigint as maturing,
        coalesce(sum(amount) filter (where amount < 0), 0)::bigint as taken_back
      from later
    )`;
}

const maturingRow = z.strictObject({ day: z.iso.date(), amount: z.int() });
type MaturingDay = z.infer<typeof maturingRow>;

/** The days, in this time zone, from which maturing commission can be requested, soonest first. */
export async function listMaturingDays(
  db: ReadDatabase,
  userId: number,
  { maturingAfter, holdDays }: Pick<PayoutFacts, "maturingAfter" | "holdDays">,
  timeZone: string,
): Promise<MaturingDay[]> {
  return rowsOf(
    db,
    maturingRow,
    sql`
    select day::date as day, sum(amount)::bigint as amount
    from (
      select sum(entry.amount) as amount,
        (max(entry.occurred_at) filter (where entry.amount > 0)
          + make_interval(days => ${holdDays})) at time zone ${timeZone} as day
      from projection.commission_entry entry
      where entry.beneficiary_id = ${userId} and entry.position > ${maturingAfter}
      group by entry.order_id
    ) earned
    where amount > 0
    group by day::date
    order by day::date`,
  );
}

export async function findOrderToCredit(db: ReadDatabase, orderId: string) {
  return db
    .selectFrom("projection.order_state")
    .select(["buyer_id as buyerId", "state", "currency", "paid_at as paidAt"])
    .select(["total", "received", "refunded"])
    .where("order_id", "=", orderId)
    .executeTakeFirst();
}
