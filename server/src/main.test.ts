import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createTRPCClient, httpLink, TRPCClientError } from "@trpc/client";
import { sql } from "kysely";
import { describe, expect, inject, vi } from "vitest";
import { readEnv } from "./env.ts";
import { queueMessage } from "./platform/messages/queue-message.ts";
import { receiveNotification } from "./sales/payments/card-notification.actions.ts";
import type { AppRouter } from "./app-router.ts";
import { listDemoAccounts } from "./edges/demo/demo-people.ts";
import { connect } from "./platform/db/connect.ts";
import type { Database } from "./platform/db/database.ts";
import { findFreePort } from "./platform/free-port.ts";
import { poolSizes, usualConnections } from "./platform/db/pool-sizes.ts";
import { appendLock } from "./platform/ledger/append-statement.ts";
import { startServer } from "./main.ts";
import { countLockWaits, ofThisDatabase } from "./testing/advisory-locks.ts";
import { aNotification, signed } from "./testing/card-notifications.ts";
import { asOwner } from "./testing/as-owner.ts";
import { layCable } from "./testing/database-cable.ts";
import { insertAccount } from "./testing/insert-account.ts";
import { shopDay } from "./testing/shop-day.ts";
import { password } from "./testing/shop-people.ts";
import { aGuestOrder, aRecipient, products, test as shopTest } from "./testing/shop-test.ts";
import { createDatabase, databaseUrl, dropDatabase } from "./testing/test-database.ts";
import { passwordChanged } from "./people/accounts/account.messages.ts";

/** The started server on a port of its own, with the shop's products and people. */
const test = shopTest
  .extend("settings", { scope: "file" }, async ({}, { onCleanup }) => {
    const folder = await mkdtemp(join(tmpdir(), "portal-main-"));
    onCleanup(() => rm(folder, { recursive: true }));
    return { PORT: "0", LOG_LEVEL: "silent", HOST: "127.0.0.1", DATA_DIR: folder };
  })
  .extend("server", { scope: "file" }, async ({ ownerUrl, shop, settings }, { onCleanup }) => {
    expect(shop.people.anna).toBeGreaterThan(0);
    const cable = await layCable(ownerUrl);
    const env = readEnv(settings);
    const server = await startServer(env, { url: cable.url });
    onCleanup(async () => {
      await server.close();
      await cable.close();
    });
    return { ...server, cable };
  });

function clientOf(url: string, token?: string) {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return createTRPCClient<AppRouter>({ links: [httpLink({ url: `${url}/trpc`, headers })] });
}

async function aGuestOrderOn(guest: ReturnType<typeof clientOf>) {
  const uniqueId = randomUUID();
  const { id: addressId } = await guest.addresses.save.mutate({ ...aRecipient, uniqueId });
  return guest.orders.save.mutate({
    commandId: randomUUID(),
    uniqueId,
    sections: [{ addressId, lines: [{ productId: products.bottle, quantity: 4 }] }],
  });
}

async function signIn(url: string, email: string) {
  const { token } = await clientOf(url).auth.login.mutate({ email, password });
  return clientOf(url, token);
}

type Form = Awaited<ReturnType<ReturnType<typeof clientOf>["orders"]["paymentForm"]["query"]>>;

function formBody({ fields }: Form): URLSearchParams {
  return new URLSearchParams(Object.fromEntries(fields.map(({ name, value }) => [name, value])));
}

/** Presses a button on the provider's page and follows the redirect. */
async function payOnPage(form: Form) {
  const body = formBody(form);
  const page = await fetch(form.action, { method: "POST", body });
  expect(page.status).toBe(200);
  expect(await page.text()).toContain("Complete Payment");
  return fetch(`${page.url}/complete`, { method: "POST", redirect: "manual" });
}

