import { phoneSchema } from "@portal/shared/accounts.ts";
import { z } from "zod";
import { procedure, router } from "../../http/trpc.ts";
import { checkPhone } from "./phone.actions.ts";

export const phoneRouter = router({
  check: procedure
    .input(z.object({ number: phoneSchema }))
    .mutation(({ ctx, input }) => checkPhone(ctx, input.number)),
});
