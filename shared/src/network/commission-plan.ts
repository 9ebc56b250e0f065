import { z } from "zod";
import { daySchema } from "../platform/day-schema.ts";
import { commandIdSchema } from "../platform/ids.ts";
import { shareOf } from "../platform/money.ts";
import { bpsSchema } from "../platform/money-schemas.ts";
import { pagingFields } from "../platform/paging.ts";
import { type DistributorLevel, distributorLevels } from "../platform/roles.ts";

/** All rates in basis points; `upline["1"]["2"]` is what a level 1 earns on a level 2's sale. */
export const commissionPlanSchema = z.object({
  own: z.object({ "1": bpsSchema, "2": bpsSchema, "3": bpsSchema }),
  upline: z.object({
    "1": z.object({ "2": bpsSchema, "3": bpsSchema }),
    "2": z.object({ "3": bpsSchema }),
  }),
  leader: bpsSchema,
});
export type CommissionPlan = Readonly<z.infer<typeof commissionPlanSchema>>;

/** The law of the plan: 20 % of the value to a complete chain, 2 % more with the leader bonus. */
export const planCeiling = { chainBps: 2000, leaderBps: 200 } as const;

/** What a complete chain takes of the value of a sale, and the leader bonus on top; basis points. */
export type PlanShare = Readonly<{ sellerLevel: DistributorLevel; chain: number; leader: number }>;

/** The shares of the value that go out when a distributor of each level sells and nobody is missing above. */
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

/** Of the sales that give out more than the ceiling allows, what the dearest one does in all; null without any. */
export function shareAboveCeiling(plan: CommissionPlan): number | null {
  const above = sharesOf(plan).filter(
    ({ chain, leader }) => chain > planCeiling.chainBps || leader > planCeiling.leaderBps,
  );
  if (above.length === 0) return null;
  return Math.max(...above.map(({ chain, leader }) => chain + leader));
}

/** Both days included, in the shop's time zone. */
export const simulatePlanSchema = z
  .object({ plan: commissionPlanSchema, from: daySchema, to: daySchema })
  .refine(({ from, to }) => from <= to, {
    path: ["to"],
    message: "Choose a day on or after the first one.",
  });
export type SimulatePlan = z.infer<typeof simulatePlanSchema>;

export const simulationRefSchema = z.object({ id: z.guid().lowercase() });

/** `change` is the size of the difference, whichever way it goes. */
export const simulatedMemberSorts = ["change", "delta", "actual", "simulated", "name"] as const;
export const listSimulatedMembersSchema = z.object({
  ...pagingFields,
  id: z.guid().lowercase(),
  show: z.enum(["all", "winners", "losers"]).default("all"),
  sortBy: z.enum(simulatedMemberSorts).default("change"),
  sortDirection: z.enum(["asc", "desc"]).default("desc"),
});
export type ListSimulatedMembers = z.infer<typeof listSimulatedMembersSchema>;

export const publishPlanSchema = z.object({
  commandId: commandIdSchema,
  simulationId: z.guid().lowercase(),
  /** Of the plan that was simulated, so that nothing else can be published by it. */
  planHash: z.string().regex(/^[0-9a-f]{64}$/),
  /** The day that it is published on, at its beginning; null: at once. */
  publishOn: daySchema.nullable(),
  /** For a plan above the ceiling: what the dearest sale gives out, as the person saw and accepted it. */
  acceptsShareBps: z.int().positive().nullable(),
});
export type PublishPlan = z.infer<typeof publishPlanSchema>;

export const withdrawPlanSchema = z.object({ id: z.guid().lowercase() });