describe("the main flow", () => {
  test("goes from a guest's order to a distributor's payout", async ({ server, shop }) => {
    const guest = clientOf(server.url);
    const uniqueId = randomUUID();
    const { id: addressId } = await guest.addresses.save.mutate({ ...aRecipient, uniqueId });
    const { uuid, orderNumber } = await guest.orders.save.mutate({
      commandId: randomUUID(),
      uniqueId,
      distributorCode: "BEN",
      sections: [{ addressId, lines: [{ productId: products.bottle, quantity: 4 }] }],
    });

    const back = await payOnPage(await guest.orders.paymentForm.query({ uuid }));
    expect(back.headers.get("location")).toBe(`${server.url}/orders/pay/${uuid}/payfast-success`);
    await vi.waitFor(async () =>
      expect(await guest.orders.checkPaid.query({ uuid })).toMatchObject({ message: "Paid" }),
    );

    const ben = await signIn(server.url, "ben@shop.test");
    // 4 × R325.00 is R1130.43 without VAT, of which a level 2 earns 15 %.
    const { rows: entries } = await ben.wallet.entries.query({ orderNumber });
    expect(entries).toMatchObject([
      {
        orderId: uuid,
        kind: "own",
        sellerId: shop.people.ben,
        value: 113_043,
        rateBps: 1500,
        amount: 16_956,
      },
    ]);
    expect(await ben.wallet.mine.query()).toMatchObject({
      balance: 16_956,
      units: 4,
      totalSales: 4 * 28_261,
      canRequest: false,
      reason: "wallet.no-bank-details",
    });
    await ben.bankDetails.save.mutate({
      bankName: "First Bank",
      accountName: "Ben Person",
      accountNumber: "62001234567",
      chequeOrSavings: "Cheque",
    });
    const { payoutId } = await ben.wallet.requestPayout.mutate({ commandId: randomUUID() });

    const admin = await signIn(server.url, "admin@shop.test");
    const { rows: waiting, counts } = await admin.payouts.list.query({ state: "requested" });
    expect(waiting).toMatchObject([{ id: payoutId, fullName: "Ben Person", amount: 16_956 }]);
    expect(counts).toEqual({ requested: 1, paid: 0, rejected: 0, returned: 0 });
    expect(await admin.payouts.breakdown.query({ id: payoutId })).toEqual([
      { kind: "own", sellerLevel: 2, count: 1, value: 113_043, amount: 16_956 },
    ]);
    const paidOn = shopDay();
    await admin.payouts.markAsPaid.mutate({ commandId: randomUUID(), id: payoutId, paidOn });
    expect(await ben.wallet.mine.query()).toMatchObject({
      paid: 16_956,
      unpaid: 0,
      balance: 0,
      sinceLastPayout: 0,
      openPayout: null,
      lastPayout: { id: payoutId, state: "paid", paidOn },
    });
  });

  test("can be cancelled on the provider's page, and paid afterwards", async ({ server, shop }) => {
    const { uuid } = await aGuestOrder(shop);
    const guest = clientOf(server.url);
    const form = await guest.orders.paymentForm.query({ uuid });
    const body = formBody(form);

    const page = await fetch(form.action, { method: "POST", body });
    const back = await fetch(`${page.url}/cancel`, { method: "POST", redirect: "manual" });

    expect(back.headers.get("location")).toBe(`${server.url}/orders/pay/${uuid}`);
    expect(await guest.orders.checkPaid.query({ uuid })).toMatchObject({ message: "No match" });
    expect((await payOnPage(form)).status).toBe(303);
    await vi.waitFor(async () =>
      expect(await guest.orders.checkPaid.query({ uuid })).toMatchObject({ message: "Paid" }),
    );
  });

  test("can be refused or left pending on the provider's page, and paid afterwards", async ({
    server,
    shop,
  }) => {
    const { uuid } = await aGuestOrder(shop);
    const guest = clientOf(server.url);
    const attempt = async () => (await guest.orders.byUuid.query({ uuid })).card.lastAttempt;
    const form = await guest.orders.paymentForm.query({ uuid });
    const open = () => fetch(form.action, { method: "POST", body: formBody(form) });
    const press = async (page: string, button: string) =>
      (await fetch(`${page}/${button}`, { method: "POST", redirect: "manual" })).headers.get(
        "location",
      );
    const orderPage = `${server.url}/orders/pay/${uuid}`;

    expect(await press((await open()).url, "fail")).toBe(orderPage);
    await vi.waitFor(async () => expect(await attempt()).toMatchObject({ status: "failed" }));
    const { url } = await open();
    expect(await press(url, "pending")).toBe(`${orderPage}/payfast-success`);
    await vi.waitFor(async () => expect(await attempt()).toMatchObject({ status: "pending" }));
    expect(await (await fetch(url)).text()).toContain("This payment is pending");
    await press(url, "complete");
    await vi.waitFor(async () =>
      expect(await guest.orders.checkPaid.query({ uuid })).toMatchObject({ message: "Paid" }),
    );
  });

  test("counts a double click on the button as one payment", async ({ server, shop }) => {
    const { uuid } = await aGuestOrder(shop);
    const guest = clientOf(server.url);
    const form = await guest.orders.paymentForm.query({ uuid });
    const body = formBody(form);
    const page = await fetch(form.action, { method: "POST", body });

    const press = () => fetch(`${page.url}/complete`, { method: "POST", redirect: "manual" });
    await Promise.all([press(), press(), press()]);

    await expect
      .poll(() => guest.orders.byUuid.query({ uuid }), { timeout: 10_000 })
      .toMatchObject({ state: "paid", received: 1400_00 });
  });
});

