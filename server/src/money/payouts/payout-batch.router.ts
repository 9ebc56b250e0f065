import {
  listPayoutBatchesSchema,
  makePayoutBatchSchema,
  payoutBatchRefSchema,
  payPayoutBatchSchema,
  payoutBatchCommandSchema,
} from "@portal/shared/money/payouts.ts";
import { procedure, router } from "../../platform/http/trpc.ts";
import {
  cancelPayoutBatch,
  makePayoutBatch,
  payPayoutBatch,
  writePayoutBatchFile,
} from "./payout-batch.actions.ts";
import { getPayoutBatch, listPayoutBatches } from "./payout-batch.queries.ts";

export const payoutBatchRouter = router({
  list: procedure("payoutBatches.list")
    .input(listPayoutBatchesSchema)
    .query(({ ctx, input }) => listPayoutBatches(ctx.readDb, ctx.shop.region, input)),
  byId: procedure("payoutBatches.byId")
    .input(payoutBatchRefSchema)
    .query(({ ctx, input }) => getPayoutBatch(ctx.readDb, ctx.shop.region, input.batchId)),
  make: procedure("payoutBatches.make")
    .input(makePayoutBatchSchema)
    .mutation(({ ctx, input }) => makePayoutBatch(ctx, ctx.user, input)),
  file: procedure("payoutBatches.file")
    .input(payoutBatchCommandSchema)
    .mutation(({ ctx, input }) => writePayoutBatchFile(ctx, ctx.user, input.batchId)),
  pay: procedure("payoutBatches.pay")
    .input(payPayoutBatchSchema)
    .mutation(({ ctx, input }) => payPayoutBatch(ctx, ctx.user, input)),
  cancel: procedure("payoutBatches.cancel")
    .input(payoutBatchCommandSchema)
    .mutation(({ ctx, input }) => cancelPayoutBatch(ctx, ctx.user, input.batchId)),
});
