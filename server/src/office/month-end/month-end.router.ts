import { nothingSchema } from "@portal/shared/platform/ids.ts";
import { monthEndSchema, rebuildSchema, reconcileSchema } from "@portal/shared/office/month-end.ts";
import { procedure, router } from "../../platform/http/trpc.ts";
import { requestRebuild, requestReconciliation } from "./ledger-run.actions.ts";
import { listRuns } from "./ledger-run.store.ts";
import { readMonthEnd } from "./month-end.queries.ts";

export const monthEndRouter = router({
  get: procedure("monthEnd.get")
    .input(monthEndSchema)
    .query(({ ctx, input }) =>
      readMonthEnd(ctx.readDb, { region: ctx.shop.region, now: ctx.now(), month: input.month }),
    ),
  runs: procedure("monthEnd.runs")
    .input(nothingSchema)
    .query(({ ctx }) => listRuns(ctx.db)),
  /** The card provider's history is sent to `POST /office/reconcile-cards`. */
  reconcile: procedure("monthEnd.reconcile")
    .input(reconcileSchema)
    .mutation(({ ctx, input }) => requestReconciliation(ctx, ctx.user, input)),
  rebuild: procedure("monthEnd.rebuild")
    .input(rebuildSchema)
    .mutation(({ ctx, input }) => requestRebuild(ctx, ctx.user, input)),
});