describe("the provider's stand-in", () => {
  const formOf = async (url: string, uuid: string) =>
    clientOf(url).orders.paymentForm.query({ uuid });
  const post = (url: string, fields: Record<string, string>) =>
    fetch(url, { method: "POST", body: new URLSearchParams(fields) });

  test("refuses a tampered form, in the provider's words", async ({ server, shop }) => {
    const { uuid } = await aGuestOrder(shop);
    const { action, fields } = await formOf(server.url, uuid);
    const changed = Object.fromEntries(fields.map(({ name, value }) => [name, value]));

    const response = await post(action, { ...changed, amount: "1.00" });

    const page = await response.text();
    expect(response.status).toBe(400);
    expect(page).toContain("The supplied variables are not according to specification:");
    expect(page).toContain("Generated signature does not match submitted signature");
  });

  test("does not redirect or notify other hosts", async ({ server }) => {
    const response = await post(`${server.url}/sandbox/payfast/process`, {
      merchant_id: "10000100",
      merchant_key: "46f0cd694581a",
      return_url: "https://evil.example/",
      m_payment_id: randomUUID(),
      amount: "5.00",
      item_name: "<script>alert(1)</script>",
    });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("return_url must be an address of this shop");
  });

  test("confirms only what it sent", async ({ server }) => {
    const response = await post(`${server.url}/sandbox/payfast/query/validate`, { a: "1" });
    expect(await response.text()).toBe("INVALID");
  });
});

describe("a stopping process", () => {
  test("is not ready while it still answers, and then exits", async ({
    ownerUrl,
    server,
    settings,
  }) => {
    const env = readEnv({ ...settings, DRAIN_SECONDS: "2" });
    const leaving = await startServer(env, { url: ownerUrl });
    const status = async (path: string) => (await fetch(`${leaving.url}${path}`)).status;
    expect(leaving.url).not.toBe(server.url);
    expect(await status("/readyz")).toBe(200);

    const closed = leaving.close();

    expect(await status("/readyz")).toBe(503);
    expect(await status("/servez")).toBe(503);
    expect(await status("/healthz")).toBe(200);
    expect(await status("/trpc/catalog.products")).toBe(200);
    await closed;
    await expect(status("/healthz")).rejects.toThrow("fetch failed");
  });
});

// shows T98
describe("a process with a monitoring port", () => {
  test("serves metrics there and nothing else, and no metrics elsewhere", async ({
    ownerUrl,
    server,
    settings,
  }) => {
    const port = await findFreePort();
    const env = readEnv({ ...settings, ROLE: "web", MONITORING_PORT: String(port) });
    const watched = await startServer(env, { url: ownerUrl });
    expect(watched.url).not.toBe(server.url);
    const inside = `http://127.0.0.1:${port}`;
    const ask = async (url: string, headers: Record<string, string> = {}) => {
      const answer = await fetch(url, { headers });
      const text = await answer.text();
      return { status: answer.status, hasDetails: text.includes("disk") };
    };

    expect(await ask(`${watched.url}/readyz`)).toEqual({ status: 200, hasDetails: false });
    expect(await ask(`${watched.url}/metrics`)).toEqual({ status: 403, hasDetails: false });
    expect(await ask(`${inside}/readyz`)).toEqual({ status: 200, hasDetails: true });
    expect(await ask(`${inside}/servez`)).toEqual({ status: 200, hasDetails: false });
    expect(await ask(`${inside}/metrics`)).toEqual({ status: 200, hasDetails: true });
    for (const path of ["/", "/trpc/catalog.products", "/metrics/../trpc/catalog.products"])
      expect((await ask(`${inside}${path}`)).status).toBe(404);
    await watched.close();
    await expect(ask(`${inside}/healthz`)).rejects.toThrow("fetch failed");
  });

  test("reports that the port is in use", async ({ ownerUrl, server, settings }) => {
    const { port } = new URL(server.url);
    const env = readEnv({ ...settings, ROLE: "web", MONITORING_PORT: port });
    await expect(startServer(env, { url: ownerUrl })).rejects.toThrow(
      `Port ${port} is in use. Choose another one with MONITORING_PORT.`,
    );
  });
});

