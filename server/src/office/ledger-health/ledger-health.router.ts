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
  /** A worker starts within two seconds; `get` has the results. */
  checkNow: signedInProcedure.mutation(async ({ ctx }) => {
    await wantChecks(ctx.db, ctx.now());
    return { wanted: true };
  }),
});
