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
