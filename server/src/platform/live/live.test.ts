import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { buildApp } from "../../app.ts";
import { readOnly } from "../db/database.ts";
import { openLiveStream } from "../../testing/live-stream.ts";
import {
  aGuestOrder,
  appOptions,
  payByBank,
  type TestShop,
  test as shopTest,
} from "../../testing/shop-test.ts";
import { createLiveFeed } from "./live-feed.ts";

const silent = { info: () => {}, warn: () => {}, error: () => {} };

/** Two servers on one database, as behind a balancer. */
const test = shopTest.extend(
  "servers",
  { scope: "file" },
  async ({ shop, ownerUrl }, { onCleanup }) => {
    const { deps } = shop;
    const feed = createLiveFeed({ databaseUrl: ownerUrl, db: readOnly(deps.db), log: silent });
    const other = await buildApp({ ...deps, live: feed }, appOptions);
    onCleanup(() => other.close());
    return {
      one: await shop.app.listen({ host: "127.0.0.1", port: 0 }),
      two: await other.listen({ host: "127.0.0.1", port: 0 }),
    };
  },
);

async function signIn({ deps }: TestShop, userId: number): Promise<string> {
  const { token } = await deps.sessions.start({ userId, device: "Test", withPassword: true });
  return token;
}

async function sell(shop: TestShop, code: string) {
  const order = await aGuestOrder(shop, code);
  await payByBank(shop, order.uuid, order.total);
  return order;
}

describe("live over two servers", () => {
  test("beneficiaries and the office receive a paid order, on either server", async ({
    shop,
    servers,
  }) => {
    const { ben, lone, admin } = shop.people;
    const wallet = await openLiveStream(servers.two, { token: await signIn(shop, ben) });
    const office = await openLiveStream(servers.one, { token: await signIn(shop, admin) });
    const nobody = await openLiveStream(servers.two, { token: await signIn(shop, lone) });
    for (const stream of [wallet, office, nobody])
      expect((await stream.next())?.message).toEqual({ topics: [], changes: [] });

    const order = await aGuestOrder(shop, "BEN");
    await payByBank(shop, order.uuid, order.total);

    expect((await wallet.next())?.message.topics).toEqual(["wallet", "network"]);
    const heard = new Set<string>();
    while (!heard.has("OrderPaid")) {
      const news = await office.next();
      for (const { type, orderId } of news?.message.changes ?? []) {
        heard.add(type);
        expect(orderId).toBe(order.uuid);
      }
    }

    const silence = Symbol("silence");
    const soon = new Promise((resolve) => setTimeout(() => resolve(silence), 300));
    expect(await Promise.race([nobody.next(), soon])).toBe(silence);
    for (const stream of [wallet, office, nobody]) stream.close();
  });

  test("has the security headers, uncompressed and uncached", async ({ shop, servers }) => {
    const stream = await openLiveStream(servers.one, {
      token: await signIn(shop, shop.people.ben),
    });
    expect(stream.headers.get("content-type")).toBe("text/event-stream");
    expect(stream.headers.get("content-encoding")).toBeNull();
    expect(stream.headers.get("cache-control")).toMatch(/no-cache|no-store/);
    expect(stream.headers.get("content-security-policy")).toContain("connect-src 'self'");
    stream.close();
  });

  test("a client that reconnects to the other server receives what it missed", async ({
    shop,
    servers,
  }) => {
    const token = await signIn(shop, shop.people.ben);
    const other = await openLiveStream(servers.two, { token });
    await other.next();
    const before = await openLiveStream(servers.one, { token });
    const hello = await before.next();
    before.close();

    await sell(shop, "BEN");
    expect((await other.next())?.message.topics).toContain("wallet");

    const back = await openLiveStream(servers.two, { token, after: hello?.id ?? "" });
    const news = await back.next();
    expect(news?.message.topics).toEqual(["wallet", "network"]);
    expect(news?.message.changes.map(({ type }) => type)).toContain("OrderPaid");
    expect(Number(news?.id)).toBeGreaterThan(Number(hello?.id));
    for (const stream of [other, back]) stream.close();
  });

  test("a client that missed too much is told that everything may have changed", async ({
    shop,
    servers,
  }) => {
    const token = await signIn(shop, shop.people.ben);
    const back = await openLiveStream(servers.one, { token, after: "0" });
    expect((await back.next())?.message.topics).toEqual([
      "orders",
      "wallet",
      "payouts",
      "network",
      "office",
    ]);
    back.close();
  });

  test("only admins receive changes outside the ledger", async ({ shop, servers }) => {
    const { admin, dev, ben } = shop.people;
    const token = await signIn(shop, dev);
    const other = await openLiveStream(servers.two, { token });
    const member = await openLiveStream(servers.two, { token: await signIn(shop, ben) });
    const hello = await other.next();
    await member.next();

    const office = await shop.as(admin);
    await office.settings.save({ section: "signIn", signInCodeLength: 7 });
    let topics: readonly string[] = [];
    while (!topics.includes("office")) topics = (await other.next())?.message.topics ?? [];
    other.close();

    const back = await openLiveStream(servers.one, { token, after: hello?.id ?? "" });
    expect((await back.next())?.message.topics).toContain("office");
    back.close();

    await sell(shop, "BEN");
    expect((await member.next())?.message.topics).not.toContain("office");
    member.close();
  });

  test("a payout that the office pays is sent to its owner", async ({ shop, servers }) => {
    const { cara, admin } = shop.people;
    await sell(shop, "CARA");
    const member = await shop.as(cara);
    await member.bankDetails.save({
      bankName: "First Bank",
      accountName: "Cara",
      accountNumber: "62001234567",
      chequeOrSavings: "Savings",
    });
    const { payoutId } = await member.wallet.requestPayout({ commandId: randomUUID() });
    const stream = await openLiveStream(servers.two, { token: await signIn(shop, cara) });
    await stream.next();

    const office = await shop.as(admin);
    await office.payouts.reject({ commandId: randomUUID(), id: payoutId, reason: "Wrong account" });

    const news = await stream.next();
    expect(news?.message.topics).toContain("payouts");
    expect(news?.message.changes).toMatchObject([{ type: "PayoutRejected", payoutId }]);
    stream.close();
  });
});

