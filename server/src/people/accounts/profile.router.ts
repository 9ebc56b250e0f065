import { profileSchema } from "@portal/shared/people/accounts.ts";
import { router, signedInProcedure } from "../../platform/http/trpc.ts";
import { getProfile, listOfficeViews, resendOwnOptIn, updateProfile } from "./profile.actions.ts";

export const profileRouter = router({
  get: signedInProcedure.query(({ ctx }) => getProfile(ctx, ctx.user)),
  update: signedInProcedure
    .input(profileSchema)
    .mutation(({ ctx, input }) => updateProfile(ctx, ctx.user, input)),
  resendOptIn: signedInProcedure.mutation(({ ctx }) => resendOwnOptIn(ctx, ctx.user)),
  officeViews: signedInProcedure.query(({ ctx }) => listOfficeViews(ctx, ctx.user.id)),
});
