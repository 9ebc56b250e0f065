import { nothingSchema } from "@portal/shared/platform/ids.ts";
import { dashboardSchema } from "@portal/shared/office/dashboard.ts";
import { procedure, router } from "../../platform/http/trpc.ts";
import { readDashboard } from "./dashboard.queries.ts";
import { openWork } from "./open-work.queries.ts";

export const dashboardRouter = router({
  get: procedure("dashboard.get")
    .input(dashboardSchema)
    .query(async ({ ctx, input }) => {
      const shop = { region: ctx.shop.region, now: ctx.now() };
      const [read, disks] = await Promise.all([
        readDashboard(ctx.readDb, shop, input?.period ?? "30-days"),
        ctx.disks(),
      ]);
      /** The disks of this server that are nearly full. */
      return { ...read, fullDisks: disks.filter(({ level }) => level !== "enough") };
    }),
  /** Only the open tasks, which the menu counts on every page. */
  work: procedure("dashboard.work")
    .input(nothingSchema)
    .query(({ ctx }) => openWork(ctx.readDb, { region: ctx.shop.region, now: ctx.now() })),
});