describe("a stream", () => {
  test("requires a session", async ({ servers }) => {
    const stream = await openLiveStream(servers.one, { token: "nobody" });
    expect(await stream.next()).toBeNull();
    expect(stream.error()).toMatchObject({ data: { reason: "access.sign-in-required" } });
  });

  // shows R27, T32
  test("ends with its session", { timeout: 15_000 }, async ({ shop, servers }) => {
    const token = await signIn(shop, shop.people.skye);
    const stream = await openLiveStream(servers.one, { token });
    await stream.next();
    await shop.deps.sessions.end(token);
    expect(await stream.next()).toBeNull();
    expect(stream.error()).toMatchObject({
      data: { reason: "access.sign-in-required", httpStatus: 401 },
    });
  });

  test("is limited to eight a user, and frees its slot when it closes", async ({
    shop,
    servers,
  }) => {
    const token = await signIn(shop, shop.people.lone);
    const open = () => openLiveStream(servers.one, { token });
    const streams = await Promise.all(Array.from({ length: 8 }, open));
    for (const stream of streams) expect(await stream.next()).not.toBeNull();

    const ninth = await open();
    expect(await ninth.next()).toBeNull();
    expect(ninth.error()).toMatchObject({
      data: { reason: "access.too-many-tries", httpStatus: 429 },
    });

    for (const stream of streams) stream.close();
    await expect
      .poll(async () => {
        const again = await open();
        const hello = await again.next();
        again.close();
        return hello?.message.topics;
      })
      .toEqual([]);
  });

  test("continues after the listening connection was cut", async ({ shop, servers, superuser }) => {
    const stream = await openLiveStream(servers.one, {
      token: await signIn(shop, shop.people.ben),
    });
    await stream.next();
    const cut = await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'portal-live' and datname = current_database()`.execute(superuser);
    expect(cut.rows.length).toBeGreaterThan(0);

    await sell(shop, "BEN");
    expect((await stream.next())?.message.topics).toContain("wallet");
    stream.close();
  });

  test("does not delay shutdown", async ({ shop, ownerUrl }) => {
    const { deps } = shop;
    const feed = createLiveFeed({ databaseUrl: ownerUrl, db: readOnly(deps.db), log: silent });
    const app = await buildApp({ ...deps, live: feed }, appOptions);
    const url = await app.listen({ host: "127.0.0.1", port: 0 });
    const stream = await openLiveStream(url, { token: await signIn(shop, shop.people.ben) });
    await stream.next();

    await app.close();

    expect(await stream.next()).toBeNull();
    expect(stream.error()).toBeNull();
  });
});
