import {
  listPayoutBatchesSchema,
  makePayoutBatchSchema,
  payoutBatchRefSchema,
  payPayoutBatchSchema,
} from "@portal/shared/money/payouts.ts";
import { confirmedProcedure, router, signedInProcedure } from "../../platform/http/trpc.ts";
import {
  cancelPayoutBatch,
  makePayoutBatch,
  payPayoutBatch,
  writePayoutBatchFile,
} from "./payout-batch.actions.ts";
import { getPayoutBatch, listPayoutBatches } from "./payout-batch.queries.ts";

export const payoutBatchRouter = router({
  list: signedInProcedure
    .input(listPayoutBatchesSchema)
    .query(({ ctx, input }) => listPayoutBatches(ctx.readDb, ctx.shop.region, input)),
  byId: signedInProcedure
    .input(payoutBatchRefSchema)
    .query(({ ctx, input }) => getPayoutBatch(ctx.readDb, ctx.shop.region, input.batchId)),
  make: confirmedProcedure
    .input(makePayoutBatchSchema)
    .mutation(({ ctx, input }) => makePayoutBatch(ctx, ctx.user, input)),
  file: confirmedProcedure
    .input(payoutBatchRefSchema)
    .mutation(({ ctx, input }) => writePayoutBatchFile(ctx, ctx.user, input.batchId)),
  pay: confirmedProcedure
    .input(payPayoutBatchSchema)
    .mutation(({ ctx, input }) => payPayoutBatch(ctx, ctx.user, input)),
  cancel: signedInProcedure
    .input(payoutBatchRefSchema)
    .mutation(({ ctx, input }) => cancelPayoutBatch(ctx, ctx.user, input.batchId)),
});
