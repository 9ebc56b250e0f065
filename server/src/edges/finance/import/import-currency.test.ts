import { expect } from "vitest";
import { test } from "../../../testing/database-test.ts";
import { captureFinance, placed } from "../finance-test.ts";

// shows T110
test("imports an order in another currency, and warns that payouts stop", async ({ pool }) => {
  const finance = await captureFinance(pool);
  const data = { ...placed.data, sellerId: null, region: "uk", currency: "GBP" };
  expect(await finance.runWithInput(JSON.stringify({ ...placed, data }), "import", "-")).toEqual({
    exitCode: 0,
    stdout: "Imported 1 event. The ledger is at position 1.\n",
    stderr:
      "The ledger has orders in GBP, but this portal sells in ZAR (REGION). A portal uses one currency: payouts stop while there are two.\n",
  });
  await finance.close();
});
