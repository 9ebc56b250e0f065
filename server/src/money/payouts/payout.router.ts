import {
  correctPayoutSchema,
  creditTaxInvoiceSchema,
  listPayoutsSchema,
  markPayoutAsPaidSchema,
  payoutRefSchema,
  payoutReturnsSchema,
  planRequestsSchema,
  rejectPayoutSchema,
  returnPayoutSchema,
  saveRequestsSchema,
  payoutCommandSchema,
  undoPayoutReturnSchema,
} from "@portal/shared/money/payouts.ts";
import { ofUserSchema, nothingSchema } from "@portal/shared/platform/ids.ts";
import { procedure, router } from "../../platform/http/trpc.ts";
import { markPayoutAsPaid } from "./pay-payout.actions.ts";
import { approvePayout, correctPayout, creditTaxInvoice, rejectPayout } from "./payout.actions.ts";
import { getPayoutLog } from "./payout-log.queries.ts";
import { getPayoutBreakdown, listPayouts } from "./payout.queries.ts";
import { returnPayout } from "./returned-payout.actions.ts";
import { listPayoutReturns } from "./returned-payout.queries.ts";
import { undoPayoutReturn } from "./undo-return.actions.ts";
import {
  getPayoutRequests,
  listPayoutRequesters,
  planPayoutRequests,
  savePayoutRequests,
} from "./payout-requests.actions.ts";
import { findSecondPersonLimit } from "../../platform/proposals/second-person-limit.queries.ts";

export const payoutRouter = router({
  list: procedure("payouts.list")
    .input(listPayoutsSchema)
    .query(({ ctx, input }) =>
      listPayouts(
        {
          db: ctx.readDb,
          accountDigest: ctx.accountDigest,
          region: ctx.shop.region,
          now: ctx.now(),
          adminId: ctx.user.role === "admin" ? ctx.user.id : null,
        },
        input,
      ),
    ),
  breakdown: procedure("payouts.breakdown")
    .input(payoutRefSchema)
    .query(({ ctx, input }) => getPayoutBreakdown(ctx.readDb, input.id)),
  log: procedure("payouts.log")
    .input(payoutRefSchema)
    .query(({ ctx, input }) => getPayoutLog(ctx.readDb, input.id)),
  markAsPaid: procedure("payouts.markAsPaid")
    .input(markPayoutAsPaidSchema)
    .mutation(({ ctx, input }) => markPayoutAsPaid(ctx, input)),
  correct: procedure("payouts.correct")
    .input(correctPayoutSchema)
    .mutation(({ ctx, input }) => correctPayout(ctx, input)),
  creditTaxInvoice: procedure("payouts.creditTaxInvoice")
    .input(creditTaxInvoiceSchema)
    .mutation(({ ctx, input }) => creditTaxInvoice(ctx, input)),
  returns: procedure("payouts.returns")
    .input(payoutReturnsSchema)
    .query(({ ctx, input }) => listPayoutReturns(ctx.readDb, ctx.shop.region, input)),
  return: procedure("payouts.return")
    .input(returnPayoutSchema)
    .mutation(({ ctx, input }) => returnPayout(ctx, ctx.user, input)),
  undoReturn: procedure("payouts.undoReturn")
    .input(undoPayoutReturnSchema)
    .mutation(({ ctx, input }) => undoPayoutReturn(ctx, ctx.user, input)),
  reject: procedure("payouts.reject")
    .input(rejectPayoutSchema)
    .mutation(({ ctx, input }) => rejectPayout(ctx, ctx.user, input)),
  approve: procedure("payouts.approve")
    .input(payoutCommandSchema)
    .mutation(({ ctx, input }) => approvePayout(ctx, ctx.user, input.id)),
  limit: procedure("payouts.limit")
    .input(nothingSchema)
    .query(async ({ ctx }) => ({
      secondPersonAbove: await findSecondPersonLimit(ctx.readDb),
    })),
  requesters: procedure("payouts.requesters")
    .input(nothingSchema)
    .query(({ ctx }) => listPayoutRequesters(ctx.readDb)),
  requestsOf: procedure("payouts.requestsOf")
    .input(ofUserSchema)
    .query(({ ctx, input }) => getPayoutRequests(ctx.readDb, input.userId)),
  planRequests: procedure("payouts.planRequests")
    .input(planRequestsSchema)
    .query(({ ctx, input }) => planPayoutRequests(ctx, input)),
  saveRequests: procedure("payouts.saveRequests")
    .input(saveRequestsSchema)
    .mutation(({ ctx, input }) => savePayoutRequests(ctx, ctx.user, input)),
});
