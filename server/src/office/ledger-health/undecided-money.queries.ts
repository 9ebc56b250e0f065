import { waits } from "@portal/shared/platform/acts.ts";
import { sql } from "kysely";
import { z } from "zod";
import { isSignedProof } from "../../people/factors/decision-proof.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { rowsOf } from "../../platform/db/rows.ts";
import { keptOnCard } from "../../platform/proposals/money-out.queries.ts";
import { sumsUndoneAlone } from "../../sales/payments/undo-limit.queries.ts";
import { commissionMovedAlone } from "../../sales/orders/moved-commission.queries.ts";

const undecidedEventSchema = z.object({
  position: z.int(),
  type: z.string(),
  /** With what counted together with it then, in minor units. */
  sum: z.int(),
  /** The highest limit in the minute before it was recorded. */
  above: z.int(),
});

/** What no decision of two admins stands behind, though one had to, and decisions whose kept signature is none. */
export const undecidedSchema = z.object({
  count: z.int(),
  events: z.array(undecidedEventSchema),
  /** Ids of decisions. */
  unsigned: z.array(z.string()),
});
export type Undecided = Readonly<z.infer<typeof undecidedSchema>>;

const listedMax = 50;

/**
 * Money above the limit of its time that names no decision (docs/domain.md, "Decisions of two admins"), by every way but the
 * commands that would have refused it. Sums by bank account are left out: which one it was is kept for a month only.
 */
export async function findUndecided(db: ReadDatabase): Promise<Undecided> {
  const [events, unsigned] = await Promise.all([listUndecidedEvents(db), listUnsigned(db)]);
  return {
    count: (events[0]?.count ?? 0) + unsigned.length,
    events: events.map(({ count: _count, ...event }) => event),
    unsigned: unsigned.slice(0, listedMax),
  };
}

/**
 * Of a refund to the card in `alone`: it was of goods, and from then on the buyer kept some, or all of them were sent, so it
 * counted at each moment since.
 */
const keptGoodsSince = sql`((alone.data ->> 'productAmount')::bigint > 0
  and ("order".state = 'partly-refunded' or ("order".state = 'refunded' and exists (
    select from ledger_events sent
    join ledger_events refund on refund.stream_id = sent.stream_id and refund.position > sent.position
    where sent.stream_id = alone.stream_id and sent.type = 'ShipmentCreated'
      and refund.type = 'PaymentRefunded'))))`;

/** The migration of the release in which giving back the store credit of an order whose goods had left became limited. */
export const limitedSince = "0127-who-recorded-what-is-accepted";

/**
 * Of a refund by a cancellation in `alone`: the goods had been sent or packed by then, so that it counted. Whose own order it is
 * may cancel one that came back, which counts nothing.
 */
const goneByThen = sql`(alone.admin is distinct from "order".buyer_id::text
  and alone.recorded_at >= (
    select timestamp::timestamptz from kysely_migration where name = ${limitedSince})
  and exists (select from ledger_events gone where gone.stream_id = alone.stream_id
    and gone.position < alone.position and gone.type in ('ShipmentCreated', 'ReadyToCollect')))`;

/**
 * What of a refund in `alone` counted at each moment since, in minor units. Of one to the card that is all or what its card payments
 * did not cover then; where more was paid later, nobody can say, and it is left out.
 */
const countedSince = sql`case
  when alone.data ->> 'refundId' like 'cancelled-%' then case when ${goneByThen} then alone.amount else 0 end
  when alone.data ->> 'method' is distinct from 'card' then alone.amount
  when exists (select from ledger_events later where later.stream_id = alone.stream_id
    and later.position > alone.position and later.type in ('PaymentReceived', 'PaymentUndone')) then 0
  when ${keptGoodsSince} then alone.amount
  when "order".state in ('paid', 'partly-refunded') then least(alone.amount,
    greatest(0, "order".total - ${keptOnCard(sql.ref("order.order_id"), sql`alone.position`)}))
  else 0 end`;

const eventRow = z.strictObject({ ...undecidedEventSchema.shape, count: z.int() });

