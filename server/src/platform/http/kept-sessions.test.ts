import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { afterEach, describe, expect, vi } from "vitest";
import type { Database } from "../db/database.ts";
import { insertAccount } from "../../testing/insert-account.ts";
import { password } from "../../testing/shop-people.ts";
import { type TestShop, test } from "../../testing/shop-test.ts";

const sameOrigin = { "sec-fetch-site": "same-origin" };
type Role = "admin" | "distributor" | "customer";

/**
 * Somebody new, and the cookie of a browser in which they are signed in. The owner of the tables adds them, because the
 * server makes nobody an admin without a second one.
 */
async function aSignedIn({ deps, app }: TestShop, superuser: Database, role: Role) {
  const email = `${randomUUID()}@shop.test`;
  const passwordHash = await deps.passwords.hash(password);
  const name = { firstName: "Some", lastName: "Body" };
  const id = await insertAccount(superuser, { email, passwordHash, role, ...name });
  const signIn = async () => {
    const payload = { email, password };
    const response = await app.inject({ method: "POST", url: "/trpc/auth.login", payload });
    return String(response.headers["set-cookie"]).split(";")[0] ?? "";
  };
  return { id, email, cookie: await signIn(), signIn };
}

async function statusOf(app: FastifyInstance, cookie: string, procedure: string, input?: object) {
  const query = input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : "";
  const response = await app.inject({ url: `/trpc/${procedure}${query}`, headers: { cookie } });
  return response.statusCode;
}

function post(app: FastifyInstance, cookie: string, procedure: string, payload: object) {
  const headers = { ...sameOrigin, cookie };
  return app.inject({ method: "POST", url: `/trpc/${procedure}`, headers, payload });
}

/** Another admin could only propose to deactivate the account. */
async function leaveOffice(shop: TestShop, id: number): Promise<void> {
  await (await shop.as(id)).users.leave({ commandId: randomUUID(), id });
}

describe("an existing session", () => {
  // shows R27, T32
  test("has no rights once the account is deleted", async ({ shop, superuser }) => {
    const { app } = shop;
    const clerk = await aSignedIn(shop, superuser, "admin");
    expect(await statusOf(app, clerk.cookie, "users.list", {})).toBe(200);

    await leaveOffice(shop, clerk.id);

    expect(await statusOf(app, clerk.cookie, "users.list", {})).toBe(401);
    expect(await statusOf(app, clerk.cookie, "profile.get")).toBe(401);
    expect(await clerk.signIn()).not.toContain("session=");
  });

  test("stays signed out when the account is restored", async ({ shop, superuser }) => {
    const { app, people } = shop;
    const customer = await aSignedIn(shop, superuser, "customer");
    const admin = await shop.as(people.admin);
    await admin.users.delete({ commandId: randomUUID(), id: customer.id });
    await admin.users.restore({ commandId: randomUUID(), id: customer.id });

    expect(await statusOf(app, customer.cookie, "profile.get")).toBe(401);
    expect(await statusOf(app, await customer.signIn(), "profile.get")).toBe(200);
  });

  // shows R27, T32
  test("has no office rights once the role is removed", async ({ shop, superuser }) => {
    const { app, deps } = shop;
    const clerk = await aSignedIn(shop, superuser, "admin");
    const reads = [
      ["users.list", {}],
      ["payouts.list", {}],
      ["audit.list", {}],
      ["system.sentEmails", {}],
    ] as const;
    for (const [name, input] of reads)
      expect(await statusOf(app, clerk.cookie, name, input), name).toBe(200);

    const demoted = deps.db.updateTable("account").set({ role: "customer" });
    await demoted.where("id", "=", clerk.id).execute();

    for (const [name, input] of reads)
      expect(await statusOf(app, clerk.cookie, name, input), name).toBe(403);
    const input = { commandId: randomUUID(), id: shop.people.lone };
    expect((await post(app, clerk.cookie, "users.delete", input)).statusCode).toBe(403);
    expect(await statusOf(app, clerk.cookie, "profile.get")).toBe(200);
  });

  test("has no distributor rights once the member is deleted", async ({ shop }) => {
    const { app, people } = shop;
    const payload = { email: "skye@shop.test", password };
    const response = await app.inject({ method: "POST", url: "/trpc/auth.login", payload });
    const cookie = String(response.headers["set-cookie"]).split(";")[0] ?? "";
    expect(await statusOf(app, cookie, "wallet.mine")).toBe(200);

    const admin = await shop.as(people.admin);
    await admin.users.delete({ commandId: randomUUID(), id: people.skye });

    expect(await statusOf(app, cookie, "wallet.mine")).toBe(401);
    expect(await statusOf(app, cookie, "network.tree", {})).toBe(401);
  });

  test("ends when a customer becomes a stockist", async ({ shop, superuser }) => {
    const { app, people } = shop;
    const customer = await aSignedIn(shop, superuser, "customer");
    const admin = await shop.as(people.admin);
    await admin.users.convertToStockist({
      commandId: randomUUID(),
      customerId: customer.id,
      parentId: people.ben,
      companyAddress: "1 Road",
      vatNo: "4123456789",
      stockistMargin: 20,
    });

    expect(await statusOf(app, customer.cookie, "orders.mine", {})).toBe(401);
  });

  test("ends when the password is changed in another session, which stays", async ({
    shop,
    superuser,
  }) => {
    const { app } = shop;
    const customer = await aSignedIn(shop, superuser, "customer");
    const other = await customer.signIn();
    expect(await statusOf(app, customer.cookie, "profile.get")).toBe(200);

    const changed = await post(app, other, "auth.updatePassword", {
      currentPassword: password,
      password: "Unlike-9876!",
    });

    expect(changed.statusCode).toBe(200);
    expect(await statusOf(app, customer.cookie, "profile.get")).toBe(401);
    expect(await statusOf(app, other, "profile.get")).toBe(200);
  });

  test("ends when the office changes the email of the account", async ({ shop, superuser }) => {
    const { app, people } = shop;
    const customer = await aSignedIn(shop, superuser, "customer");
    const admin = await shop.as(people.admin);
    await admin.users.update({
      commandId: randomUUID(),
      id: customer.id,
      email: `new-${customer.email}`,
      firstName: "Some",
      lastName: "Body",
      cellNumber: "082 123 4567",
    });

    expect(await statusOf(app, customer.cookie, "profile.get")).toBe(401);
  });

  test("has no rights in a batched request either", async ({ shop, superuser }) => {
    const { app } = shop;
    const clerk = await aSignedIn(shop, superuser, "admin");
    await leaveOffice(shop, clerk.id);

    const input = encodeURIComponent(JSON.stringify({ 1: {}, 2: {} }));
    const url = `/trpc/catalog.products,users.list,audit.list?batch=1&input=${input}`;
    const response = await app.inject({ url, headers: { cookie: clerk.cookie } });

    expect(response.json()).toMatchObject([
      { result: {} },
      { error: { data: { reason: "access.sign-in-required" } } },
      { error: { data: { reason: "access.sign-in-required" } } },
    ]);
  });

  test("of an impersonating admin ends when either account is deleted", async ({
    shop,
    superuser,
  }) => {
    const { app, people } = shop;
    const admin = await shop.as(people.admin);
    for (const deleted of ["clerk", "customer"] as const) {
      const clerk = await aSignedIn(shop, superuser, "admin");
      const customer = await aSignedIn(shop, superuser, "customer");
      const input = { id: customer.id, reason: "Looking for an order" };
      const response = await post(app, clerk.cookie, "users.impersonate", input);
      const cookie = String(response.headers["set-cookie"]).split(";")[0] ?? "";
      expect(await statusOf(app, cookie, "orders.mine", {})).toBe(200);

      if (deleted === "clerk") await leaveOffice(shop, clerk.id);
      else await admin.users.delete({ commandId: randomUUID(), id: customer.id });

      expect(await statusOf(app, cookie, "orders.mine", {}), deleted).toBe(401);
    }
  });
});

