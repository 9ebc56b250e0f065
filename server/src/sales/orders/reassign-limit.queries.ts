import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { Caller } from "../../caller.ts";
import { findPlanInForce } from "../../network/commissions/commission-plan.queries.ts";
import { commissionOn, type TreeMember } from "../../network/commissions/commission.rules.ts";
import type { Tx } from "../../platform/db/database.ts";
import { rowsOf } from "../../platform/db/rows.ts";
import { isOfLookback } from "../../platform/proposals/money-out.queries.ts";
import { findSecondPersonLimit } from "../../platform/proposals/second-person-limit.queries.ts";

/**
 * For the side writes of a command that reassigns an order: the commission that reassigning without a second admin brought
 * in `LOOKBACK` to each member who gains by it, less what it took from them. An order that was not paid then counts with what
 * it brings once it is: else its payment could be undone before, and recorded again afterwards.
 *
 * @throws DomainError decision.needed
 */
export async function requireGainWithinLimit(
  tx: Tx,
  { decision = null }: Pick<Caller, "decision">,
  orderId: string,
): Promise<void> {
  if (decision !== null) return;
  const limit = await findSecondPersonLimit(tx);
  if (limit === null) return;
  const gains = [...(await listBooked(tx)), ...(await listExpected(tx))];
  const sums = sumsOf(gains);
  const own = sumsOf(gains.filter((gain) => gain.orderId === orderId && gain.isLast));
  for (const [beneficiaryId, gained] of own)
    if (gained > 0 && (sums.get(beneficiaryId) ?? 0) > limit)
      throw new DomainError("decision.needed");
}

type Gain = z.infer<typeof gainRow>;
const gainRow = z.strictObject({
  orderId: z.string(),
  /** Of the order's latest reassignment. */
  isLast: z.boolean(),
  beneficiaryId: z.int(),
  amount: z.int(),
});

function sumsOf(gains: readonly Gain[]): ReadonlyMap<number, number> {
  const sums = new Map<number, number>();
  for (const { beneficiaryId, amount } of gains)
    sums.set(beneficiaryId, (sums.get(beneficiaryId) ?? 0) + amount);
  return sums;
}

/** The reassignments of `LOOKBACK` without a second admin. */
const movedAlone = sql`moved as materialized (
  select event.position, (event.data ->> 'orderId')::uuid as order_id,
    (event.data ->> 'sellerId')::integer as seller_id,
    (
      select (earlier.data ->> 'sellerId')::integer from ledger_events earlier
      where earlier.stream_id = event.stream_id and earlier.position < event.position
        and earlier.type in ('OrderPlaced', 'OrderReassigned')
      order by earlier.position desc limit 1) as from_id,
    not exists (
      select from ledger_events later where later.stream_id = event.stream_id
        and later.position > event.position and later.type = 'OrderReassigned') as is_last
  from ledger_events event
  where event.type = 'OrderReassigned' and not event.metadata ? 'decisionId' and ${isOfLookback})`;

/** What the reassignments of paid orders booked. */
function listBooked(tx: Tx): Promise<Gain[]> {
  return rowsOf(
    tx,
    gainRow,
    sql`
    with ${movedAlone}
    select moved.order_id as "orderId", moved.is_last as "isLast",
      entry.beneficiary_id as "beneficiaryId", entry.amount
    from moved join projection.commission_entry entry on entry.position = moved.position`,
  );
}

const unpaidRow = z.strictObject({
  orderId: z.string(),
  isLast: z.boolean(),
  sellerId: z.int().nullable(),
  fromId: z.int().nullable(),
  value: z.int(),
  paidGoods: z.int(),
});
type UnpaidOrder = z.infer<typeof unpaidRow>;

/** What those of orders that were not paid change, by the present plan and tree. */
async function listExpected(tx: Tx): Promise<Gain[]> {
  const orders = await rowsOf(
    tx,
    unpaidRow,
    sql`
    with ${movedAlone}
    select moved.order_id as "orderId", moved.is_last as "isLast", moved.seller_id as "sellerId",
      moved.from_id as "fromId", "order".value, "order".paid_goods as "paidGoods"
    from moved join projection.order_state "order" on "order".order_id = moved.order_id
    where "order".live and "order".state not in ('cancelled', 'refunded')
      and not exists (select from projection.commission_entry entry where entry.position = moved.position)`,
  );
  if (orders.length === 0) return [];
  const inForce = await findPlanInForce(tx);
  const members = await loadUplines(tx, orders);
  const gains = orders.flatMap(({ orderId, isLast, sellerId, fromId, value, paidGoods }) => {
    const earnedBy = (userId: number | null) => {
      const seller = userId === null ? undefined : members.get(userId);
      return seller
        ? commissionOn({ seller, value, paidGoods }, (id) => members.get(id), inForce)
        : [];
    };
    return [
      ...earnedBy(sellerId).map(({ beneficiaryId, amount }) => ({ beneficiaryId, amount })),
      ...earnedBy(fromId).map(({ beneficiaryId, amount }) => ({ beneficiaryId, amount: -amount })),
    ].map((gain) => ({ orderId, isLast, ...gain }));
  });
  // Nobody has earned on them yet, so what an order takes from a member offsets nothing but what it brought: else orders that
  // nobody will pay could be moved away first.
  const ofOrders = Map.groupBy(
    gains,
    ({ orderId, beneficiaryId }) => `${orderId} ${beneficiaryId}`,
  );
  return [...ofOrders.values()]
    .filter((ofOrder) => ofOrder.reduce((sum, { amount }) => sum + amount, 0) > 0)
    .flat();
}

/** The sellers, and everybody above them. */
async function loadUplines(
  tx: Tx,
  orders: readonly UnpaidOrder[],
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
