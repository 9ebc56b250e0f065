import { payoutIdSchema } from "@portal/shared/ids.ts";
import {
  listPayoutsSchema,
  markPayoutAsPaidSchema,
  rejectPayoutSchema,
} from "@portal/shared/payouts.ts";
import { z } from "zod";
import { router, signedInProcedure } from "../../http/trpc.ts";
import { markPayoutAsPaid, rejectPayout } from "./payout.actions.ts";
import { getPayoutBreakdown, listPayouts } from "./payout.queries.ts";

export const payoutRouter = router({
  list: signedInProcedure
    .input(listPayoutsSchema)
    .query(({ ctx, input }) =>
      listPayouts({ db: ctx.readDb, region: ctx.shop.region, now: ctx.now() }, input),
    ),
  breakdown: signedInProcedure
    .input(z.object({ id: payoutIdSchema }))
    .query(({ ctx, input }) => getPayoutBreakdown(ctx.readDb, input.id)),
  markAsPaid: signedInProcedure
    .input(markPayoutAsPaidSchema)
    .mutation(({ ctx, input }) => markPayoutAsPaid(ctx, input)),
  reject: signedInProcedure
    .input(rejectPayoutSchema)
    .mutation(({ ctx, input }) => rejectPayout(ctx, input)),
});
