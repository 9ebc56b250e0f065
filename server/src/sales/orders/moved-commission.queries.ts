import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { findPlanInForce } from "../../network/commissions/commission-plan.queries.ts";
import { commissionOn, type TreeMember } from "../../network/commissions/commission.rules.ts";
import type { ReadDatabase, Tx } from "../../platform/db/database.ts";
import { rowsOf } from "../../platform/db/rows.ts";
import { isOfLookback } from "../../platform/proposals/money-out.queries.ts";

/** What something without a second admin brings a member, or takes from them; minor units. */
export type Gain = Readonly<{
  orderId: string;
  /** By the newest event of its order, or by what the order will bring once it is paid. */
  isNewest: boolean;
  beneficiaryId: number;
  amount: number;
}>;

const isUndone = (event: string) => sql`${sql.ref(`${event}.type`)} = 'PaymentUndone'
  and ${sql.ref(`${event}.metadata`)} ->> 'actorId' is not null`;
const isReassignedAlone = (event: string) => sql`${sql.ref(`${event}.type`)} = 'OrderReassigned'
  and ${sql.ref(`${event}.metadata`)} ->> 'actorId' is not null
  and not ${sql.ref(`${event}.metadata`)} ? 'decisionId'`;
const isRecordedAlone = (event: string) => sql`${sql.ref(`${event}.type`)} = 'PaymentReceived'
  and ${sql.ref(`${event}.data`)} ->> 'method' = 'eft' and ${sql.ref(`${event}.metadata`)} ->> 'actorId' is not null
  and not ${sql.ref(`${event}.metadata`)} ? 'decisionId'`;

/**
 * The commission that moved without a second admin, by event and member: what reassigning a paid order booked; and what an
 * order brought when it was paid, less what its payment that was undone had brought, where a payment of it was undone before
 * or it was reassigned before by one admin. So nothing is won by changing seller, tree or terms while it is not paid.
 *
 * Money that nobody could refuse, by card or as store credit, counts in the sums. It is a breach (`isJudged`) only where it
 * paid an order whose payment was undone, and nothing of it was decided since.
 *
 * @param which of ledger_events `event`
 */
export const commissionMovedAlone = (which: RawBuilder<unknown>) => sql`
  select event.position, event.type, event.stream_id, event.data ->> 'orderId' as order_id, event.recorded_at,
    entry.beneficiary_id, sum(entry.amount)::bigint as amount,
    event.type = 'OrderReassigned' or (not event.metadata ? 'decisionId'
      and (before.is_by_transfer or (before.undone <> '{}' and not before.is_decided))) as is_judged
  from ledger_events event
  cross join lateral (
    select
      coalesce(array_agg(earlier.position) filter (where ${isUndone("earlier")}), '{}') as undone,
      coalesce((array_agg(${isReassignedAlone("earlier")} order by earlier.position desc)
        filter (where earlier.type = 'OrderReassigned'))[1], false) as is_reassigned,
      coalesce(bool_or(earlier.stream_version = event.stream_version - 1
        and earlier.data ->> 'method' = 'eft'), false) as is_by_transfer,
      coalesce(max(earlier.position) filter (where earlier.metadata ? 'decisionId')
        > max(earlier.position) filter (where earlier.type = 'PaymentUndone'), false) as is_decided
    from ledger_events earlier
    -- An order that was only placed and paid has no more than three events.
    where event.type = 'OrderPaid' and event.stream_version > 3
      and earlier.stream_id = event.stream_id and earlier.position < event.position
      and earlier.position > (
        select coalesce(max(paid.position), 0) from ledger_events paid
        where paid.stream_id = event.stream_id and paid.type = 'OrderPaid' and paid.position < event.position)
  ) before
  join projection.commission_entry entry on entry.position = any (event.position || before.undone)
  -- A decision on its EFT is none on to whom the order was reassigned before.
  where (${isReassignedAlone("event")} or (event.type = 'OrderPaid'
      and (before.is_reassigned or (before.undone <> '{}' and not event.metadata ? 'decisionId'))))
    and ${which}
  group by event.position, event.type, event.stream_id, event.data ->> 'orderId', event.recorded_at,
    event.metadata ? 'decisionId', entry.beneficiary_id, before.is_by_transfer, before.undone, before.is_decided`;

const gainRow = z.strictObject({
  orderId: z.string(),
  isNewest: z.boolean(),
  beneficiaryId: z.int(),
  amount: z.int(),
}) satisfies z.ZodType<Gain>;

