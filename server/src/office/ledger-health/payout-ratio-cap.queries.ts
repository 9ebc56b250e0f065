import { sql } from "kysely";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { commissionPlanSchema } from "@portal/shared/network/commission-plan.ts";
import { defaultPlan } from "../../network/commissions/commission-plan.events.ts";
import { ceilingOf, type PlanCeiling } from "./payout-ratio-cap.rules.ts";

/** A sale that cost more than its plan allows, in minor units and basis points. */
export type SaleOutside = Readonly<{
  position: number;
  orderId: string;
  orderNumber: number;
  value: number;
  chain: number;
  leader: number;
  chainCeilingBps: number;
  leaderCeilingBps: number;
}>;

const listedMax = 50;

/** The ceilings of every plan that was in force, by the position of its publication; 0 is the first. */
export async function planCeilings(db: ReadDatabase): Promise<ReadonlyMap<number, PlanCeiling>> {
  const plans = await db
    .selectFrom("projection.commission_plan")
    .select(["position", "plan"])
    .orderBy("position")
    .execute();
  return new Map([
    [0, ceilingOf(defaultPlan)],
    ...plans.map(({ position, plan }): [number, PlanCeiling] => [
      position,
      ceilingOf(commissionPlanSchema.parse(plan)),
    ]),
  ]);
}

/**
 * Sales whose entries exceed the law of the plan that they were made under by more than a minor unit
 * an entry, which is what rounding can do. A sale is what one event accrued: an order that was given
 * to another seller is looked at anew.
 */
export async function salesOutside(
  db: ReadDatabase,
): Promise<Readonly<{ count: number; sales: readonly SaleOutside[] }>> {
  const ceilings = await planCeilings(db);
  const table = sql.join(
    [...ceilings].map(
      ([position, { chainBps, leaderBps }]) =>
        sql`(${position}::bigint, ${chainBps}::integer, ${leaderBps}::integer)`,
    ),
  );
  const { rows } = await sql<SaleOutside & { count: number }>`
    select sale.*, ceiling.chain_bps as "chainCeilingBps", ceiling.leader_bps as "leaderCeilingBps",
      count(*) over () as count
    from (
      select position, order_id as "orderId", order_number as "orderNumber",
        max(plan_position) as plan_position, count(*) as entries,
        coalesce(max(value) filter (where kind <> 'leader'), 0) as value,
        coalesce(sum(amount) filter (where kind <> 'leader'), 0)::bigint as chain,
        coalesce(sum(amount) filter (where kind = 'leader'), 0)::bigint as leader
      from projection.commission_entry
      where kind in ('own', 'upline', 'stockist', 'leader')
      group by position, order_id, order_number
    ) sale
    join (values ${table}) ceiling (plan_position, chain_bps, leader_bps)
      on ceiling.plan_position = sale.plan_position
    where (sale.chain - sale.entries) * 10000 > sale.value * ceiling.chain_bps
      or (sale.leader - sale.entries) * 10000 > sale.value * ceiling.leader_bps
    order by sale.position desc
    limit ${listedMax}`.execute(db);
  return {
    count: rows[0]?.count ?? 0,
    sales: rows.map(({ position, orderId, orderNumber, value, chain, leader, ...ceiling }) => ({
      position,
      orderId,
      orderNumber,
      value,
      chain,
      leader,
      chainCeilingBps: ceiling.chainCeilingBps,
      leaderCeilingBps: ceiling.leaderCeilingBps,
    })),
  };
}

/** All that members' sales cost so far beside what they were worth, in minor units. */
export async function commissionShare(
  db: ReadDatabase,
): Promise<Readonly<{ value: number; chain: number; leader: number }>> {
  const { rows } = await sql<{ value: number; chain: number; leader: number }>`
    select coalesce(sum(commissionable), 0)::bigint as value,
      coalesce(sum(accrued - leader_bonus), 0)::bigint as chain,
      coalesce(sum(leader_bonus), 0)::bigint as leader
    from projection.wallet`.execute(db);
  return rows[0] ?? { value: 0, chain: 0, leader: 0 };
}