describe("a worker process", () => {
  test("serves health endpoints only", async ({ ownerUrl, server, settings }) => {
    const env = readEnv({ ...settings, ROLE: "worker" });
    const worker = await startServer(env, { url: ownerUrl });
    const status = async (path: string) => (await fetch(`${worker.url}${path}`)).status;

    expect(worker.url).not.toBe(server.url);
    expect(await status("/readyz")).toBe(200);
    expect(await status("/trpc/catalog.products")).toBe(404);
    await worker.close();
    await expect(status("/healthz")).rejects.toThrow("fetch failed");
  });
});

// shows R7, T7
describe("a notification whose process died", () => {
  test("is processed by the next worker", { timeout: 30_000 }, async ({ server, shop }) => {
    const order = await aGuestOrder(shop);
    const raw = Buffer.from(signed(aNotification(order)));
    await receiveNotification(shop.deps, {
      provider: "payfast",
      raw,
      sha256: Buffer.alloc(32, 7),
      peerIp: "203.0.113.9",
      headers: {},
      receivedAt: shop.deps.now(),
    });

    await vi.waitFor(
      async () => {
        const record = await shop.deps.db
          .selectFrom("card_notification")
          .select(["state", "reason"])
          .where("peer_ip", "=", "203.0.113.9")
          .executeTakeFirstOrThrow();
        expect(record.state).toBe("rejected");
      },
      { timeout: 20_000, interval: 250 },
    );
    expect(server.url).toMatch(/^http:/);
  });
});

describe("a stopping server", () => {
  // shows R66
  test.for(["web", "all"])(
    "finishes the order in progress, and accepts no other, as %s",
    async (role, { ownerUrl, settings, shop }) => {
      const { db } = shop.deps;
      const stopping = await startServer(readEnv({ ...settings, ROLE: role }), { url: ownerUrl });
      const guest = clientOf(stopping.url);
      const uniqueId = randomUUID();
      const { id: addressId } = await guest.addresses.save.mutate({ ...aRecipient, uniqueId });
      const lines = [{ productId: products.bottle, quantity: 1 }];
      const commandId = randomUUID();

      const { placing, closing } = await db.transaction().execute(async (tx) => {
        await sql`select pg_advisory_xact_lock(${appendLock})`.execute(tx);
        const order = { commandId, uniqueId, sections: [{ addressId, lines }] };
        const underway = guest.orders.save.mutate(order);
        await vi.waitFor(
          async () => expect(await countLockWaits(db, appendLock)).toBeGreaterThan(0),
          5000,
        );
        return { placing: underway, closing: stopping.close() };
      });

      const { uuid } = await placing;
      await closing;
      await expect(fetch(`${stopping.url}/healthz`)).rejects.toThrow("fetch failed");
      expect(await (await shop.as(null)).orders.checkPaid({ uuid })).toMatchObject({ paid: false });
    },
  );

  // shows R66
  test("accepts nothing while its jobs end", async ({ settings, shop, onTestFinished }) => {
    // Of its own, so that no other worker takes the job.
    const serverUrl = inject("serverUrl");
    const name = `test_${randomUUID().replaceAll("-", "")}`;
    await createDatabase(serverUrl, name, inject("templateName"));
    const url = databaseUrl(serverUrl, name);
    const db = connect(url);
    onTestFinished(async () => {
      await db.destroy();
      await dropDatabase(serverUrl, name);
    });
    const userId = await insertAccount(db, {
      email: "ends@shop.test",
      passwordHash: "x",
      firstName: "A",
      lastName: "B",
      role: "customer",
    });
    const stopping = await startServer(readEnv({ ...settings, ROLE: "all" }), { url });
    let isClosed = false;
    const { closing } = await db.transaction().execute(async (tx) => {
      await sql`lock table rate_limit in exclusive mode`.execute(tx);
      await db
        .transaction()
        .execute((told) => queueMessage(told, shop.deps, "ends", passwordChanged, { userId }));
      await vi.waitFor(async () => expect(await waitingForLimits(db)).toBe(1), 20_000);
      const closed = stopping.close().then(() => void (isClosed = true));
      await delay(500);
      await expect(fetch(`${stopping.url}/healthz`)).rejects.toThrow("fetch failed");
      expect(isClosed).toBe(false);
      return { closing: closed };
    });
    await closing;
  });
});

