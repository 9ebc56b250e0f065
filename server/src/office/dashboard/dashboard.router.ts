import { dashboardSchema } from "@portal/shared/office/dashboard.ts";
import { router, signedInProcedure } from "../../platform/http/trpc.ts";
import { readDashboard } from "./dashboard.queries.ts";
import { openWork } from "./open-work.queries.ts";

export const dashboardRouter = router({
  get: signedInProcedure.input(dashboardSchema).query(async ({ ctx, input }) => {
    const place = { region: ctx.shop.region, now: ctx.now() };
    const [read, disks] = await Promise.all([
      readDashboard(ctx.readDb, place, input?.period ?? "30-days"),
      ctx.disks(),
    ]);
    /** Those that are nearly full, as far as this server can see them. */
    return { ...read, fullDisks: disks.filter(({ level }) => level !== "enough") };
  }),
  /** The queues alone, which the menu counts on every page. */
  work: signedInProcedure.query(({ ctx }) =>
    openWork(ctx.readDb, { region: ctx.shop.region, now: ctx.now() }),
  ),
});
