import { describe, expect } from "vitest";
import { grantCredit } from "../../testing/grant-credit.ts";
import { products, test } from "../../testing/shop-test.ts";

describe("the list of products", () => {
  // shows S6.12
  test("shows a stockist the margin, the list price and their own price", async ({ shop }) => {
    const list = await (await shop.as(shop.people.sam)).catalog.products();

    expect(list.marginBps).toBe(2500);
    expect(list.products.find(({ id }) => id === products.bottle)).toMatchObject({
      listPrice: 325_00,
      price: 243_75,
    });
    // Not 24.9975: a price is whole cents.
    expect(list.products.find(({ id }) => id === products.dear)).toMatchObject({
      listPrice: 33_33,
      price: 25_00,
    });
  });

  test.for(["ben", "kim", "admin", null] as const)(
    "shows no margin to %s",
    async (name, { shop }) => {
      const asker = await shop.as(name === null ? null : shop.people[name]);
      const list = await asker.catalog.products();

      expect(list.marginBps).toBe(0);
      expect(list.products.find(({ id }) => id === products.bottle)).toMatchObject({
        listPrice: 325_00,
        price: 325_00,
      });
    },
  );
});

// shows S2.23
test("a basket says how much store credit the buyer has for it", async ({ shop }) => {
  await grantCredit(shop, shop.people.kim, 50_00);
  const kim = await shop.as(shop.people.kim);
  const of = (quantity: number) => ({
    sections: [{ lines: [{ productId: products.bottle, quantity }] }],
  });
  expect(await kim.catalog.quote(of(2))).toMatchObject({ total: 750_00, storeCredit: 50_00 });
  await grantCredit(shop, shop.people.kim, 2_000_00);
  expect(await kim.catalog.quote(of(2))).toMatchObject({ total: 750_00, storeCredit: 750_00 });
  for (const other of [null, shop.people.lone])
    expect(await (await shop.as(other)).catalog.quote(of(2))).toMatchObject({ storeCredit: 0 });
});
