import { eraseGuestSchema, eraseUserSchema } from "@portal/shared/people/users/erase-user.ts";
import { userRefSchema } from "@portal/shared/platform/ids.ts";
import { procedure, router } from "../../platform/http/trpc.ts";
import { eraseGuestForOffice } from "./erase-guest.actions.ts";
import { eraseUser, getMoneyDue } from "./erase-account.actions.ts";

/** Merged into the procedures `users`. */
export const erasureRouter = router({
  eraseGuest: procedure("users.eraseGuest")
    .input(eraseGuestSchema)
    .mutation(({ ctx, input }) => eraseGuestForOffice(ctx, input)),
  erase: procedure("users.erase")
    .input(eraseUserSchema)
    .mutation(({ ctx, input }) => eraseUser(ctx, ctx.user, input)),
  moneyDue: procedure("users.moneyDue")
    .input(userRefSchema)
    .query(({ ctx, input }) => getMoneyDue(ctx, ctx.user, input.id)),
});
