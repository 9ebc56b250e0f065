import {
  type CommissionPlan,
  commissionPlanSchema,
} from "@portal/shared/network/commission-plan.ts";
import {
  createCatalogue,
  defineEvent,
  type EventOf,
} from "../../platform/ledger/event-catalogue.ts";

export type { CommissionPlan };
export const commissionPlanStream = "commission-plan";

export const commissionPlanEventDefinitions = [
  defineEvent("CommissionPlanPublished", commissionPlanSchema),
] as const;

export const commissionPlanEvents = createCatalogue(...commissionPlanEventDefinitions);
export type CommissionPlanEvent = EventOf<(typeof commissionPlanEventDefinitions)[number]>;

/** The plan of the specification, section 9: in force, as position 0, until the first plan is published. */
export const defaultPlan: CommissionPlan = {
  own: { "1": 2000, "2": 1500, "3": 1000 },
  upline: { "1": { "2": 500, "3": 500 }, "2": { "3": 500 } },
  leader: 1000,
};
