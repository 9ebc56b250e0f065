import {
  endSelfBillingSchema,
  saveSelfBillingSchema,
  saveTaxDetailsSchema,
} from "@portal/shared/people/tax-details.ts";
import { nothingSchema, ofUserSchema } from "@portal/shared/platform/ids.ts";
import { procedure, router } from "../../platform/http/trpc.ts";
import { endSelfBilling, saveSelfBilling } from "./self-billing.actions.ts";
import { getOwnTaxDetails, getTaxDetails, saveTaxDetails } from "./tax-details.actions.ts";

export const taxDetailsRouter = router({
  get: procedure("taxDetails.get")
    .input(nothingSchema)
    .query(({ ctx }) => getOwnTaxDetails(ctx, ctx.user.id)),
  save: procedure("taxDetails.save")
    .input(saveTaxDetailsSchema)
    .mutation(({ ctx, input }) => saveTaxDetails(ctx, ctx.user.id, input)),
  ofUser: procedure("taxDetails.ofUser")
    .input(ofUserSchema)
    .query(({ ctx, input }) => getTaxDetails(ctx.readDb, input.userId)),
  saveSelfBilling: procedure("taxDetails.saveSelfBilling")
    .input(saveSelfBillingSchema)
    .mutation(({ ctx, input }) => saveSelfBilling(ctx, ctx.user, input)),
  endSelfBilling: procedure("taxDetails.endSelfBilling")
    .input(endSelfBillingSchema)
    .mutation(({ ctx, input }) => endSelfBilling(ctx, input.userId)),
});
