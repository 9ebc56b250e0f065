import { describe, expect } from "vitest";
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
