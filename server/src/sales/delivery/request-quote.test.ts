import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect } from "vitest";
import { aRecipient, products, type TestShop, test } from "../../testing/shop-test.ts";

beforeEach<{ shop: TestShop }>(async ({ shop }) => {
  shop.courier.mode = "works";
  shop.courier.now = () => thursday;
  await shop.deps.db.deleteFrom("rate_limit").execute();
});

/** Thursday, 08:00 at the office. */
const thursday = "2026-11-26T06:00:00.000Z";
const lines = [{ productId: products.bottle, quantity: 4 }];

/** A guest with a recipient for each postal code. */
async function aGuest(shop: TestShop, ...postCodes: string[]) {
  const uniqueId = randomUUID();
  const guest = await shop.as(null, { now: () => thursday });
  const sections = [];
  for (const postalCode of postCodes) {
    const { id } = await guest.addresses.save({ ...aRecipient, postalCode, uniqueId });
    sections.push({ addressId: id, lines });
  }
  return { guest, basket: { uniqueId, sections } };
}

describe("a quote", () => {
  test("offers services with a delivery day at the flat price, and free collection", async ({
    shop,
  }) => {
    const { guest, basket } = await aGuest(shop, "8001");
    const quote = await guest.courier.requestQuote(basket);

    expect(quote).toMatchObject({ currency: "ZAR", isFlatOnly: false });
    expect(quote.options.map(({ code, price }) => [code, price])).toEqual([
      ["LSF", 100_00],
      ["LOF", 100_00],
      ["ECO", 100_00],
      ["COL", 0],
    ]);
    expect(quote.options.every(({ day, code }) => (day === null) === (code === "COL"))).toBe(true);
    // An order is charged the same price.
    const priced = await guest.catalog.quote({ sections: [{ lines }], deliveryService: "ECO" });
    expect(priced.delivery).toBe(100_00);
  });

  test("offers first what the office has set, wherever the courier has it", async ({ shop }) => {
    const { settings } = await shop.as(shop.people.admin);
    const set = async (firstDelivery: string | null) => {
      const now = await settings.get();
      const version = now.versions["orders"];
      await settings.save({ ...now.orders, section: "orders", version, firstDelivery });
    };
    const { guest, basket } = await aGuest(shop, "8001");
    const codes = async () =>
      (await guest.courier.requestQuote(basket)).options.map(({ code }) => code);
    await set("ECO");
    expect(await codes()).toEqual(["ECO", "LSF", "LOF", "COL"]);
    await set("SDX");
    expect(await codes()).toEqual(["LSF", "LOF", "ECO", "COL"]);
    await set(null);
    expect(await codes()).toEqual(["LSF", "LOF", "ECO", "COL"]);
  });

  test("offers several recipients the services common to all, at one parcel each", async ({
    shop,
  }) => {
    const { guest, basket } = await aGuest(shop, "8001", "2196", "0850");
    const { options } = await guest.courier.requestQuote(basket);
    expect(options.map(({ code, price }) => [code, price])).toEqual([
      ["ECO", 300_00],
      ["COL", 0],
    ]);
  });

  test("is refused for another buyer's recipients", async ({ shop }) => {
    const { basket } = await aGuest(shop, "8001");
    const { guest: other } = await aGuest(shop, "8001");
    const kim = await shop.as(shop.people.kim);
    const { sections } = basket;
    for (const ask of [
      () => other.courier.requestQuote({ uniqueId: randomUUID(), sections }),
      () => other.courier.requestQuote({ sections }),
      () => kim.courier.requestQuote({ sections }),
    ])
      await expect(ask()).rejects.toMatchObject({ cause: { code: "order.unknown-address" } });
  });

  test("is refused for a product that cannot be ordered", async ({ shop }) => {
    const { guest, basket } = await aGuest(shop, "8001");
    const sections = basket.sections.map((section) => ({
      ...section,
      lines: [{ productId: products.soldOut, quantity: 1 }],
    }));
    await expect(guest.courier.requestQuote({ ...basket, sections })).rejects.toMatchObject({
      cause: { code: "order.product-unavailable" },
    });
  });
});

describe("a quote without the courier", () => {
  test.for(["away", "silent"] as const)(
    "offers the flat price and collection (%s)",
    async (mode, { shop }) => {
      const { guest, basket } = await aGuest(shop, "8001");
      shop.courier.mode = mode;
      const quote = await guest.courier.requestQuote(basket);
      expect(quote.isFlatOnly).toBe(true);
      expect(quote.options.map(({ code, price }) => [code, price])).toEqual([
        ["DOOR", 100_00],
        ["COL", 0],
      ]);
    },
  );

  test("offers the flat price and collection for a place unknown to the courier", async ({
    shop,
  }) => {
    const { guest, basket } = await aGuest(shop, "8001");
    const [section] = basket.sections;
    await shop.deps.db
      .updateTable("address")
      .set({ postal_code: "800A" })
      .where("id", "=", section?.addressId ?? 0)
      .execute();
    expect(await guest.courier.requestQuote(basket)).toMatchObject({ isFlatOnly: true });
  });

  // shows R53, T48
  test("is refused to a client over the rate limit, and not to others", async ({ shop }) => {
    const { guest, basket } = await aGuest(shop, "8001");
    const times = Array.from({ length: 120 }, () => thursday);
    const used = { used_at: times };
    await guest.courier.requestQuote(basket);
    await shop.deps.db
      .updateTable("rate_limit")
      .set(used)
      .where("key", "like", "courier quotes from %")
      .execute();
    const before = shop.courier.asked.length;

    await expect(guest.courier.requestQuote(basket)).rejects.toMatchObject({
      code: "TOO_MANY_REQUESTS",
    });
    expect(shop.courier.asked).toHaveLength(before);
    const elsewhere = await shop.as(null, { now: () => thursday, ip: "198.51.100.9" });
    expect(await elsewhere.courier.requestQuote(basket)).toMatchObject({ isFlatOnly: false });
  });
});

describe("a quote in the UK", () => {
  // shows S3.7, S9.2
  test("offers Royal Mail at the flat price without a courier request", async ({ shop }) => {
    const { basket } = await aGuest(shop, "8001");
    const before = shop.courier.asked.length;
    const guest = await shop.as(null, { shop: { ...shop.deps.shop, region: "uk" } });
    const quote = await guest.courier.requestQuote(basket);
    expect(quote.options).toEqual([
      { code: "RM", name: "Royal Mail", description: "Flat rate", day: null, price: 499 },
    ]);
    expect(shop.courier.asked).toHaveLength(before);
  });
});
