import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import type { DiskSpace } from "../../platform/files/disks.ts";
import { aGuestOrder, aRecipient, products, type TestShop, test } from "../../testing/shop-test.ts";
import { findSignedInUser } from "../../people/accounts/account.store.ts";
import {
  type AnyRateLimit,
  ordersBy,
  recipientsBy,
} from "../../platform/rate-limit/rate-limits.ts";

/** Uses up a limit, at a time some minutes ago. */
async function useUp({ deps }: TestShop, { key }: AnyRateLimit, minutesAgo: number, times = 100) {
  const at = new Date(Date.now() - minutesAgo * 60_000).toISOString();
  await deps.db
    .insertInto("rate_limit")
    .values({ key, used_at: Array.from({ length: times }, () => at) })
    .execute();
}

const countOrders = async ({ deps }: TestShop) =>
  (await deps.db.selectFrom("projection.order_state").select("order_id").execute()).length;

describe("guest orders from one client IP prefix", () => {
  const place = "2001:db8:7:7::1";
  const neighbour = "2001:db8:7:7:ffff::2";

  /** Uses up the limit of a hundred orders per hour, at a time some minutes ago. */
  const fill = async (shop: TestShop, minutesAgo: number) =>
    useUp(shop, await ordersBy({ user: null, ip: place }, 100), minutesAgo);

  // shows T20
  test("are limited to a hundred per hour, and the refusal contains the remaining minutes", async ({
    shop,
  }) => {
    const { request } = await aGuestOrder(shop);
    await fill(shop, 48);
    const from = async (ip: string, userId: number | null = null) =>
      (await shop.as(userId, { ip })).orders;
    const before = await countOrders(shop);

    await expect(
      (await from(neighbour)).save({ ...request, commandId: randomUUID() }),
    ).rejects.toMatchObject({
      code: "TOO_MANY_REQUESTS",
      cause: { code: "order.too-many-from-here" },
      message:
        "Too many orders from your internet connection. Sign in to order now, or try again later. (in 12 minutes)",
    });
    expect(await countOrders(shop)).toBe(before);
    // A retry of a placed order is still answered, and other IP prefixes are not limited.
    expect((await (await from(place)).save(request)).uuid).toBeTruthy();
    const elsewhere = await from("203.0.113.99");
    await elsewhere.save({ ...request, commandId: randomUUID() });
    expect(await countOrders(shop)).toBe(before + 1);
  });

  // shows T20
  test("do not limit signed-in buyers, who have a limit of their own", async ({ shop }) => {
    const { kim } = shop.people;
    const api = await shop.as(kim, { ip: place });
    const { id } = await api.addresses.save(aRecipient);
    const lines = [{ productId: products.bottle, quantity: 1 }];
    const order = await api.orders.save({
      commandId: randomUUID(),
      sections: [{ addressId: id, lines }],
    });
    expect(order.uuid).toBeTruthy();
  });
});

