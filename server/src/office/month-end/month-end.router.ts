import { monthEndSchema, rebuildSchema, reconcileSchema } from "@portal/shared/office/month-end.ts";
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
  /** The card provider's history is sent to `POST /office/reconcile-cards`. */
  reconcile: signedInProcedure
    .input(reconcileSchema)
    .mutation(({ ctx, input }) => requestReconciliation(ctx, ctx.user, input)),
  rebuild: confirmedProcedure
    .input(rebuildSchema)
    .mutation(({ ctx, input }) => requestRebuild(ctx, ctx.user, input)),
});
