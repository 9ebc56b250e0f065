import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { z } from "zod";
import { aRecipient, products, type TestShop, test } from "../../testing/shop-test.ts";
import type { ShopPeople } from "../../testing/shop-people.ts";

type Name = "anna" | "ben" | "cara" | "skye" | "sam" | "kim" | "admin";

/** A user's browser, signed in at one host of this installation. */
async function aBrowser({ deps, app }: TestShop, userId: number, host: string) {
  const { cookie } = await deps.sessions.start({ userId, device: "", withPassword: true });
  const headers = {
    host,
    origin: `http://${host}`,
    "sec-fetch-site": "same-origin",
    cookie: String(cookie.split(";")[0]),
  };
  return {
    ask: (procedure: string) => app.inject({ url: `/trpc/${procedure}`, headers }),
    send: (procedure: string, payload: object) =>
      app.inject({ method: "POST", url: `/trpc/${procedure}`, headers, payload }),
  };
}

async function orderAt(shop: TestShop, userId: number, host: string) {
  const browser = await aBrowser(shop, userId, host);
  const owner = await shop.as(userId);
  const { id: addressId } = await owner.addresses.save(aRecipient);
  const sections = [{ addressId, lines: [{ productId: products.bottle, quantity: 1 }] }];
  return browser.send("orders.save", { commandId: randomUUID(), sections });
}

const refusalSchema = z.object({
  error: z.object({ message: z.string(), data: z.object({ reason: z.string() }) }),
});
const countOrders = async ({ deps }: TestShop) =>
  (await deps.db.selectFrom("projection.order_state").select("order_id").execute()).length;
const idOf = (people: ShopPeople, name: Name): number => people[name];

describe("a distributor, a school or a stockist", () => {
  test.for<Name>(["anna", "ben", "cara", "skye", "sam"])(
    "%s cannot order on the customer host and is referred to the office portal",
    async (name, { shop }) => {
      const before = await countOrders(shop);

      const answer = await orderAt(shop, idOf(shop.people, name), "shop.test");

      expect(answer.statusCode).toBe(403);
      expect(refusalSchema.parse(answer.json()).error).toMatchObject({
        message: "Place your orders in the office portal.",
        data: { reason: "order.use-office" },
      });
      expect(await countOrders(shop)).toBe(before);
    },
  );

  test.for<readonly [Name, string]>([
    ["ben", "office.shop.test"],
    ["skye", "OFFICE.shop.test"],
    ["sam", "office.shop.test:3000"],
    ["sam", "the-office.example"],
  ])("%s orders at %s", async ([name, host], { shop }) => {
    const answer = await orderAt(shop, idOf(shop.people, name), host);

    expect(answer.statusCode).toBe(200);
  });

  // shows S6.11
  test("is refused on the customer host with a bearer token too", async ({ shop }) => {
    const token = (
      await shop.deps.sessions.start({ userId: shop.people.sam, device: "", withPassword: true })
    ).token;
    const answer = await shop.app.inject({
      method: "POST",
      url: "/trpc/orders.save",
      headers: { host: "shop.test", authorization: `Bearer ${token}` },
      payload: {
        commandId: randomUUID(),
        sections: [{ addressId: 1, lines: [{ productId: products.bottle, quantity: 1 }] }],
      },
    });

    expect(answer.statusCode).toBe(403);
  });
});

describe("customers, admins and guests", () => {
  test.for<readonly [Name, string]>([
    ["kim", "shop.test"],
    ["kim", "office.shop.test"],
    ["admin", "shop.test"],
    ["admin", "office.shop.test"],
  ])("%s orders at %s", async ([name, host], { shop }) => {
    expect((await orderAt(shop, idOf(shop.people, name), host)).statusCode).toBe(200);
  });

  test("a guest orders on either host", async ({ shop }) => {
    for (const isOfficeHost of [true, false]) {
      const uniqueId = randomUUID();
      const guest = await shop.as(null, { isOfficeHost });
      const { id: addressId } = await guest.addresses.save({ ...aRecipient, uniqueId });
      const lines = [{ productId: products.bottle, quantity: 1 }];
      const wanted = { commandId: randomUUID(), uniqueId, sections: [{ addressId, lines }] };

      expect(await guest.orders.save(wanted)).toMatchObject({ total: 425_00 });
    }
  });
});

describe("a signed-in user", () => {
  test("gets the URL of the office portal, and whether this host is it", async ({ shop }) => {
    const url = "http://office.shop.test";
    for (const [host, isHere] of [
      ["shop.test", false],
      ["office.shop.test", true],
    ] as const) {
      const browser = await aBrowser(shop, shop.people.ben, host);
      const answer = (await browser.ask("auth.me")).json<unknown>();
      expect(answer).toMatchObject({ result: { data: { office: { isHere, url } } } });
    }
  });

  test("has no additional permissions on the office host", async ({ shop }) => {
    for (const host of ["shop.test", "office.shop.test"]) {
      const browser = await aBrowser(shop, shop.people.ben, host);
      expect((await browser.ask("orders.list")).statusCode).toBe(403);
    }
  });
});
