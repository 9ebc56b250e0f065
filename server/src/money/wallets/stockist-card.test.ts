import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { aRecipient, payByBank, products, type TestShop, test } from "../../testing/shop-test.ts";
import { shopDay } from "../../testing/shop-day.ts";

/** A stockist's own order, charged at 25% below the list price. */
async function anOrderOf(shop: TestShop, quantity: number) {
  const sam = await shop.as(shop.people.sam);
  const { id: addressId } = await sam.addresses.save(aRecipient);
  const order = await sam.orders.save({
    commandId: randomUUID(),
    sections: [{ addressId, lines: [{ productId: products.bottle, quantity }] }],
  });
  await payByBank(shop, order.uuid, order.total);
  return order;
}

describe("a stockist's card", () => {
  // shows S2.34
  test("shows the units, the amount charged, the value without the discount, and the saving", async ({
    shop,
  }) => {
    await anOrderOf(shop, 4);
    const sam = await shop.as(shop.people.sam);
    const charged = 4 * 24_375;
    const value = 113_043;
    const figures = {
      totalUnits: 4,
      totalSales: charged,
      totalSalesWithoutStockistDiscountExcl: value,
      saved: value - Math.round((charged * 100) / 115),
    };
    expect(await sam.wallet.stockistCard({})).toMatchObject({
      currency: "ZAR",
      ...figures,
      totalUnitsSinceLastPayout: 4,
      savedSinceLastPayout: figures.saved,
      distributorPercent: 10,
      stockistMargin: 25,
      daysBetweenOrders: null,
    });
  });

  // shows S2.34, S3.21
  test("counts current figures since the last payout of the parent distributor", async ({
    shop,
  }) => {
    const ben = await shop.as(shop.people.ben);
    await ben.bankDetails.save({
      bankName: "First Bank",
      accountName: "Account",
      accountNumber: "62001234567",
      chequeOrSavings: "Savings",
    });
    const { payoutId } = await ben.wallet.requestPayout({ commandId: randomUUID() });
    const admin = await shop.as(shop.people.admin);
    const paidOn = shopDay();
    await admin.payouts.markAsPaid({ commandId: randomUUID(), id: payoutId, paidOn });
    await anOrderOf(shop, 1);

    const seen = await ben.wallet.stockistCard({ userId: shop.people.sam });
    expect(seen).toMatchObject({ totalUnits: 5, totalUnitsSinceLastPayout: 1 });
    expect(await (await shop.as(shop.people.sam)).wallet.stockistCard({})).toEqual(seen);
  });

  test("shows the usual time between orders once there are enough orders", async ({ shop }) => {
    await anOrderOf(shop, 1);
    await anOrderOf(shop, 1);
    const sam = await shop.as(shop.people.sam);
    expect(await sam.wallet.stockistCard({})).toMatchObject({ daysBetweenOrders: 1 });
  });

  test("is visible to the stockist, its upline and the office only", async ({ shop }) => {
    const { anna, cara, sam, admin, kim } = shop.people;
    const card = async (who: number, userId?: number) =>
      (await shop.as(who)).wallet.stockistCard(userId === undefined ? {} : { userId });

    expect(await card(anna, sam)).toMatchObject({ distributorPercent: 10 });
    expect(await card(admin, sam)).toMatchObject({ distributorPercent: 10 });
    await expect(card(cara, sam)).rejects.toMatchObject({
      cause: { code: "network.unknown-member" },
    });
    await expect(card(sam, anna)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(card(kim)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(card(anna)).rejects.toMatchObject({ cause: { code: "network.wrong-kind" } });
  });
});
