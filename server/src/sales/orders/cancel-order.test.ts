import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { officeDayFacts } from "../../office/activity/office-day.queries.ts";
import type { LiveSession } from "../../platform/access/signed-in.ts";
import { grantCredit } from "../../testing/grant-credit.ts";
import { office, refusedAs } from "../../testing/proposals-test.ts";
import { shopDay } from "../../testing/shop-day.ts";
import { aRecipient, payByBank, products, type TestShop, test } from "../../testing/shop-test.ts";

/** Signed in, and the password was typed long ago. */
const longAgo: LiveSession = {
  token: "none",
  handle: randomUUID(),
  impersonatorId: null,
  passwordAt: null,
};
const needsPassword = refusedAs("access.password-needed");

async function anOrderOfKim(shop: TestShop, credit: number) {
  const { kim } = shop.people;
  const api = await shop.as(kim);
  const { id: addressId } = await api.addresses.save(aRecipient);
  const lines = [{ productId: products.bottle, quantity: 1 }];
  const commandId = randomUUID();
  const order = await api.orders.save({ commandId, sections: [{ addressId, lines }] });
  const { uuid } = order;
  if (credit > 0) {
    await grantCredit(shop, kim, credit);
    await api.orders.payWithCredit({ commandId: randomUUID(), uuid, amount: credit });
  }
  return order;
}

// shows T418
describe("the office cancelling an order", () => {
  test("shows who it is where money is in it, and the others hear what went back", async ({
    shop,
  }) => {
    const { admin } = await office(shop);
    const late = await shop.as(shop.people.admin, { session: longAgo });
    const unpaid = await anOrderOfKim(shop, 0);
    const byCredit = await anOrderOfKim(shop, 50_00);
    const byTransfer = await anOrderOfKim(shop, 0);
    await payByBank(shop, byTransfer.uuid, 20_00);
    const cancel = ({ uuid }: { uuid: string }) => ({ commandId: randomUUID(), uuid, reason: "x" });
    await late.orders.cancel(cancel(unpaid));
    for (const order of [byCredit, byTransfer])
      await expect(late.orders.cancel(cancel(order))).rejects.toEqual(needsPassword);
    const asked = cancel(byCredit);
    await admin.orders.cancel(asked);
    await admin.orders.cancel(cancel(byTransfer));
    // The same command again does nothing, so it asks nothing.
    expect(await late.orders.cancel(asked)).toEqual({ uuid: byCredit.uuid, state: "cancelled" });

    const facts = { userId: shop.people.dev, day: shopDay() };
    const { officeActs } = await officeDayFacts(shop.deps.readDb, facts, "za");
    const words = officeActs.as === "facts" ? officeActs.rows.map(([, said]) => said) : [];
    const said = words.find((each) => each.startsWith("cancelled an order"));
    expect(said).toContain(`order ${byCredit.orderNumber} (R50.00)`);
    expect(said).toContain(`order ${unpaid.orderNumber}`);
  });

  test("is not asked for the password where a buyer cancels an own one", async ({ shop }) => {
    const kim = await shop.as(shop.people.kim, { session: longAgo });
    for (const credit of [0, 30_00]) {
      const { uuid } = await anOrderOfKim(shop, credit);
      expect(await kim.orders.cancel({ commandId: randomUUID(), uuid })).toMatchObject({
        state: "cancelled",
      });
    }
  });
});
