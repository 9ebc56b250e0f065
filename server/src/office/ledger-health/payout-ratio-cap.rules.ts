import type { CommissionPlan } from "../../network/commissions/commission-plan.events.ts";

/** The most that a sale may cost under a plan, in basis points of its value. */
export type PlanCeiling = Readonly<{ chainBps: number; leaderBps: number }>;

/**
 * The law of the plan: own and upline shares of a distributor's sale together, whoever is above, and
 * on top the leader's share of the most that a level 1 can earn with it. 20 % and 2 % by default.
 */
export function ceilingOf({ own, upline, leader }: CommissionPlan): PlanCeiling {
  const chainBps = Math.max(
    own["1"],
    own["2"] + upline["1"]["2"],
    own["3"] + upline["1"]["3"] + upline["2"]["3"],
  );
  const levelOneBps = Math.max(own["1"], upline["1"]["2"], upline["1"]["3"]);
  return { chainBps, leaderBps: Math.ceil((levelOneBps * leader) / 10_000) };
}
