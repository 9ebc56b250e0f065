import { router, signedInProcedure } from "../../http/trpc.ts";
import { readDashboard } from "./dashboard.queries.ts";

export const dashboardRouter = router({
  get: signedInProcedure.query(({ ctx }) =>
    readDashboard(ctx.readDb, { region: ctx.shop.region, now: ctx.now() }),
  ),
});
