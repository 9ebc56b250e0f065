import { salesGraphSchema, salesReportSchema } from "@portal/shared/office/reports/sales-report.ts";
import { listActivitySchema } from "@portal/shared/people/users/user-list.ts";
import type { Caller } from "../../caller.ts";
import { procedure, router } from "../../platform/http/trpc.ts";
import { listUserActivity } from "../activity/activity.queries.ts";
import { listLateSales } from "./late-sales.queries.ts";
import { readSalesGraph } from "./sales-graph.queries.ts";
import { readSalesReport } from "./sales-report.queries.ts";

const shopNow = ({ shop, now }: Caller) => ({ region: shop.region, now: now() });

export const reportRouter = router({
  activity: procedure("reports.activity")
    .input(listActivitySchema)
    .query(({ ctx, input }) => listUserActivity(ctx, input)),
  sales: procedure("reports.sales")
    .input(salesReportSchema)
    .query(async ({ ctx, input }) => ({
      ...(await readSalesReport(ctx.reportDb, shopNow(ctx), input)),
      late: await listLateSales(ctx.reportDb, input),
    })),
  salesGraph: procedure("reports.salesGraph")
    .input(salesGraphSchema)
    .query(async ({ ctx, input }) => ({
      ...(await readSalesGraph(ctx.reportDb, shopNow(ctx), input)),
      late: await listLateSales(ctx.reportDb, { region: ctx.shop.region, ...input }),
    })),
});
