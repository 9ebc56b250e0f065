import { router, signedInProcedure } from "../../platform/http/trpc.ts";
import { wantChecks } from "../../platform/ledger-checks/ledger-check.store.ts";
import { findPayoutStops } from "../../money/payouts/payout-checks.queries.ts";
import { readLedgerHealth } from "./ledger-health.queries.ts";

export const ledgerHealthRouter = router({
  get: signedInProcedure.query(({ ctx }) =>
    readLedgerHealth(ctx.readDb, {
      region: ctx.shop.region,
      now: ctx.now(),
      reads: ctx.readSource(),
    }),
  ),
  payoutStops: signedInProcedure.query(({ ctx }) => findPayoutStops(ctx.readDb)),
  /** A worker begins within a second or two; what it finds is in `get`. */
  checkNow: signedInProcedure.mutation(async ({ ctx }) => {
    await wantChecks(ctx.db, ctx.now());
    return { wanted: true };
  }),
});
