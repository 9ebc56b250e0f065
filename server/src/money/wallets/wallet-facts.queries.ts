import type { Currency } from "@portal/shared/platform/money.ts";
import { type RawBuilder, sql } from "kysely";
import type { Database, ReadDatabase } from "../../platform/db/database.ts";
import { isAboveSecondPersonLimit } from "../../platform/proposals/second-person-limit.queries.ts";
import type { OrderState } from "../../platform/read-model/projection-tables.ts";
import { walletStream } from "./wallet.events.ts";
import { payableOf } from "./wallet.rules.ts";

/** What a wallet holds, and what a request for a payout would find in it now. Amounts in minor units. */
export type PayoutFacts = Readonly<{
  /** All that ever accrued. */
  earned: number;
  paid: number;
  credit: number;
  creditAccount: number;
  /** The cash of the open request. */
  requested: number;
  /** What is left to a later request: what is maturing, and what the cut-off left behind with it. */
  waiting: number;
  /** What can be asked for, turned into credit or spent on an order now. */
  payable: number;
  /** What had accrued by the position: where the request is cut off. */
  accrued: number;
  throughPosition: number;
  /** Where what is still maturing begins: the cut-off, unless that moved back. */
  maturingAfter: number;
  /** Too young to be asked for, less what was taken back of the same orders. */
  maturing: number;
  /** Younger than so many days is maturing; 0: nothing is. */
  holdDays: number;
  /** Of the cash that is asked for. */
  minimum: number;
  hasBankDetails: boolean;
}>;

/**
 * Everything in one statement, so that it is true at the same moment.
 *
 * The cut-off lies before the first entry that is still maturing. What was taken back after it, of
 * orders that count before it, is owed by then: so that no more is asked for than is left, the cut-off
 * then moves back to where that much less had accrued. Both follow from time and the ledger alone.
 *
 * @param now an instant, ISO 8601
 */
export async function getPayoutFacts(
  db: ReadDatabase,
  userId: number,
  now: string,
): Promise<PayoutFacts> {
  const { rows } = await sql<Omit<PayoutFacts, "waiting" | "payable">>`
    with ${whatIsHeld(userId, now)}, earlier as (
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
      exists (select from bank_detail where user_id = ${userId}) as "hasBankDetails"
    from terms, purse, cut, net left join moved on true`.execute(db);
  const [facts] = rows;
  if (!facts) throw new Error("the shop has no settings, or no wallets");
  const { earned, accrued, paid, credit, requested, maturing } = facts;
  // More may have been taken back than is left before the cut-off.
  const waiting = Math.max(maturing, earned - accrued);
  const payable = payableOf({ accrued: earned, paid, credit }, { requested, waiting });
  return { ...facts, waiting, payable };
}

/** The terms of payouts, the wallet, where what is held begins, and what lies behind that. */
function whatIsHeld(userId: number, now: string): RawBuilder<unknown> {
  return sql`
    terms as (
      select payout_hold_days as hold_days, payout_minimum as minimum from shop_setting
    ), purse as (
      select checkpoint.position as head, coalesce(wallet.accrued, 0) as accrued,
        coalesce(wallet.paid, 0) as paid, coalesce(wallet.credit, 0) as credit,
        coalesce(wallet.credit_account, 0) as credit_account,
        coalesce(open.requested, 0) as requested,
        coalesce(wallet.paid, 0) + coalesce(open.commission, 0) as settled,
        -- What an open request asks for is settled with it, whatever its age.
        coalesce(open.cutoff_position, wallet.last_paid_cutoff, 0) as settled_to
      from projection.checkpoint
      left join projection.wallet on wallet.user_id = ${userId}
      left join projection.payout_request open on open.payout_id = wallet.open_payout_id
      where checkpoint.name = 'wallets'
    ), holder as (
      -- Nobody where nothing is held, so that no entry is looked at.
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

export type MaturingDay = { day: string; amount: number };

/**
 * When what is maturing can be asked for, soonest first: the office's days.
 *
 * @param timeZone of the office, as PostgreSQL knows it
 */
export async function listMaturingDays(
  db: ReadDatabase,
  userId: number,
  { maturingAfter, holdDays }: Pick<PayoutFacts, "maturingAfter" | "holdDays">,
  timeZone: string,
): Promise<MaturingDay[]> {
  const { rows } = await sql<MaturingDay>`
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
    order by day::date`.execute(db);
  return rows;
}

type OrderToCredit = Readonly<{
  buyerId: number | null;
  state: OrderState;
  total: number;
  received: number;
  refunded: number;
  currency: Currency;
  paidAt: string | null;
}>;

export async function findOrderToCredit(
  db: ReadDatabase,
  orderId: string,
): Promise<OrderToCredit | undefined> {
  return db
    .selectFrom("projection.order_state")
    .select(["buyer_id as buyerId", "state", "currency", "paid_at as paidAt"])
    .select(["total", "received", "refunded"])
    .where("order_id", "=", orderId)
    .executeTakeFirst();
}

/** All that was granted to one person in the last thirty days counts. */
export async function isCreditAboveLimit(
  db: Database,
  userId: number,
  amount: number,
): Promise<boolean> {
  return isAboveSecondPersonLimit(
    db,
    amount,
    sql`stream_id = ${walletStream(userId)} and type = 'CreditGranted'
    and recorded_at > now() - interval '30 days'`,
  );
}
