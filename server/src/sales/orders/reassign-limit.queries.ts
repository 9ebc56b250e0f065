import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Caller } from "../../caller.ts";
import type { Tx } from "../../platform/db/database.ts";
import { groupsOf } from "../../platform/proposals/money-out.queries.ts";
import { findSecondPersonLimit } from "../../platform/proposals/second-person-limit.queries.ts";
import { type Gain, listExpectedAlone, listMovedAlone } from "./moved-commission.queries.ts";

/**
 * For the side writes of a command that reassigns an order, or records a payment of one that was reassigned or whose payment
 * was undone before: the commission that both brought without a second admin in `LOOKBACK` to each member who gains by it, and
 * to those with the same bank account. What an order takes from a member offsets nothing but what it brought: else commission
 * on false payments could be moved away first. An order that is not paid counts with what it brings once it is, and with what
 * it brought when it is: else tree or terms could be changed between.
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
  const gains = [...(await listMovedAlone(tx)), ...(await listExpectedAlone(tx))];
  const payees = [...new Set(gains.map(({ beneficiaryId }) => beneficiaryId))];
  const groups = await groupsOf(
    tx,
    payees.map((userId) => ({ userId })),
  );
  const groupOf = new Map(payees.map((userId, at) => [userId, groups[at]]));
  const sums = sumsBy(brought(gains), ({ beneficiaryId }) => groupOf.get(beneficiaryId));
  const own = gains.filter((gain) => gain.orderId === orderId && gain.isNewest);
  for (const [userId, gained] of sumsBy(own, ({ beneficiaryId }) => beneficiaryId))
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

function sumsBy<Key>(gains: readonly Gain[], keyOf: (gain: Gain) => Key): Map<Key, number> {
  const sums = new Map<Key, number>();
  for (const gain of gains) {
    const key = keyOf(gain);
    sums.set(key, (sums.get(key) ?? 0) + gain.amount);
  }
  return sums;
}
