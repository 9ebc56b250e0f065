import { loginSchema } from "@portal/shared/accounts.ts";
import { procedure, router } from "../../http/trpc.ts";
import { signIn, signOut } from "./auth.actions.ts";

export const authRouter = router({
  login: procedure.input(loginSchema).mutation(({ ctx, input }) => signIn(ctx, input)),
  logout: procedure.mutation(({ ctx }) => signOut(ctx)),
  me: procedure.query(({ ctx }) => ctx.user),
});
