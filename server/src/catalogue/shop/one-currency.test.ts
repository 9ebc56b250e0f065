import { describe, expect } from "vitest";
import { readOnly } from "../../platform/db/database.ts";
import { StartError } from "../../platform/start-error.ts";
import { aGuestOrder, payByBank, type TestShop, test } from "../../testing/shop-test.ts";
import { countSales } from "../../office/reports/sales-count.actions.ts";
import { requireOwnCurrency } from "./one-currency.queries.ts";

const startIn = ({ deps }: TestShop, region: "za" | "uk") =>
  requireOwnCurrency(readOnly(deps.db), region);

/** As in history imported by an older release. */
async function sellInPounds(shop: TestShop) {
  const sellIn = (currency: "GBP" | "ZAR") =>
    shop.deps.db.updateTable("region").set({ currency }).where("code", "=", "za").execute();
  await sellIn("GBP");
  const order = await aGuestOrder(shop, "ANNA");
  await payByBank(shop, order.uuid, order.total);
  await sellIn("ZAR");
}

describe("a portal", () => {
  test("of any region starts while there are no orders", async ({ shop }) => {
    expect(await startIn(shop, "za")).toEqual({ isMixed: false });
    expect(await startIn(shop, "uk")).toEqual({ isMixed: false });
  });

  // shows T110
  test("does not start on orders of another currency, and stops payouts when sales are mixed", async ({
    shop,
  }) => {
    const order = await aGuestOrder(shop, "ANNA");
    await payByBank(shop, order.uuid, order.total);
    expect(await startIn(shop, "za")).toEqual({ isMixed: false });
    await expect(startIn(shop, "uk")).rejects.toThrow(
      new StartError(
        "The orders in this database are in ZAR, but REGION=uk sells in GBP. A portal uses one currency. Set REGION to the country of the orders, or give uk its own database (DATABASE_URL or another DATA_DIR).",
      ),
    );

    await sellInPounds(shop);
    expect(await startIn(shop, "za")).toEqual({ isMixed: true });
    const admin = await shop.as(shop.people.admin);
    await countSales(shop.deps.db);
    expect(await admin.ledgerHealth.payoutStops()).toEqual(["currencies"]);
  });
});
