import { checkPhoneSchema } from "@portal/shared/accounts.ts";
import { procedure, router } from "../../http/trpc.ts";
import { checkPhone } from "./phone.actions.ts";

export const phoneRouter = router({
  check: procedure
    .input(checkPhoneSchema)
    .mutation(({ ctx, input }) => checkPhone(ctx, input.number)),
});
