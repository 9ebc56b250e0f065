import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { Caller } from "../../caller.ts";
import { findPlanInForce } from "../../network/commissions/commission-plan.queries.ts";
import { commissionOn, type TreeMember } from "../../network/commissions/commission.rules.ts";
import type { Tx } from "../../platform/db/database.ts";
import { rowsOf } from "../../platform/db/rows.ts";
import { groupsOf, isOfLookback } from "../../platform/proposals/money-out.queries.ts";
import { findSecondPersonLimit } from "../../platform/proposals/second-person-limit.queries.ts";

/**
 * For the side writes of a command that reassigns an order, or records a payment that was undone before: the commission that
 * both brought without a second admin in `LOOKBACK` to each member who gains by it, and to those with the same bank account.
 * What an order takes from a member offsets nothing but what it brought: else commission on false payments could be moved
 * away first. An order that was not paid when it was reassigned counts with what it brings once it is: else its payment
 * could be undone before, and recorded again afterwards.
 *
 * @param by the event of the command that moves commission
 * @throws DomainError decision.needed
 */
export async function requireGainWithinLimit(
  tx: Tx,
  { decision = null }: Pick<Caller, "decision">,
  orderId: string,
  by: Gain["by"],
): Promise<void> {
  if (decision !== null) return;
  const limit = await findSecondPersonLimit(tx);
  if (limit === null) return;
  const moved = await listMovedAlone(tx);
  const booked = await listBooked(tx, moved);
  const unbooked = moved.filter(({ position, isOpen }) => isOpen && !booked.has(position));
  const gains = [
    ...moved.flatMap(({ position, orderId: movedId, isLast }) =>
      (booked.get(position) ?? []).map(({ beneficiaryId, amount }): Gain => {
        return { by: "OrderReassigned", orderId: movedId, isLast, beneficiaryId, amount };
      }),
    ),
    ...(await listExpected(tx, unbooked)),
    ...(await listPaidAgain(tx)),
  ];
  const isOwn = (gain: Gain) => gain.orderId === orderId && gain.by === by && gain.isLast;
  const payees = [...new Set(gains.map(({ beneficiaryId }) => beneficiaryId))];
  const groups = await groupsOf(
    tx,
    payees.map((userId) => ({ userId })),
  );
  const groupOf = new Map(payees.map((userId, at) => [userId, groups[at]]));
  const sums = sumsBy(brought(gains), ({ beneficiaryId }) => groupOf.get(beneficiaryId));
  for (const [userId, gained] of sumsBy(gains.filter(isOwn), (gain) => gain.beneficiaryId))
    if (gained > 0 && (sums.get(groupOf.get(userId)) ?? 0) > limit)
      throw new DomainError("decision.needed");
}

/** Of each order and member together, where they are a gain. */
function brought(gains: readonly Gain[]): Gain[] {
  const ofOrders = Map.groupBy(gains, (gain) => `${gain.orderId} ${gain.beneficiaryId}`);
  return [...ofOrders.values()]
    .filter((ofOrder) => ofOrder.reduce((sum, { amount }) => sum + amount, 0) > 0)
    .flat();
}

type Gain = Readonly<{
  by: "OrderReassigned" | "OrderPaid";
  orderId: string;
  /** Of the order's latest such event. */
  isLast: boolean;
  beneficiaryId: number;
  amount: number;
}>;

function sumsBy<Key>(gains: readonly Gain[], keyOf: (gain: Gain) => Key): Map<Key, number> {
  const sums = new Map<Key, number>();
  for (const gain of gains) {
    const key = keyOf(gain);
    sums.set(key, (sums.get(key) ?? 0) + gain.amount);
  }
  return sums;
}

const movedRow = z.strictObject({
  position: z.int(),
  orderId: z.string(),
  isLast: z.boolean(),
  sellerId: z.int().nullable(),
  fromId: z.int().nullable(),
  value: z.int(),
  paidGoods: z.int(),
  /** It is live, and can still bring commission. */
  isOpen: z.boolean(),
});
type MovedOrder = z.infer<typeof movedRow>;

/** The reassignments of `LOOKBACK` without a second admin. */
function listMovedAlone(tx: Tx): Promise<MovedOrder[]> {
  return rowsOf(
    tx,
    movedRow,
    sql`
    select event.position, "order".order_id as "orderId",
      (event.data ->> 'sellerId')::integer as "sellerId",
      (
        select (earlier.data ->> 'sellerId')::integer from ledger_events earlier
        where earlier.stream_id = event.stream_id and earlier.position < event.position
          and earlier.type in ('OrderPlaced', 'OrderReassigned')
        order by earlier.position desc limit 1) as "fromId",
      not exists (
        select from ledger_events later where later.stream_id = event.stream_id
          and later.position > event.position and later.type = 'OrderReassigned') as "isLast",
      "order".value, "order".paid_goods as "paidGoods",
      "order".live and "order".state not in ('cancelled', 'refunded') as "isOpen"
    from ledger_events event
    join projection.order_state "order" on "order".order_id = (event.data ->> 'orderId')::uuid
    where event.type = 'OrderReassigned' and not event.metadata ? 'decisionId' and ${isOfLookback}`,
  );
}

