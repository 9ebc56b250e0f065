import { ofUserSchema } from "@portal/shared/platform/ids.ts";
import { saveWithholdingRateSchema } from "@portal/shared/money/withholding.ts";
import { procedure, router } from "../../platform/http/trpc.ts";
import { saveWithholdingRate } from "./withholding-rate.actions.ts";
import { findWithholdingRates } from "./withholding-rate.queries.ts";

export const withholdingRouter = router({
  rates: procedure("withholding.rates")
    .input(ofUserSchema)
    .query(({ ctx, input }) => findWithholdingRates(ctx.readDb, input.userId)),
  saveRate: procedure("withholding.saveRate")
    .input(saveWithholdingRateSchema)
    .mutation(({ ctx, input }) => saveWithholdingRate(ctx, ctx.user, input)),
});
