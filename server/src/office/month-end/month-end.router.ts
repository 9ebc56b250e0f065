import { monthEndSchema } from "@portal/shared/office/month-end.ts";
import { router, signedInProcedure } from "../../platform/http/trpc.ts";
import { readMonthEnd } from "./month-end.queries.ts";

export const monthEndRouter = router({
  get: signedInProcedure
    .input(monthEndSchema)
    .query(({ ctx, input }) =>
      readMonthEnd(ctx.readDb, { region: ctx.shop.region, now: ctx.now(), month: input.month }),
    ),
});
