import { waits } from "@portal/shared/platform/acts.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { Caller } from "../../caller.ts";
import type { Database, ReadDatabase, Tx } from "../db/database.ts";
import { rowOf, rowsOf } from "../db/rows.ts";
import { digestOfNumber } from "./account-digest.ts";
import type { Accounts } from "./account-digest.queries.ts";
import { findSecondPersonLimit } from "./second-person-limit.queries.ts";

type AnyDatabase = ReadDatabase | Database | Tx;

/** Who gets money: a person, or a guest by the order. */
export type Payee = Readonly<{ userId: number } | { userId: null; orderId: string }>;

/** Amounts in minor units. */
export type MoneyOut = Readonly<{ to: Payee; amount: number }>;

/**
 * Whether paying these now takes a second admin: payouts, refunds not to the card and store credit count together, to one
 * person or bank account in `LOOKBACK`, and by one admin in `DAY` (docs/domain.md, "Decisions of two admins"). Those of
 * `out` count together too.
 *
 * @param batchId of whose payouts `out` is: its file does not count a second time
 */
export async function isMoneyOutAboveLimit(
  accounts: Accounts,
  adminId: number,
  out: readonly MoneyOut[],
  batchId: number | null = null,
): Promise<boolean> {
  const { db } = accounts;
  const limit = await findSecondPersonLimit(db);
  if (limit === null || out.length === 0) return false;
  const payees = out.map(({ to }) => to);
  const all = out.reduce((sum, { amount }) => sum + amount, 0);
  if (all > limit) return true;
  if (all + (await sumByAdmin(db, adminId, batchId)) > limit) return true;
  const [groups, sums] = await Promise.all([
    groupsOf(db, payees),
    sumsTo(accounts, payees, batchId),
  ]);
  return payees.some((_, at) => {
    const together = out.filter((_each, other) => groups[other] === groups[at]);
    return together.reduce((sum, { amount }) => sum + amount, sums[at] ?? 0) > limit;
  });
}

/** Of each by itself, whether this admin paying it now takes a second one, as `isMoneyOutAboveLimit` says of all together. */
export async function whichAreAboveLimit(
  accounts: Accounts,
  adminId: number,
  out: readonly MoneyOut[],
): Promise<boolean[]> {
  const { db } = accounts;
  const limit = await findSecondPersonLimit(db);
  if (limit === null || out.length === 0) return out.map(() => false);
  const own = await sumByAdmin(db, adminId);
  const payees = out.map(({ to }) => to);
  const sums = await sumsTo(accounts, payees);
  return out.map(({ amount }, at) => amount + Math.max(own, sums[at] ?? 0) > limit);
}

/**
 * For the side writes of a command that pays `to`: its events are in the sums, and no other writer is before the ledger's
 * lock is free.
 *
 * @throws DomainError decision.needed
 */
export async function requireMoneyOutWithinLimit(
  tx: Tx,
  { decision = null, user, accountDigest }: Pick<Caller, "decision" | "user" | "accountDigest">,
  to: Payee,
): Promise<void> {
  if (decision !== null || user === null) return;
  const limit = await findSecondPersonLimit(tx);
  if (limit === null) return;
  const [sum = 0] = await sumsTo({ db: tx, accountDigest }, [to]);
  if (sum > limit || (await sumByAdmin(tx, user.id)) > limit)
    throw new DomainError("decision.needed");
}

/**
 * Of ledger_events `event`: those of `LOOKBACK`. They lie behind the last seal before it: a scan of a month, where an index of the whole ledger by time
 * could not be built without stopping it. Without seals it is a scan of all.
 */
export const isOfLookback = sql`event.recorded_at > now() - make_interval(secs => ${waits.LOOKBACK})
  and event.position > (select coalesce(max(through_position), 0) from ledger_seals
    where sealed_at < now() - make_interval(secs => ${waits.LOOKBACK}))`;

