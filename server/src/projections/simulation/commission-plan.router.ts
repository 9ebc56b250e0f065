import {
  listSimulatedMembersSchema,
  publishPlanSchema,
  simulatePlanSchema,
  simulationRefSchema,
  withdrawPlanSchema,
} from "@portal/shared/network/commission-plan.ts";
import { confirmedProcedure, router, signedInProcedure } from "../../platform/http/trpc.ts";
import {
  getCommissionPlans,
  getSimulation,
  listSimulatedMembers,
} from "../../network/commissions/commission-plan.queries.ts";
import { publishPlan, withdrawPlan } from "../../network/commissions/commission-plan.actions.ts";
import { requestSimulation } from "./simulate-plan.actions.ts";

export const commissionPlanRouter = router({
  list: signedInProcedure.query(({ ctx }) => getCommissionPlans(ctx.readDb, ctx.shop.region)),
  simulate: signedInProcedure
    .input(simulatePlanSchema)
    .mutation(({ ctx, input }) => requestSimulation(ctx, ctx.user, input)),
  simulation: signedInProcedure
    .input(simulationRefSchema)
    .query(({ ctx, input }) => getSimulation(ctx.readDb, input.id)),
  simulatedMembers: signedInProcedure
    .input(listSimulatedMembersSchema)
    .query(({ ctx, input }) => listSimulatedMembers(ctx.readDb, input)),
  publish: confirmedProcedure
    .input(publishPlanSchema)
    .mutation(({ ctx, input }) => publishPlan(ctx, ctx.user, input)),
  withdraw: confirmedProcedure
    .input(withdrawPlanSchema)
    .mutation(({ ctx, input }) => withdrawPlan(ctx, input.id)),
});
