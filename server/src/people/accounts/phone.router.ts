import { checkPhoneSchema } from "@portal/shared/people/accounts.ts";
import { procedure, router } from "../../platform/http/trpc.ts";
import { checkPhone } from "./phone.actions.ts";

export const phoneRouter = router({
  check: procedure
    .input(checkPhoneSchema)
    .mutation(({ ctx, input }) => checkPhone(ctx, input.number)),
});