// shows T224
describe("orders of one account", () => {
  test("are limited, from whatever address, through the older API too", async ({ shop }) => {
    const { lone } = shop.people;
    const api = await shop.as(lone);
    const { id } = await api.addresses.save(aRecipient);
    const order = {
      sections: [{ addressId: id, lines: [{ productId: products.bottle, quantity: 1 }] }],
    };
    const commandId = randomUUID();
    const placed = await api.orders.save({ ...order, commandId });
    await shop.deps.db.deleteFrom("rate_limit").execute();
    const user = await findSignedInUser(shop.deps.db, lone);
    await useUp(shop, await ordersBy({ user, ip: "" }, 100), 30);
    const before = await countOrders(shop);

    const refusal = { code: "TOO_MANY_REQUESTS", cause: { code: "order.too-many-of-account" } };
    for (const ip of ["198.51.100.1", "2001:db8:1::1"]) {
      const { orders } = await shop.as(lone, { ip });
      await expect(orders.save({ ...order, commandId: randomUUID() })).rejects.toMatchObject(
        refusal,
      );
    }
    const start = { userId: lone, device: "", withPassword: true };
    const { token } = await shop.deps.sessions.start(start);
    const older = await shop.app.inject({
      method: "POST",
      url: "/api/purchase/save",
      headers: { authorization: `Bearer ${token}` },
      payload: { order: { sections: [{ addressId: id, items: { [products.bottle]: 1 } }] } },
    });
    expect(older.statusCode, older.body).toBe(429);
    expect(await countOrders(shop)).toBe(before);
    const admin = await shop.as(shop.people.admin);
    const { limits } = await admin.settings.get();
    await admin.settings.save({ section: "limits", ...limits, ordersPerHour: 101 });
    await api.orders.save({ ...order, commandId: randomUUID() });
    await expect(api.orders.save({ ...order, commandId: randomUUID() })).rejects.toMatchObject(
      refusal,
    );
    await admin.settings.save({ section: "limits", ...limits });
    expect(await countOrders(shop)).toBe(before + 1);
    // A retry of a placed order is still answered, and other accounts are not limited.
    expect((await api.orders.save({ ...order, commandId })).uuid).toBe(placed.uuid);
  });
});

// shows T224
describe("recipients of one sender", () => {
  test.for(["a guest", "an account"] as const)(
    "are limited for %s, refused ones too",
    async (who, { shop }) => {
      const ip = "2001:db8:9:9::1";
      const userId = who === "a guest" ? null : shop.people.lone;
      const user = userId === null ? null : await findSignedInUser(shop.deps.db, userId);
      const limit = await recipientsBy({ user, ip });
      await useUp(shop, limit, 30, 299);
      const { addresses } = await shop.as(userId, { ip });
      const uniqueId = randomUUID();
      await expect(addresses.save({ ...aRecipient, uniqueId, id: 999_999 })).rejects.toMatchObject({
        cause: { code: "order.unknown-address" },
      });
      for (const guestId of [uniqueId, randomUUID()])
        await expect(addresses.save({ ...aRecipient, uniqueId: guestId })).rejects.toMatchObject({
          code: "TOO_MANY_REQUESTS",
          cause: { code: "access.too-many-tries" },
        });
      const admin = await shop.as(shop.people.admin);
      const { limits } = await admin.settings.get();
      await admin.settings.save({ section: "limits", ...limits, recipientsPerHour: 301 });
      const last = { ...aRecipient, uniqueId, commandId: randomUUID() };
      const saved = await addresses.save(last);
      await admin.settings.save({ section: "limits", ...limits });
      // A retry of a saved recipient is still answered, and other IP prefixes are not limited.
      expect(await addresses.save(last)).toEqual(saved);
      const elsewhere = await shop.as(null, { ip: "203.0.113.99" });
      expect((await elsewhere.addresses.save({ ...aRecipient, uniqueId })).id).toBeGreaterThan(0);
    },
  );
});

describe("an order while the database's disk is full", () => {
  // shows R64, T90
  test("is refused with a message and stores nothing", async ({ shop }) => {
    const { request } = await aGuestOrder(shop);
    const before = await countOrders(shop);
    const disk = { of: "database", freeBytes: 1, totalBytes: 100, level: "full" } as const;
    const orderOn = async (rooms: readonly DiskSpace[]) =>
      (await shop.as(null, { disks: async () => rooms })).orders.save({
        ...request,
        commandId: randomUUID(),
      });

    await expect(orderOn([disk])).rejects.toMatchObject({
      code: "SERVICE_UNAVAILABLE",
      cause: { code: "order.no-room" },
    });
    expect(await countOrders(shop)).toBe(before);
    // Neither a full disk of uploads nor a nearly full database disk stops orders.
    await orderOn([
      { ...disk, of: "files" },
      { ...disk, level: "low" },
    ]);
    expect(await countOrders(shop)).toBe(before + 1);
    const admin = await shop.as(shop.people.admin, { disks: async () => [disk] });
    expect((await admin.dashboard.get()).fullDisks).toEqual([disk]);
  });
});