describe("an office page that nobody attends", () => {
  const minute = 60_000;
  const started = Date.now();
  const at = (minutes: number) => vi.setSystemTime(started + minutes * minute);
  afterEach(() => {
    vi.useRealTimers();
  });

  async function anAdmin(shop: TestShop, superuser: Database) {
    vi.useFakeTimers({ toFake: ["Date"], now: started });
    return aSignedIn(shop, superuser, "admin");
  }

  const read = async ({ app }: TestShop, cookie: string, headers: Record<string, string> = {}) =>
    (await app.inject({ url: "/trpc/profile.get", headers: { cookie, ...headers } })).statusCode;

  // shows T222
  test("signs out after half an hour, however often it reads again", async ({
    shop,
    superuser,
  }) => {
    const { cookie } = await anAdmin(shop, superuser);
    for (let passed = 1; passed < 30; passed += 1) {
      at(passed);
      const idle = { "x-idle-seconds": String(passed * 60) };
      expect(await read(shop, cookie, idle), `after ${passed} minutes`).toBe(200);
      expect(await read(shop, cookie), "without a word of our client").toBe(200);
    }
    at(31);
    expect(await read(shop, cookie, { "x-idle-seconds": "1860" })).toBe(401);
    // Somebody opens the laptop later, and moves the mouse.
    at(120);
    expect(await read(shop, cookie, { "x-idle-seconds": "0" })).toBe(401);
    expect((await post(shop.app, cookie, "profile.update", {})).statusCode).toBe(401);
  });

  // shows T222
  test("stays signed in as long as the person does something", async ({ shop, superuser }) => {
    const { cookie } = await anAdmin(shop, superuser);
    for (const [passed, idle] of [
      [20, 0],
      [45, 600],
      [64, 30],
    ] as const) {
      at(passed);
      expect(await read(shop, cookie, { "x-idle-seconds": String(idle) })).toBe(200);
    }
    // Reading once more does not take back what was told before.
    expect(await read(shop, cookie, { "x-idle-seconds": "7000" })).toBe(200);
    at(90);
    expect((await post(shop.app, cookie, "profile.update", {})).statusCode).toBe(400);
    at(119);
    expect(await read(shop, cookie)).toBe(200);
    at(121);
    expect(await read(shop, cookie)).toBe(401);
  });

  test.for(["-1", "1e3", "", "0x0", "9".repeat(30)])(
    "is told of by whole seconds alone: %s",
    async (told, { shop, superuser }) => {
      const { cookie } = await anAdmin(shop, superuser);
      at(20);
      expect(await read(shop, cookie, { "x-idle-seconds": told })).toBe(200);
      at(31);
      expect(await read(shop, cookie, { "x-idle-seconds": told })).toBe(401);
    },
  );

  test("of a program with a token is kept by each call", async ({ shop, superuser }) => {
    const { cookie } = await anAdmin(shop, superuser);
    const authorization = `Bearer ${cookie.split("=")[1]}`;
    for (const passed of [20, 40, 60]) {
      at(passed);
      const url = "/trpc/profile.get";
      expect((await shop.app.inject({ url, headers: { authorization } })).statusCode).toBe(200);
    }
  });
});
