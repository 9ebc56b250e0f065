import { describe, expect } from "vitest";
import { withConnection } from "../../platform/db/connect.ts";
import { createHistory } from "../../testing/a-history.ts";
import { createProjectionsLedger, happen } from "../../testing/projection-ledger.ts";
import { eventsIn } from "../../testing/projection-row-samples.ts";
import { test } from "../../testing/database-test.ts";
import { eventsAsOf } from "../ledger-catalogue.ts";
import { memberTotals, totalsFromLedger } from "./member-totals.ts";
import { projectionsOf } from "../../testing/recorded-facts.ts";
import type { MemoryProjections } from "../store/memory-projections.ts";

const totals = (projections: Pick<MemoryProjections, "members" | "wallets">) =>
  memberTotals(projections, { unitValue: 28_261 });

describe("totals from the ledger alone", () => {
  // shows R60, T78
  test("equal those of the projections, now and as of a date", async ({ pool }) => {
    const ledger = createProjectionsLedger(pool);
    await happen(ledger, createHistory({ seed: 31 }), 400);
    await ledger.close();
    const events = await eventsIn(pool);
    const asOf = "2026-03-01T11:30:00.000Z";

    const now = await withConnection(pool, (client) => totalsFromLedger(client));
    const then = await withConnection(pool, (client) => totalsFromLedger(client, { asOf }));

    expect(totals(now)).toEqual(totals(projectionsOf(events)));
    expect(totals(then)).toEqual(totals(projectionsOf(eventsAsOf(events, { asOf }))));
    expect(totals(then)).not.toEqual(totals(now));
  });

  test("are empty as known before the ledger was written", async ({ pool }) => {
    const knownAt = "2020-01-01T00:00:00.000Z";

    const { members, wallets } = await withConnection(pool, (client) =>
      totalsFromLedger(client, { knownAt }),
    );

    expect(members.all.size + wallets.all.size).toBe(0);
  });
});