/** Of a row of `projection.order_state`: it was once packed for its collector, whatever a quote or correction said since. */
export const wasPacked = (order: string) => sql<boolean>`exists (select from ledger_events packed
  where packed.stream_id = 'order-' || ${sql.ref(`${order}.order_id`)} and packed.type = 'ReadyToCollect')`;

/**
 * Of a row of `projection.order_state`: its goods stay with the buyer, or may, though money was refunded. Of an order that is
 * refunded in full and was not sent nothing leaves any more, and of a paid one only an overpayment was refunded.
 */
export const keepsGoods = (
  order: string,
) => sql<boolean>`(${sql.ref(`${order}.state`)} = 'partly-refunded'
  or (${sql.ref(`${order}.state`)} <> 'paid' and (${sql.ref(`${order}.waybill`)} is not null
    or ${wasPacked(order)})))`;

/**
 * Of a row of `projection.order_state`: what is due of a paid order beyond what is left of its card payments. A refund to the card
 * returns the card's own money only above it: what was overpaid by a typed payment was perhaps never paid.
 *
 * @param through the position up to which refunds count; without it, all
 */
export const dueBeyondCard = (
  order: string,
  through: RawBuilder<unknown> | null = null,
) => sql<number>`(case when ${sql.ref(`${order}.state`)} = 'paid' then greatest(0,
  ${sql.ref(`${order}.due`)} - ${keptOnCard(sql.ref(`${order}.order_id`), through)}) else 0 end)`;

/** What an order's card paid less what was refunded to it; minor units. */
export const keptOnCard = (
  orderId: RawBuilder<unknown>,
  through: RawBuilder<unknown> | null = null,
) => sql<number>`(
  select coalesce(sum(case moved.type when 'PaymentReceived' then 1 else -1 end
    * (moved.data ->> 'amount')::bigint), 0)::bigint
  from ledger_events moved where moved.stream_id = 'order-' || ${orderId}
    and moved.type in ('PaymentReceived', 'PaymentRefunded') and moved.data ->> 'method' = 'card'
    ${through === null ? sql`` : sql`and (moved.type = 'PaymentReceived' or moved.position <= ${through})`})`;

/**
 * What admins let out without a second one, so not what an import brought from an earlier system; the store credit of a
 * cancelled order only returns to whoever spent it, and the card's money to its owner, where the goods never left. Of a refund of
 * what was overpaid counts what the card's own payments do not cover. A file for
 * the bank lets out what it lists when it is downloaded: marking it as paid later counts no second time, and cancelling its
 * batch takes nothing back, because nobody knows what the bank did with the file.
 */
const moneyOut = (exceptBatch: number | null) => sql`
  select event.recorded_at, case when event.data ->> 'method' = 'card' and not ${keepsGoods("paid_back")}
      then least((event.data ->> 'amount')::bigint, ${dueBeyondCard("paid_back", sql`event.position`)})
      else (event.data ->> 'amount')::bigint end as amount,
    (event.metadata ->> 'actorId')::integer as admin, event.data ->> 'orderId' as order_id,
    coalesce((event.data ->> 'userId')::integer, paid_back.buyer_id) as user_id, paid_to.account_digest
  from ledger_events event
  left join projection.order_state paid_back on event.type = 'PaymentRefunded'
    and paid_back.order_id::text = event.data ->> 'orderId'
  left join payout_account paid_to on paid_to.batch_id is null and paid_to.payout_id = case event.type
    when 'PayoutPaid' then event.data ->> 'payoutId'
    when 'CreditPaidOut' then 'credit-' || (event.data ->> 'userId') end
  where event.type in ('PayoutPaid', 'PaymentRefunded', 'CreditGranted', 'CreditPaidOut')
    and ${isOfLookback}
    and event.metadata ->> 'actorId' is not null
    and not event.metadata ? 'decisionId'
    and (event.type <> 'PaymentRefunded' or event.data ->> 'refundId' not like 'cancelled-%'
      or ${keepsGoods("paid_back")})
    and not (event.type = 'PayoutPaid' and exists (
      select from payout_batch_item item where item.payout_id = event.data ->> 'payoutId'
        and item.state = 'paid' and item.let_out_alone))
  union all
  select batch.file_at, item.amount + item.withheld, batch.file_by, null, item.user_id,
    paid_to.account_digest
  from payout_batch batch join payout_batch_item item on item.batch_id = batch.id
  left join payout_account paid_to on paid_to.payout_id = item.payout_id and paid_to.batch_id = batch.id
  where item.let_out_alone and batch.file_at > now() - make_interval(secs => ${waits.LOOKBACK})
    and batch.id is distinct from ${exceptBatch}`;

