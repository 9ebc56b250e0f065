import { nothingSchema, commandSchema } from "@portal/shared/platform/ids.ts";
import { procedure, router } from "../../platform/http/trpc.ts";
import { wantChecks } from "../../platform/ledger-checks/ledger-check.store.ts";
import { findPayoutStops } from "../../money/payouts/payout-checks.queries.ts";
import { readLedgerHealth } from "./ledger-health.queries.ts";

export const ledgerHealthRouter = router({
  get: procedure("ledgerHealth.get")
    .input(nothingSchema)
    .query(({ ctx }) =>
      readLedgerHealth(ctx.readDb, {
        region: ctx.shop.region,
        now: ctx.now(),
        reads: ctx.readSource(),
      }),
    ),
  payoutStops: procedure("ledgerHealth.payoutStops")
    .input(nothingSchema)
    .query(({ ctx }) => findPayoutStops(ctx.readDb)),
  /** A worker starts within two seconds; `get` has the results. */
  checkNow: procedure("ledgerHealth.checkNow")
    .input(commandSchema)
    .mutation(async ({ ctx }) => {
      await wantChecks(ctx.db, ctx.now());
      return { wanted: true };
    }),
});
