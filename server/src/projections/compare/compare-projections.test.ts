import { sql } from "kysely";
import { describe, expect } from "vitest";
import { readOnly } from "../../platform/db/database.ts";
import { createHistory } from "../../testing/a-history.ts";
import { createProjectionsLedger, happen } from "../../testing/projection-ledger.ts";
import { rowsInTables } from "../../testing/projection-row-samples.ts";
import { test as databaseTest } from "../../testing/database-test.ts";
import { compareProjections } from "./compare-projections.ts";
import { projectionStatus } from "../store/projection-store.ts";
import { rebuildProjections } from "../rebuild/rebuild.ts";

const test = databaseTest.extend("ledger", { scope: "file" }, async ({ pool }, { onCleanup }) => {
  const ledger = createProjectionsLedger(pool);
  onCleanup(() => ledger.close());
  await happen(ledger, createHistory({ seed: 21 }), 300);
  return ledger;
});

describe("the comparison of projections and ledger", () => {
  test("reports sound projections as sound, and changes nothing", async ({ ledger, pool, db }) => {
    expect(ledger).toBeDefined();
    const before = await rowsInTables(pool);

    const { isSound, report, conservation } = await compareProjections(pool);

    expect({ isSound, isEqual: report.isEqual, conservation }).toEqual({
      isSound: true,
      isEqual: true,
      conservation: [],
    });
    expect(await rowsInTables(pool)).toEqual(before);
    const status = await projectionStatus(readOnly(db));
    expect(status.map(({ name, lag, failure }) => [name, lag, failure])).toEqual([
      ["commissions", 0, null],
      ["network", 0, null],
      ["orders", 0, null],
      ["wallets", 0, null],
    ]);
  });

  test.for([
    [
      "wallet",
      "set accrued = accrued + 1 where user_id = (select min(user_id) from projection.wallet)",
    ],
    [
      "commission_entry",
      "set amount = amount + 1 where entry_no = 1 and position = (select min(position) from projection.commission_entry)",
    ],
    ["order_state", "set received = received + 1 where order_number = 1"],
    [
      "order_payment",
      "set amount = amount - 1 where position = (select min(position) from projection.order_payment)",
    ],
    ["member", "set parent_id = 2 where user_id = 2"],
    [
      "payout_request",
      "set commission = commission + 1 where payout_id = (select min(payout_id) from projection.payout_request where state = 'paid')",
    ],
  ] as const)(
    "names the altered row of %s",
    async ([table, change], { ledger, pool, superuser }) => {
      expect(ledger).toBeDefined();
      await sql.raw(`update projection.${table} ${change}`).execute(superuser);

      const { isSound, report, conservation } = await compareProjections(pool);

      expect(isSound).toBe(false);
      const differing = report.tables.filter((each) => each.differing > 0);
      expect(differing).toMatchObject([{ table, differing: 1, examples: [expect.any(String)] }]);
      expect(conservation.length).toBeGreaterThan(0);
      expect(
        await rebuildProjections(pool, { accepts: ({ hash }) => hash === report.hash }),
      ).toMatchObject({
        isSwapped: true,
      });
      expect(await compareProjections(pool)).toMatchObject({ isSound: true });
    },
  );
});
