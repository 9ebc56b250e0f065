import { nothingSchema } from "@portal/shared/platform/ids.ts";
import {
  listSimulatedMembersSchema,
  publishPlanSchema,
  simulatePlanSchema,
  simulationRefSchema,
  withdrawPlanSchema,
} from "@portal/shared/network/commission-plan.ts";
import { procedure, router } from "../../platform/http/trpc.ts";
import {
  getCommissionPlans,
  getSimulation,
  listSimulatedMembers,
} from "../../network/commissions/commission-plan.queries.ts";
import { publishPlan, withdrawPlan } from "../../network/commissions/commission-plan.actions.ts";
import { requestSimulation } from "./simulate-plan.actions.ts";

export const commissionPlanRouter = router({
  list: procedure("commissionPlan.list")
    .input(nothingSchema)
    .query(({ ctx }) => getCommissionPlans(ctx.readDb, ctx.shop.region)),
  simulate: procedure("commissionPlan.simulate")
    .input(simulatePlanSchema)
    .mutation(({ ctx, input }) => requestSimulation(ctx, ctx.user, input)),
  simulation: procedure("commissionPlan.simulation")
    .input(simulationRefSchema)
    .query(({ ctx, input }) => getSimulation(ctx.readDb, input.id)),
  simulatedMembers: procedure("commissionPlan.simulatedMembers")
    .input(listSimulatedMembersSchema)
    .query(({ ctx, input }) => listSimulatedMembers(ctx.readDb, input)),
  publish: procedure("commissionPlan.publish")
    .input(publishPlanSchema)
    .mutation(({ ctx, input }) => publishPlan(ctx, ctx.user, input)),
  withdraw: procedure("commissionPlan.withdraw")
    .input(withdrawPlanSchema)
    .mutation(({ ctx, input }) => withdrawPlan(ctx, input.id)),
});
