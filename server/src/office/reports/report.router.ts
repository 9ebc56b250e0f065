import { salesGraphSchema, salesReportSchema } from "@portal/shared/office/reports/sales-report.ts";
import { listActivitySchema } from "@portal/shared/people/users/user-list.ts";
import type { Caller } from "../../caller.ts";
import { router, signedInProcedure } from "../../platform/http/trpc.ts";
import { listUserActivity } from "../activity/activity.queries.ts";
import { listLateSales } from "./late-sales.queries.ts";
import { readSalesGraph } from "./sales-graph.queries.ts";
import { readSalesReport } from "./sales-report.queries.ts";

const shopNow = ({ shop, now }: Caller) => ({ region: shop.region, now: now() });

export const reportRouter = router({
  activity: signedInProcedure
    .input(listActivitySchema)
    .query(({ ctx, input }) => listUserActivity(ctx, input)),
  sales: signedInProcedure.input(salesReportSchema).query(async ({ ctx, input }) => ({
    ...(await readSalesReport(ctx.reportDb, shopNow(ctx), input)),
    late: await listLateSales(ctx.reportDb, input),
  })),
  salesGraph: signedInProcedure.input(salesGraphSchema).query(async ({ ctx, input }) => ({
    ...(await readSalesGraph(ctx.reportDb, shopNow(ctx), input)),
    late: await listLateSales(ctx.reportDb, { region: ctx.shop.region, ...input }),
  })),
});