/** How many wait until they may ask whether a limit is reached. */
async function waitingForLimits(db: Database): Promise<number> {
  const { rows } = await sql<{ jobs: number }>`
    select count(*)::int as jobs from pg_locks
    where relation = 'rate_limit'::regclass and not granted and ${ofThisDatabase}`.execute(db);
  return rows[0]?.jobs ?? 0;
}

describe("the connections of a process", () => {
  test.for(["web", "worker", "all"] as const)(
    "are never more than it may have, as %s",
    async (role, { ownerUrl, shop, settings }) => {
      const { db } = shop.deps;
      // Connects with a role of its own, by which its connections can be counted.
      const name = `portal_${role}_${randomUUID().slice(0, 8)}`;
      await asOwner(db, (owner) =>
        sql`create role ${sql.id(name)} login password 'counted' in role portal_app`.execute(owner),
      );
      const url = new URL(ownerUrl);
      url.username = name;
      url.password = "counted";
      const most = usualConnections[role];
      const env = readEnv({ ...settings, ROLE: role });
      const process = await startServer(env, { url: url.href });
      const seen: number[] = [];
      const count = async () => {
        const { rows } = await sql<{ open: number }>`
          select count(*)::int as open from pg_stat_activity where usename = ${name}`.execute(db);
        seen.push(rows[0]?.open ?? 0);
      };
      try {
        const guest = clientOf(process.url);
        const asks = Array.from({ length: 60 }, async (_, nth) => {
          if (role === "worker") return delay(nth * 20);
          return nth % 2 ? guest.catalog.products.query() : aGuestOrderOn(guest);
        });
        const counting = setInterval(() => void count(), 50);
        await Promise.all(asks);
        await delay(1000);
        clearInterval(counting);
        await count();
      } finally {
        await process.close();
        await asOwner(db, (owner) => sql`drop role ${sql.id(name)}`.execute(owner));
      }

      expect(Math.max(...seen)).toBeLessThanOrEqual(most);
      expect(Math.max(...seen)).toBeGreaterThan(2);
    },
  );
});

describe("waiting jobs", () => {
  test("take no connection that requests need", async ({ server, shop }) => {
    const { db } = shop.deps;
    const guest = clientOf(server.url);
    const waiting = () => waitingForLimits(db);

    // The orders of the tests above left quotes and mails to be done, which would take the jobs' turns.
    await sql`delete from pgboss.job where state in ('created', 'retry')`.execute(db);
    await db.transaction().execute(async (tx) => {
      await sql`lock table rate_limit in exclusive mode`.execute(tx);
      await db.transaction().execute(async (told) => {
        // One each: an equal warning to the same person is dropped without waiting for its limit.
        for (const userId of Object.values(shop.people))
          await queueMessage(told, shop.deps, `waits:${userId}`, passwordChanged, { userId });
      });
      const { jobs } = poolSizes("all", usualConnections.all);
      await vi.waitFor(async () => expect(await waiting()).toBe(jobs), 20_000);
      // By now, all other jobs are waiting.
      await delay(500);
      const uniqueId = randomUUID();
      const asked = Array.from({ length: 12 }, () => guest.addresses.list.query({ uniqueId }));
      expect(await Promise.all(asked)).toHaveLength(12);
      expect(await waiting()).toBe(jobs);
    });
  });
});

describe("a database that is not migrated", () => {
  test("prevents the start with a sentence that says what to do", async ({ settings }) => {
    const serverUrl = inject("serverUrl");
    const name = `test_${randomUUID().replaceAll("-", "")}`;
    await createDatabase(serverUrl, name, "template0");
    const started = startServer(readEnv(settings), { url: databaseUrl(serverUrl, name) });
    await expect(started).rejects.toThrow(/^The database has no tables yet\./);
    await dropDatabase(serverUrl, name);
  });
});

