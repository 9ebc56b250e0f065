import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import {
  aGuestOrder,
  aRecipient,
  payByBank,
  products,
  test,
  type TestShop,
} from "../../testing/shop-test.ts";

const refusal = { cause: { code: "access.password-needed" } };
const left = { token: "none", handle: randomUUID(), impersonatorId: null };
/** A session in which the password was typed so many minutes ago. */
const typed = (minutesAgo: number) => ({
  session: { ...left, passwordAt: new Date(Date.now() - minutesAgo * 60_000).toISOString() },
});

async function earnings(shop: TestShop): Promise<void> {
  // 4 × R325.00 is R1130.43 without VAT: a level 1 earns R226.09 from each order.
  for (let order = 0; order < 8; order++) {
    const { uuid } = await aGuestOrder(shop, "ANNA");
    await payByBank(shop, uuid, 1400_00);
  }
}

async function limitTo({ deps }: TestShop, amount: number): Promise<void> {
  await deps.db.updateTable("shop_setting").set({ credit_password_above: amount }).execute();
}

describe("store credit above the password limit", () => {
  // shows T52
  test("is not converted from commission without the password, at once or in parts", async ({
    shop,
  }) => {
    await earnings(shop);
    const { anna } = shop.people;
    const open = await shop.as(anna, typed(11));
    const convert = (api: typeof open, amount: number) =>
      api.wallet.convertToCredit({ commandId: randomUUID(), amount });
    const before = await open.wallet.mine();
    expect(before.payable).toBeGreaterThan(1500_00);

    await expect(convert(open, 1000_01)).rejects.toMatchObject(refusal);
    await convert(open, 600_00);
    await expect(convert(open, 400_01)).rejects.toMatchObject(refusal);
    await convert(open, 400_00);
    await expect(convert(open, 1)).rejects.toMatchObject(refusal);
    expect(await open.wallet.mine()).toMatchObject({ storeCredit: before.storeCredit + 1000_00 });

    expect(await convert(await shop.as(anna, typed(9)), 200_00)).toMatchObject({
      storeCredit: before.storeCredit + 1200_00,
    });
  });

  test("does not pay an order without the password, at once or in parts", async ({ shop }) => {
    const { anna } = shop.people;
    const open = await shop.as(anna, typed(11));
    const { id: addressId } = await open.addresses.save(aRecipient);
    const sections = [{ addressId, lines: [{ productId: products.bottle, quantity: 2 }] }];
    const { uuid } = await open.orders.save({ commandId: randomUUID(), sections });
    const pay = (api: typeof open, amount?: number) =>
      api.orders.payWithCredit({
        commandId: randomUUID(),
        uuid,
        ...(amount !== undefined && { amount }),
      });

    await limitTo(shop, 500_00);
    await expect(pay(open)).rejects.toMatchObject(refusal);
    await pay(open, 300_00);
    await expect(pay(open, 200_01)).rejects.toMatchObject(refusal);
    await expect(pay(await shop.as(anna, { session: null }), 200_01)).rejects.toMatchObject(
      refusal,
    );
    expect(await pay(await shop.as(anna, typed(1)))).toMatchObject({ state: "paid" });
    await limitTo(shop, 1000_00);
  });
});