const sumRow = z.strictObject({ sum: z.int() });

async function sumByAdmin(
  db: AnyDatabase,
  adminId: number,
  exceptBatch: number | null = null,
): Promise<number> {
  const { sum } = await rowOf(
    db,
    sumRow,
    sql`
    select coalesce(sum(amount), 0)::bigint as sum from (${moneyOut(exceptBatch)}) paid
    where admin = ${adminId}
      and recorded_at > now() - make_interval(secs => ${waits.DAY})`,
  );
  return sum;
}

/**
 * For each payee, what went to that person, to somebody who has the same bank account now, and to the account itself: who has
 * another one by now was paid to the former.
 */
async function sumsTo(
  { db, accountDigest }: Accounts,
  payees: readonly Payee[],
  exceptBatch: number | null = null,
): Promise<number[]> {
  const numbers = await numbersOf(db, payees);
  const digests = payees.map(({ userId }) => {
    const number = userId === null ? undefined : numbers.get(userId);
    return digestOfNumber(accountDigest, number ?? "");
  });
  const rows = await rowsOf(
    db,
    sumRow,
    sql`
    with paid as materialized (${moneyOut(exceptBatch)})
    select coalesce(sum(paid.amount), 0)::bigint as sum
    from unnest(
      ${payees.map(({ userId }) => userId)}::integer[],
      ${payees.map((to) => (to.userId === null ? to.orderId : null))}::text[],
      ${digests}::text[]
    ) with ordinality payee (user_id, order_id, account_digest, nth)
    left join paid on case when payee.user_id is null
      then paid.user_id is null and paid.order_id = payee.order_id
      else paid.account_digest = payee.account_digest
        or paid.user_id in (${sameAccountAs(sql.ref("payee.user_id"))}) end
    group by payee.nth order by payee.nth`,
  );
  return rows.map(({ sum }) => sum);
}

const numberRow = z.strictObject({ userId: z.int(), digits: z.string() });

/** Of each payee, a name that those share who are one person or have one bank account. */
export async function groupsOf(db: AnyDatabase, payees: readonly Payee[]): Promise<string[]> {
  const numbers = await numbersOf(db, payees);
  return payees.map((to) => {
    if (to.userId === null) return `order ${to.orderId}`;
    const account = numbers.get(to.userId) ?? "";
    return account === "" ? `user ${to.userId}` : `account ${account}`;
  });
}

/** The digits of today's bank accounts. */
async function numbersOf(
  db: AnyDatabase,
  payees: readonly Payee[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await rowsOf(
    db,
    numberRow,
    sql`
    select user_id as "userId", ${digits} as digits from bank_detail
    where user_id = any (${payees.flatMap(({ userId }) => userId ?? [])}::integer[])`,
  );
  return new Map(rows.map((row) => [row.userId, row.digits]));
}

/** What a person wrote with spaces, dashes or zeros in front is the same number. */
const digits = sql`ltrim(regexp_replace(account_number, '[^0-9]', '', 'g'), '0')`;

/** Ids of the person, and of everybody with the same bank account. */
export function sameAccountAs(userId: RawBuilder<unknown>) {
  return sql`select ${userId} union
    select user_id from bank_detail where ${digits} <> '' and ${digits} = (
      select ${digits} from bank_detail where user_id = ${userId})`;
}
