import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect } from "vitest";
import type { Ledger } from "../../platform/ledger/ledger.ts";
import { ordersBy } from "../../platform/rate-limit/rate-limits.ts";
import { aGuestOrder, products, type TestShop, test } from "../../testing/shop-test.ts";

const place = "198.51.100.23";

/** What an order uses up for good: the last order number, and the guests' rate limit. */
async function taken({ deps }: TestShop) {
  const { key } = await ordersBy({ user: null, ip: place }, 100);
  const { rows } = await sql<{ number: number; orders: number }>`
    select last_value as number,
      coalesce((select cardinality(used_at) from rate_limit where key = ${key}), 0) as orders
    from order_number_seq`.execute(deps.db);
  return rows[0] ?? { number: 0, orders: 0 };
}

/** Decides each command twice, as if its data had changed since the first decision. */
const decidingAgain = (ledger: Ledger): Ledger => ({
  ...ledger,
  execute: (command, decide) =>
    ledger.execute(command, async (streams) => {
      await decide(streams);
      return decide(streams);
    }),
});

test("a retry of a placed order uses no number and no rate limit", async ({ shop }) => {
  const { request, orderNumber } = await aGuestOrder(shop);
  const { orders } = await shop.as(null, { ip: place });
  const before = await taken(shop);

  expect((await orders.save(request)).orderNumber).toBe(orderNumber);
  expect(await taken(shop)).toEqual(before);
});

test("three concurrent copies of an order use one number", async ({ shop }) => {
  const { request } = await aGuestOrder(shop);
  const { orders } = await shop.as(null, { ip: place });
  const before = await taken(shop);
  const wanted = { ...request, commandId: randomUUID() };

  const answers = await Promise.all([1, 2, 3].map(() => orders.save(wanted)));

  expect(new Set(answers.map(({ orderNumber }) => orderNumber))).toEqual(
    new Set([before.number + 1]),
  );
  expect(await taken(shop)).toEqual({ number: before.number + 1, orders: before.orders + 1 });
});

test("a refused order uses no number and no rate limit", async ({ shop }) => {
  const { request, addressId } = await aGuestOrder(shop);
  const { orders } = await shop.as(null, { ip: place });
  const before = await taken(shop);
  const refusalOf = async (change: object) => {
    const refused = orders.save({ ...request, commandId: randomUUID(), ...change });
    return refused.catch(({ cause }: { cause: { code: string } }) => cause.code);
  };
  const of = (quantity: number) => [
    { addressId, lines: [{ productId: products.bottle, quantity }] },
  ];

  expect(await refusalOf({ expectedTotal: 1 })).toBe("order.price-changed");
  expect(await refusalOf({ sections: of(0) })).toBe("order.empty");
  expect(await refusalOf({ uniqueId: randomUUID() })).toBe("order.unknown-address");
  expect(await refusalOf({ deliveryService: "BY-SEA" })).toBe("order.unknown-service");
  expect(await taken(shop)).toEqual(before);
});

test("a guest order over the rate limit uses no number", async ({ shop }) => {
  const { request } = await aGuestOrder(shop);
  const { key } = await ordersBy({ user: null, ip: place }, 100);
  const used_at = Array.from({ length: 100 }, () => new Date().toISOString());
  await shop.deps.db.deleteFrom("rate_limit").where("key", "=", key).execute();
  await shop.deps.db.insertInto("rate_limit").values({ key, used_at }).execute();
  const before = await taken(shop);

  const { orders } = await shop.as(null, { ip: place });
  await expect(orders.save({ ...request, commandId: randomUUID() })).rejects.toMatchObject({
    cause: { code: "order.too-many-from-here" },
  });
  expect(await taken(shop)).toEqual(before);
  await shop.deps.db.deleteFrom("rate_limit").where("key", "=", key).execute();
});

test("an order that is decided twice uses one number and counts once towards the rate limit", async ({
  shop,
}) => {
  const { request } = await aGuestOrder(shop);
  const ledger = decidingAgain(shop.deps.ledger);
  const { orders } = await shop.as(null, { ip: place, ledger });
  const before = await taken(shop);

  const { orderNumber } = await orders.save({ ...request, commandId: randomUUID() });

  expect(orderNumber).toBe(before.number + 1);
  expect(await taken(shop)).toEqual({ number: orderNumber, orders: before.orders + 1 });
});