// shows T68
describe("a database of the demo", () => {
  test("prevents the start in production, as everybody knows its password", async ({
    settings,
  }) => {
    const serverUrl = inject("serverUrl");
    const name = `test_${randomUUID().replaceAll("-", "")}`;
    await createDatabase(serverUrl, name, inject("templateName"));
    const url = databaseUrl(serverUrl, name);
    const db = connect(url);
    const [person] = listDemoAccounts();
    if (!person) throw new Error("the demo has nobody");
    const { email } = person;
    await insertAccount(db, {
      email,
      passwordHash: "x",
      firstName: "A",
      lastName: "B",
      role: "customer",
    });
    await db.destroy();
    const production = readEnv({
      ...settings,
      NODE_ENV: "production",
      PAYFAST_MODE: "sandbox",
      PAYFAST_MERCHANT_ID: "12345678",
      PAYFAST_MERCHANT_KEY: "q1w2e3r4t5y6u",
      COURIER_MODE: "local",
      PUBLIC_URL: "https://shop.example.com",
      OFFICE_URL: "https://office.example.com",
    });
    await expect(startServer(production, { url })).rejects.toThrow(
      /^The database is that of a demo/,
    );
    await dropDatabase(serverUrl, name);
  });
});

// shows R7, R62, T7, T89
describe("an unavailable database", () => {
  test("is reported immediately, crashes nothing, and is used again when it is back", {
    timeout: 30_000,
  }, async ({ server, shop }) => {
    const { uuid } = await aGuestOrder(shop);
    const status = async (path: string) => (await fetch(`${server.url}${path}`)).status;
    const notify = async () =>
      (
        await fetch(`${server.url}/api/purchase/payfast-notify/`, {
          method: "POST",
          body: new URLSearchParams({ a: "1" }),
        })
      ).status;
    expect(await status("/readyz")).toBe(200);

    server.cable.pull();
    const refusal = await clientOf(server.url)
      .orders.byUuid.query({ uuid })
      .catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(TRPCClientError);
    expect(refusal).toMatchObject({
      data: { code: "SERVICE_UNAVAILABLE", reason: "request.busy" },
    });
    expect(await notify()).toBe(503);
    expect(await status("/readyz")).toBe(503);
    expect(await status("/healthz")).toBe(200);
    // Proxies go on asking it for pages, which say what is the matter.
    expect(await status("/servez")).toBe(200);
    // The process still tells of itself, and of nothing that it does not know.
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    expect(metrics).toMatch(/^database_up 0$/m);
    expect(metrics).toMatch(/^portal_ready 0$/m);
    expect(metrics).toMatch(/^process_cpu_seconds_total \S+$/m);
    expect(metrics).not.toMatch(/^(?:ledger_position|messages_unsent|backup_age_seconds\{.*\}) /m);

    server.cable.putBack();
    await vi.waitFor(async () => expect(await status("/readyz")).toBe(200));
    expect(await clientOf(server.url).orders.byUuid.query({ uuid })).toMatchObject({ uuid });
    expect(await notify()).toBe(200);
  });
});

test("an unavailable replica does not prevent the start, and is used once it answers", {
  timeout: 30_000,
}, async ({ ownerUrl, shop, settings, onTestFinished }) => {
  const replica = await layCable(ownerUrl);
  replica.pull();
  const server = await startServer(readEnv(settings), { url: ownerUrl, readUrl: replica.url });
  onTestFinished(async () => {
    await server.close();
    await replica.close();
  });
  const { email } = await (await shop.as(shop.people.admin)).users.byId({ id: shop.people.admin });
  const office = await signIn(server.url, email);
  const days = { from: "2026-01-01", to: "2026-12-31" };
  const source = async () => (await office.ledgerHealth.get.query()).reads.from;
  expect(await source()).toBe("primary");
  expect((await office.reports.sales.query(days)).totals).toBeDefined();

  replica.putBack();
  await vi.waitFor(async () => expect(await source()).toBe("replica"), 15_000);
  expect((await office.reports.sales.query(days)).totals).toBeDefined();

  replica.pull();
  await vi.waitFor(async () => expect(await source()).toBe("primary"), 15_000);
  expect((await office.reports.sales.query(days)).totals).toBeDefined();
});
