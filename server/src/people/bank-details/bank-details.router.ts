import { savedBankDetailsSchema } from "@portal/shared/people/bank-details.ts";
import { ofUserSchema } from "@portal/shared/platform/ids.ts";
import { confirmedProcedure, router, signedInProcedure } from "../../platform/http/trpc.ts";
import {
  getBankDetailsForAdmin,
  getOwnBankDetails,
  saveBankDetails,
} from "./bank-details.actions.ts";

export const bankDetailsRouter = router({
  get: signedInProcedure.query(({ ctx }) => getOwnBankDetails(ctx, ctx.user.id)),
  save: confirmedProcedure
    .input(savedBankDetailsSchema)
    .mutation(({ ctx, input }) => saveBankDetails(ctx, ctx.user.id, input)),
  getForAdmin: signedInProcedure
    .input(ofUserSchema)
    .query(({ ctx, input }) => getBankDetailsForAdmin(ctx, input.userId)),
});
