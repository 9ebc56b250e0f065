import { eraseGuestSchema, eraseUserSchema } from "@portal/shared/people/users/erase-user.ts";
import { userRefSchema } from "@portal/shared/platform/ids.ts";
import { confirmedProcedure, router, signedInProcedure } from "../../platform/http/trpc.ts";
import { eraseGuestForOffice } from "./erase-guest.actions.ts";
import { eraseUser, getMoneyDue } from "./erase-account.actions.ts";

/** Merged into the procedures `users`. */
export const erasureRouter = router({
  eraseGuest: confirmedProcedure
    .input(eraseGuestSchema)
    .mutation(({ ctx, input }) => eraseGuestForOffice(ctx, input)),
  erase: confirmedProcedure
    .input(eraseUserSchema)
    .mutation(({ ctx, input }) => eraseUser(ctx, ctx.user, input)),
  moneyDue: signedInProcedure
    .input(userRefSchema)
    .query(({ ctx, input }) => getMoneyDue(ctx, ctx.user, input.id)),
});
