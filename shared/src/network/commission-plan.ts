import { z } from "zod/mini";
import { daySchema } from "../platform/day-schema.ts";
import { commandIdSchema, command } from "../platform/ids.ts";
import { shareOf } from "../platform/money.ts";
import { bpsSchema } from "../platform/money-schemas.ts";
import { pagingFields } from "../platform/paging.ts";
import { type DistributorLevel, distributorLevels } from "../platform/roles.ts";

/** All rates in basis points; `upline["1"]["2"]` is what a level 1 earns from a level 2's sale. */
export const commissionPlanSchema = z.strictObject({
  own: z.strictObject({ "1": bpsSchema, "2": bpsSchema, "3": bpsSchema }),
  upline: z.strictObject({
    "1": z.strictObject({ "2": bpsSchema, "3": bpsSchema }),
    "2": z.strictObject({ "3": bpsSchema }),
  }),
  leader: bpsSchema,
});
export type CommissionPlan = Readonly<z.infer<typeof commissionPlanSchema>>;

/** The payout-ratio cap: 20 % of the value for a complete chain, plus 2 % for the leader bonus. */
export const planCeiling = { chainBps: 2000, leaderBps: 200 } as const;

/** What a complete chain earns of the value of a sale, and the leader bonus in addition; basis points. */
export type PlanShare = Readonly<{ sellerLevel: DistributorLevel; chain: number; leader: number }>;

/** The payout ratios by the seller's level, with a complete upline. */
export function sharesOf({ own, upline, leader }: CommissionPlan): readonly PlanShare[] {
  const levelOneGets = { 1: own["1"], 2: upline["1"]["2"], 3: upline["1"]["3"] };
  const levelTwoGets = { 1: 0, 2: 0, 3: upline["2"]["3"] };
  return distributorLevels.map((level) => {
    const above = level === 1 ? 0 : levelOneGets[level] + levelTwoGets[level];
    return {
      sellerLevel: level,
      chain: own[level] + above,
      leader: shareOf(levelOneGets[level], leader),
    };
  });
}

/**
 * The highest total ratio above the ceiling, of a distributor's sale or of a stockist's; null if there is none. What a stockist's
 * parent earns is agreed and no part of the plan, but the leader bonus is a percentage of that too.
 *
 * @param stockistBps the largest percentage of a stockist's sales that a parent may earn
 */
export function shareAboveCeiling(plan: CommissionPlan, stockistBps: number): number | null {
  const above = sharesOf(plan).filter(
    ({ chain, leader }) => chain > planCeiling.chainBps || leader > planCeiling.leaderBps,
  );
  const ratios = above.map(({ chain, leader }) => chain + leader);
  const leader = shareOf(stockistBps, plan.leader);
  if (leader > planCeiling.leaderBps) ratios.push(stockistShare(stockistBps, plan.leader));
  return ratios.length === 0 ? null : Math.max(...ratios);
}

/** What a stockist's sale pays: its parent's percentage, and the leader bonus on that; basis points. */
export function stockistShare(stockistBps: number, leaderBps: number): number {
  return stockistBps + shareOf(stockistBps, leaderBps);
}

/** Both days are inclusive, in the shop's time zone. */
export const simulatePlanSchema = z
  .strictObject({ ...command, plan: commissionPlanSchema, from: daySchema, to: daySchema })
  .check(
    z.refine(({ from, to }) => from <= to, {
      path: ["to"],
      message: "Choose a day on or after the first one.",
    }),
  );
export type SimulatePlan = z.infer<typeof simulatePlanSchema>;

export const simulationRefSchema = z.strictObject({ id: z.guid().check(z.lowercase()) });

/** `change` is the absolute difference. */
export const simulatedMemberSorts = ["change", "delta", "actual", "simulated", "name"] as const;
export const listSimulatedMembersSchema = z.strictObject({
  ...pagingFields,
  id: z.guid().check(z.lowercase()),
  show: z._default(z.enum(["all", "winners", "losers"]), "all"),
  sortBy: z._default(z.enum(simulatedMemberSorts), "change"),
  sortDirection: z._default(z.enum(["asc", "desc"]), "desc"),
});
export type ListSimulatedMembers = z.infer<typeof listSimulatedMembersSchema>;

export const publishPlanSchema = z.strictObject({
  commandId: commandIdSchema,
  simulationId: z.guid().check(z.lowercase()),
  /** The hash of the simulated plan, so that no other plan can be published. */
  planHash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  /** Publish at the beginning of this day; null: immediately. */
  publishOn: z.nullable(daySchema),
  /** For a plan above the ceiling: the result of `shareAboveCeiling` that the user accepted. */
  acceptsShareBps: z.nullable(z.int().check(z.positive())),
});
export type PublishPlan = z.infer<typeof publishPlanSchema>;

export const withdrawPlanSchema = z.strictObject({ ...command, id: z.guid().check(z.lowercase()) });