/** Of `LOOKBACK`. */
export function listMovedAlone(tx: Tx): Promise<Gain[]> {
  return rowsOf(
    tx,
    gainRow,
    sql`
    select moved.order_id as "orderId", moved.beneficiary_id as "beneficiaryId", moved.amount,
      not exists (select from ledger_events later where later.stream_id = moved.stream_id
        and later.position > moved.position) as "isNewest"
    from (${commissionMovedAlone(isOfLookback)}) moved`,
  );
}

const unpaidRow = z.strictObject({
  orderId: z.string(),
  sellerId: z.int().nullable(),
  value: z.int(),
  paidGoods: z.int(),
  undone: z.array(z.int()),
});
type UnpaidOrder = z.infer<typeof unpaidRow>;

/**
 * What the orders will bring that are not paid, by the present plan and tree, less what their undone payments had brought:
 * those that one admin reassigned in `LOOKBACK`, or recorded a part of after an undone payment.
 */
export async function listExpectedAlone(tx: Tx): Promise<Gain[]> {
  const orders = await listUnpaid(tx);
  if (orders.length === 0) return [];
  const inForce = await findPlanInForce(tx);
  const members = await loadUplines(
    tx,
    orders.flatMap(({ sellerId }) => sellerId ?? []),
  );
  const taken = await listTaken(tx, orders);
  return orders.flatMap(({ orderId, sellerId, value, paidGoods }) => {
    const seller = sellerId === null ? undefined : members.get(sellerId);
    const expected = seller
      ? commissionOn({ seller, value, paidGoods }, (id) => members.get(id), inForce)
      : [];
    return [...expected, ...(taken.get(orderId) ?? [])].map(({ beneficiaryId, amount }): Gain => {
      return { orderId, isNewest: true, beneficiaryId, amount };
    });
  });
}

function listUnpaid(tx: Tx): Promise<UnpaidOrder[]> {
  return rowsOf(
    tx,
    unpaidRow,
    sql`
    select "order".order_id as "orderId", "order".seller_id as "sellerId", "order".value,
      "order".paid_goods as "paidGoods", before.undone
    from projection.order_state "order"
    cross join lateral (
      select coalesce(array_agg(earlier.position) filter (where ${isUndone("earlier")}), '{}') as undone,
        coalesce((array_agg(${isReassignedAlone("earlier")} order by earlier.position desc)
          filter (where earlier.type = 'OrderReassigned'))[1], false) as is_reassigned,
        coalesce(max(earlier.position) filter (where ${isRecordedAlone("earlier")})
          > max(earlier.position) filter (where ${isUndone("earlier")}), false) as is_recorded
      from ledger_events earlier
      where earlier.stream_id = 'order-' || "order".order_id
        and earlier.position > (
          select coalesce(max(paid.position), 0) from ledger_events paid
          where paid.stream_id = earlier.stream_id and paid.type = 'OrderPaid')
    ) before
    where "order".live and "order".state = 'placed' and (before.is_recorded or before.is_reassigned)
      and "order".order_id in (
        select (event.data ->> 'orderId')::uuid from ledger_events event
        where (${isReassignedAlone("event")} or ${isRecordedAlone("event")}) and ${isOfLookback})`,
  );
}

const takenRow = z.strictObject({ orderId: z.string(), beneficiaryId: z.int(), amount: z.int() });

/** What undoing took, by order. */
async function listTaken(tx: Tx, orders: readonly UnpaidOrder[]) {
  const rows = await rowsOf(
    tx,
    takenRow,
    sql`
    select order_id as "orderId", beneficiary_id as "beneficiaryId", amount
    from projection.commission_entry
    where position = any (${orders.flatMap(({ undone }) => undone)}::bigint[])`,
  );
  return Map.groupBy(rows, ({ orderId }) => orderId);
}

/** The sellers, and everybody above them. */
export async function loadUplines(
  tx: Pick<ReadDatabase, "selectFrom">,
  sellers: readonly number[],
): Promise<ReadonlyMap<number, TreeMember>> {
  if (sellers.length === 0) return new Map();
  const members = await tx
    .selectFrom("projection.member")
    .select(["user_id as userId", "level", "parent_id as parentId", "active"])
    .select("distributor_bps as distributorBps")
    .where("user_id", "in", (above) =>
      above
        .selectFrom("projection.member_path")
        .select("ancestor_id")
        .where("descendant_id", "in", sellers),
    )
    .execute();
  return new Map(members.map((member) => [member.userId, member]));
}