async function listUndecidedEvents(db: ReadDatabase): Promise<z.infer<typeof eventRow>[]> {
  return rowsOf(
    db,
    eventRow,
    sql`
    with alone as (
      select event.position, event.type, event.recorded_at, event.stream_id, event.data,
        (event.data ->> 'amount')::bigint as amount, event.metadata ->> 'actorId' as admin
      from ledger_events event
      where event.recorded_at >= (select min(since) from money_limit)
        and event.type in ('PaymentReceived', 'PayoutPaid', 'PaymentRefunded', 'CreditGranted', 'CreditPaidOut')
        and event.metadata ->> 'actorId' is not null
        and not event.metadata ? 'decisionId'
    ),
    received as (
      select position, type, recorded_at, sum(amount) over (partition by stream_id order by position) as sum
      from alone
      where type = 'PaymentReceived' and data ->> 'method' = 'eft'
        and not exists (
          select from ledger_events undone
          where undone.stream_id = alone.stream_id and undone.type = 'PaymentUndone'
            and undone.data ->> 'paymentId' = alone.data ->> 'paymentId')
    ),
    paid as (
      -- What a file of a batch let out counts when it was downloaded, for whoever did.
      select alone.position, alone.type, coalesce(batch.file_at, alone.recorded_at) as recorded_at,
        ${countedSince} as amount,
        coalesce(batch.file_by::text, alone.admin) as admin,
        coalesce(alone.data ->> 'userId', "order".buyer_id::text, alone.data ->> 'orderId') as payee
      from alone
      left join projection.order_state "order" on alone.type = 'PaymentRefunded'
        and "order".order_id::text = alone.data ->> 'orderId'
      left join payout_batch_item item on alone.type = 'PayoutPaid'
        and item.payout_id = alone.data ->> 'payoutId' and item.state = 'paid' and item.let_out_alone
      left join payout_batch batch on batch.id = item.batch_id
      where alone.type in ('PayoutPaid', 'CreditGranted', 'CreditPaidOut')
        or alone.type = 'PaymentRefunded'
    ),
    brought as (
      ${commissionMovedAlone(sql`event.recorded_at >= (select min(since) from money_limit)`)}
    ),
    moved as (
      -- What each order brought a member, less what it took from them; of several members, the largest sum counts.
      select position, type, recorded_at, sum(net) as sum
      from (
        select brought.position, brought.type, brought.recorded_at, brought.beneficiary_id, sum(near.amount) as net
        from brought join brought near on near.beneficiary_id = brought.beneficiary_id
          and near.recorded_at <= brought.recorded_at
          and near.recorded_at >= brought.recorded_at - make_interval(secs => ${waits.LOOKBACK})
        where brought.amount > 0 and brought.is_judged
        group by brought.position, brought.type, brought.recorded_at, brought.beneficiary_id, near.stream_id
        having sum(near.amount) > 0
      ) of_order
      group by position, type, recorded_at, beneficiary_id
    ),
    counted as (
      select position, type, recorded_at, sum from received
      union all
      select position, type, recorded_at, greatest(
        sum(amount) over (partition by payee order by recorded_at
          range between make_interval(secs => ${waits.LOOKBACK}) preceding and current row),
        sum(amount) over (partition by admin order by recorded_at
          range between make_interval(secs => ${waits.DAY}) preceding and current row)) as sum
      from paid where amount > 0
      union all
      select position, type, recorded_at, sum
      from (${sumsUndoneAlone(sql`event.recorded_at >= (select min(since) from money_limit)`)}) undone
      union all
      select position, type, recorded_at, max(sum) from moved
      group by position, type, recorded_at
    ),
    limits as (
      select above, since, lead(since) over (order by id) as until from money_limit
    ),
    judged as (
      -- A limit that changed at that moment may have been read before; events are dated to the millisecond.
      select counted.position, counted.type, counted.sum::bigint as sum,
        (select case when bool_or(limits.above is null) then null else max(limits.above) end from limits
          where limits.since < counted.recorded_at + interval '1 second'
            and coalesce(limits.until > counted.recorded_at - interval '1 minute', true)) as above
      from counted
    )
    select position, type, sum, above, (count(*) over ())::integer as count
    from judged
    where sum > above
      and not exists (select from accepted_breach where subject = judged.position::text)
    order by position desc
    limit ${listedMax}`,
  );
}

/** Those that were confirmed with a passkey, and whose kept signature is not one over what was frozen. */
async function listUnsigned(db: ReadDatabase): Promise<string[]> {
  const signed = await db
    .selectFrom("decision")
    .select(["id", "digest", "proof"])
    .where("proof", "is not", null)
    .where(sql<boolean>`not exists (select from accepted_breach where subject = decision.id::text)`)
    .orderBy("decided_at", "desc")
    .execute();
  const unsigned: string[] = [];
  for (const { id, digest, proof } of signed)
    if (!(await isSignedProof(digest, proof))) unsigned.push(id);
  return unsigned;
}
