import { bpsSchema } from "@portal/shared/money-schemas.ts";
import { z } from "zod";
import { createCatalogue, defineEvent, type EventOf } from "../../ledger/event-catalogue.ts";

export const commissionPlanStream = "commission-plan";

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

export const commissionPlanEventDefinitions = [
  defineEvent("CommissionPlanPublished", commissionPlanSchema),
] as const;

export const commissionPlanEvents = createCatalogue(...commissionPlanEventDefinitions);
export type CommissionPlanEvent = EventOf<(typeof commissionPlanEventDefinitions)[number]>;
