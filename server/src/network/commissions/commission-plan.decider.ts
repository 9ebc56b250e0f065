import type { Decider } from "../../platform/ledger/decider.ts";
import {
  type CommissionPlan,
  type CommissionPlanEvent,
  defaultPlan,
} from "./commission-plan.events.ts";

/** Puts a plan in force from its position on; commission that was earned before is unaffected. */
export type CommissionPlanCommand = Readonly<{ type: "PublishPlan"; plan: CommissionPlan }>;

/** Its state is the plan in force. */
export const commissionPlanDecider: Decider<
  CommissionPlan,
  CommissionPlanCommand,
  CommissionPlanEvent
> = {
  initialState: defaultPlan,

  decide({ plan }, inForce) {
    if (isSamePlan(plan, inForce)) return [];
    const { own, upline, leader } = plan;
    return [
      {
        type: "CommissionPlanPublished",
        data: {
          own: { "1": own["1"], "2": own["2"], "3": own["3"] },
          upline: {
            "1": { "2": upline["1"]["2"], "3": upline["1"]["3"] },
            "2": { "3": upline["2"]["3"] },
          },
          leader,
        },
      },
    ];
  },

  evolve: (_inForce, event) => event.data,
};

function isSamePlan(one: CommissionPlan, other: CommissionPlan): boolean {
  return ratesOf(one).every((rate, index) => rate === ratesOf(other)[index]);
}

function ratesOf({ own, upline, leader }: CommissionPlan): readonly number[] {
  const { 1: ofLevelOne, 2: ofLevelTwo } = upline;
  return [own["1"], own["2"], own["3"], ofLevelOne["2"], ofLevelOne["3"], ofLevelTwo["3"], leader];
}
