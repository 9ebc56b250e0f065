import { monthEndSchema, rebuildSchema } from "@portal/shared/office/month-end.ts";
import { confirmedProcedure, router, signedInProcedure } from "../../platform/http/trpc.ts";
import { requestRebuild, requestReconciliation } from "./ledger-run.actions.ts";
import { listRuns } from "./ledger-run.store.ts";
import { readMonthEnd } from "./month-end.queries.ts";

export const monthEndRouter = router({
  get: signedInProcedure
    .input(monthEndSchema)
    .query(({ ctx, input }) =>
      readMonthEnd(ctx.readDb, { region: ctx.shop.region, now: ctx.now(), month: input.month }),
    ),
  runs: signedInProcedure.query(({ ctx }) => listRuns(ctx.db)),
  /** Without a file; files are sent to `POST /office/reconcile-bank` or `/office/reconcile-cards`. */
  reconcile: signedInProcedure.mutation(({ ctx }) => requestReconciliation(ctx, ctx.user, null)),
  rebuild: confirmedProcedure
    .input(rebuildSchema)
    .mutation(({ ctx, input }) => requestRebuild(ctx, ctx.user, input)),
});
