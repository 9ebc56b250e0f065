import { savedBankDetailsSchema } from "@portal/shared/people/bank-details.ts";
import { ofUserSchema, nothingSchema } from "@portal/shared/platform/ids.ts";
import { procedure, router } from "../../platform/http/trpc.ts";
import {
  getBankDetailsForAdmin,
  getOwnBankDetails,
  saveBankDetails,
} from "./bank-details.actions.ts";

export const bankDetailsRouter = router({
  get: procedure("bankDetails.get")
    .input(nothingSchema)
    .query(({ ctx }) => getOwnBankDetails(ctx, ctx.user.id)),
  save: procedure("bankDetails.save")
    .input(savedBankDetailsSchema)
    .mutation(({ ctx, input }) => saveBankDetails(ctx, ctx.user.id, input)),
  getForAdmin: procedure("bankDetails.getForAdmin")
    .input(ofUserSchema)
    .query(({ ctx, input }) => getBankDetailsForAdmin(ctx, input.userId)),
});