const bookedRow = z.strictObject({
  position: z.int(),
  beneficiaryId: z.int(),
  amount: z.int(),
});

/** What those of paid orders booked, by the position of the reassignment. */
async function listBooked(tx: Tx, moved: readonly MovedOrder[]) {
  const rows = await rowsOf(
    tx,
    bookedRow,
    sql`
    select position, beneficiary_id as "beneficiaryId", amount from projection.commission_entry
    where position = any (${moved.map(({ position }) => position)}::bigint[])`,
  );
  return Map.groupBy(rows, ({ position }) => position);
}

/** What those of orders that were not paid change, by the present plan and tree. */
async function listExpected(tx: Tx, orders: readonly MovedOrder[]): Promise<Gain[]> {
  if (orders.length === 0) return [];
  const inForce = await findPlanInForce(tx);
  const members = await loadUplines(tx, orders);
  return orders.flatMap(({ orderId, isLast, sellerId, fromId, value, paidGoods }) => {
    const earnedBy = (userId: number | null) => {
      const seller = userId === null ? undefined : members.get(userId);
      return seller
        ? commissionOn({ seller, value, paidGoods }, (id) => members.get(id), inForce)
        : [];
    };
    return [
      ...earnedBy(sellerId).map(({ beneficiaryId, amount }) => ({ beneficiaryId, amount })),
      ...earnedBy(fromId).map(({ beneficiaryId, amount }) => ({ beneficiaryId, amount: -amount })),
    ].map((gain): Gain => ({ by: "OrderReassigned", orderId, isLast, ...gain }));
  });
}

/**
 * The orders that were paid again without a second admin after their payment was undone, and not reassigned between, with the
 * positions of what took their commission and what brought it.
 *
 * @param again which of ledger_events `event`, by which an order is paid: when it was undone says nothing
 */
export const ordersPaidAgainAlone = (again: RawBuilder<unknown>) => sql`
  select event.stream_id, event.data ->> 'orderId' as order_id, event.position, event.recorded_at,
    array_agg(undone.position) || event.position as positions
  from ledger_events event
  join ledger_events undone on undone.stream_id = event.stream_id and undone.type = 'PaymentUndone'
    and undone.position < event.position
  where event.type = 'OrderPaid' and not event.metadata ? 'decisionId' and ${again}
    and not exists (
      select from ledger_events earlier where earlier.stream_id = event.stream_id
        and earlier.position > undone.position and earlier.position < event.position
        and earlier.type in ('OrderPaid', 'OrderReassigned'))
  group by event.stream_id, event.data ->> 'orderId', event.position, event.recorded_at`;

const paidAgainRow = z.strictObject({
  orderId: z.string(),
  isLast: z.boolean(),
  beneficiaryId: z.int(),
  amount: z.int(),
});

/**
 * What orders brought that were paid again without a second admin, less what the undone payment had brought: the tree may
 * have changed between. Of those paid again in `LOOKBACK`. Where the order was reassigned between, it counts as that.
 */
async function listPaidAgain(tx: Tx): Promise<Gain[]> {
  const rows = await rowsOf(
    tx,
    paidAgainRow,
    sql`
    select again.order_id as "orderId", entry.beneficiary_id as "beneficiaryId",
      sum(entry.amount)::bigint as amount,
      not exists (
        select from ledger_events later where later.stream_id = again.stream_id
          and later.position > again.position and later.type = 'OrderPaid') as "isLast"
    from (${ordersPaidAgainAlone(isOfLookback)}) again
    join projection.commission_entry entry on entry.position = any (again.positions)
    group by again.stream_id, again.order_id, again.position, entry.beneficiary_id`,
  );
  return rows.map((row) => ({ by: "OrderPaid", ...row }));
}

/** The sellers, and everybody above them. */
async function loadUplines(
  tx: Tx,
  orders: readonly MovedOrder[],
): Promise<ReadonlyMap<number, TreeMember>> {
  const members = await tx
    .selectFrom("projection.member")
    .select(["user_id as userId", "level", "parent_id as parentId", "active"])
    .select("distributor_bps as distributorBps")
    .where("user_id", "in", (above) =>
      above
        .selectFrom("projection.member_path")
        .select("ancestor_id")
        .where(
          "descendant_id",
          "in",
          orders.flatMap(({ sellerId, fromId }) => [sellerId ?? [], fromId ?? []].flat()),
        ),
    )
    .execute();
  return new Map(members.map((member) => [member.userId, member]));
}
