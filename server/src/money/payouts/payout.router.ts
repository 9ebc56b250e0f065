import {
  correctPayoutSchema,
  listPayoutsSchema,
  markPayoutAsPaidSchema,
  payoutRefSchema,
  planRequestsSchema,
  rejectPayoutSchema,
  saveRequestsSchema,
} from "@portal/shared/money/payouts.ts";
import { ofUserSchema } from "@portal/shared/platform/ids.ts";
import { confirmedProcedure, router, signedInProcedure } from "../../platform/http/trpc.ts";
import { approvePayout, correctPayout, markPayoutAsPaid, rejectPayout } from "./payout.actions.ts";
import { getPayoutBreakdown, getPayoutLog, listPayouts } from "./payout.queries.ts";
import {
  getPayoutRequests,
  listPayoutRequesters,
  planPayoutRequests,
  savePayoutRequests,
} from "./payout-requests.actions.ts";
import { findSecondPersonLimit } from "../../platform/proposals/second-person-limit.queries.ts";

export const payoutRouter = router({
  list: signedInProcedure.input(listPayoutsSchema).query(({ ctx, input }) =>
    listPayouts(
      {
        db: ctx.readDb,
        region: ctx.shop.region,
        now: ctx.now(),
        adminId: ctx.user.id,
      },
      input,
    ),
  ),
  breakdown: signedInProcedure
    .input(payoutRefSchema)
    .query(({ ctx, input }) => getPayoutBreakdown(ctx.readDb, input.id)),
  log: signedInProcedure
    .input(payoutRefSchema)
    .query(({ ctx, input }) => getPayoutLog(ctx.readDb, input.id)),
  markAsPaid: confirmedProcedure
    .input(markPayoutAsPaidSchema)
    .mutation(({ ctx, input }) => markPayoutAsPaid(ctx, input)),
  correct: confirmedProcedure
    .input(correctPayoutSchema)
    .mutation(({ ctx, input }) => correctPayout(ctx, input)),
  reject: confirmedProcedure
    .input(rejectPayoutSchema)
    .mutation(({ ctx, input }) => rejectPayout(ctx, input)),
  approve: confirmedProcedure
    .input(payoutRefSchema)
    .mutation(({ ctx, input }) => approvePayout(ctx, ctx.user, input.id)),
  limit: signedInProcedure.query(async ({ ctx }) => ({
    secondPersonAbove: await findSecondPersonLimit(ctx.readDb),
  })),
  requesters: signedInProcedure.query(({ ctx }) => listPayoutRequesters(ctx.readDb)),
  requestsOf: signedInProcedure
    .input(ofUserSchema)
    .query(({ ctx, input }) => getPayoutRequests(ctx.readDb, input.userId)),
  planRequests: signedInProcedure
    .input(planRequestsSchema)
    .query(({ ctx, input }) => planPayoutRequests(ctx, input)),
  saveRequests: confirmedProcedure
    .input(saveRequestsSchema)
    .mutation(({ ctx, input }) => savePayoutRequests(ctx, ctx.user, input)),
});
