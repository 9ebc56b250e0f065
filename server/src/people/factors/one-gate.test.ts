import { permissions } from "@portal/shared/platform/permissions.ts";
import { restPermissions } from "@portal/shared/platform/rest-permissions.ts";
import { describe, expect } from "vitest";
import { z } from "zod";
import { appRouter } from "../../app-router.ts";
import { aBrowser, type Browser, linkFor } from "../../testing/a-browser.ts";
import { test } from "../../testing/factor-test.ts";
import {
  aBareAdmin,
  adminPassword,
  fieldsOf,
  nextCode,
  setupOfAdmin,
} from "../../testing/set-up-admin.ts";
import type { TestShop } from "../../testing/shop-test.ts";

type WayIn = (shop: TestShop) => Promise<Browser>;

async function byPassword(shop: TestShop): Promise<Browser> {
  const { email } = await aBareAdmin(shop);
  const browser = aBrowser(shop);
  const answer = await browser.change("auth.login", { email, password: adminPassword });
  expect(answer.status).toBe(200);
  return browser;
}

const waysIn: readonly (readonly [string, WayIn])[] = [
  ["the password", byPassword],
  [
    "the password of an admin with one-time codes",
    async (shop) => {
      const { email } = await setupOfAdmin(shop);
      const browser = aBrowser(shop);
      await browser.change("auth.login", { email, password: adminPassword });
      return browser;
    },
  ],
  [
    "a reset link",
    async (shop) => {
      const { id } = await setupOfAdmin(shop);
      const browser = aBrowser(shop);
      const uuid = await linkFor(shop, id, "reset-password");
      const answer = await browser.change("auth.signUp2", { uuid, password: "Another-9876!" });
      expect(answer.status).toBe(200);
      return browser;
    },
  ],
  [
    "a sign-in handed over to the other host",
    async (shop) => {
      const from = await byPassword(shop);
      const to = aBrowser(shop);
      const { told } = fieldsOf(await to.change("auth.askForHandOver"), { told: z.string() });
      const { code } = fieldsOf(await from.change("auth.handOver", { told }), { code: z.string() });
      expect((await to.change("auth.takeHandOver", { code })).status).toBe(200);
      return to;
    },
  ],
];

const closed = Object.entries(permissions)
  .filter(([, { who }]) => who !== "anyone" && who !== "begun")
  .map(([name]) => name);

const queries = new Set(
  Object.entries(appRouter._def.procedures)
    .filter(([, procedure]) => isQuery(procedure))
    .map(([name]) => name),
);

function isQuery(procedure: object): boolean {
  const definition: unknown = Reflect.get(procedure, "_def");
  return z.object({ type: z.literal("query") }).safeParse(definition).success;
}

describe.for(waysIn)("a session of an admin by %s, without the factor,", ([, enter]) => {
  // shows T170
  test("is refused by every procedure but those of the factor", async ({ strict }) => {
    const browser = await enter(strict);

    for (const name of closed) {
      if (name === "events.live") continue; // a stream; its permission is the same table's
      const answer = queries.has(name) ? await browser.read(name) : await browser.change(name);
      expect([name, answer.status, answer.reason]).toEqual([name, 401, "access.factor-missing"]);
    }
    expect((await browser.read("factors.state")).status).toBe(200);
    expect((await browser.read("auth.me")).body).toContain('"lacks":"');
    expect((await browser.change("auth.logout")).status).toBe(200);
    expect((await browser.read("auth.me")).data).toBe(null);
  });

  // shows T170
  test("is refused by every route of the office, with the cookie and with the bearer token", async ({
    strict,
  }) => {
    const { cookies } = await enter(strict);
    const token = cookies.get("session") ?? "";
    const routes = Object.entries(restPermissions).filter(
      ([, permission]) => permission !== "anyone" && permission !== "signed",
    );
    expect(routes.length).toBeGreaterThan(20);

    for (const [route] of routes) {
      const [method = "", url = ""] = route.split(" ");
      for (const headers of [
        { cookie: `session=${token}`, "sec-fetch-site": "same-origin" },
        { authorization: `Bearer ${token}` },
      ]) {
        const { statusCode } = await strict.app.inject({
          method: z.enum(["GET", "POST", "PUT", "DELETE"]).parse(method),
          url: url.replaceAll(/:\w+/g, "1"),
          headers,
        });
        expect([route, statusCode]).toEqual([route, 401]);
      }
    }
  });

  // shows T170
  test("sees no more than a guest where anyone may ask", async ({ strict, shop }) => {
    const browser = await enter(strict);
    await (await shop.as(shop.people.kim)).addresses.list({});
    const mine = await browser.read("addresses.list", { uniqueId: crypto.randomUUID() });
    expect(fieldsOfList(mine.body)).toEqual([]);
  });
});

function fieldsOfList(body: string): unknown {
  return z.object({ result: z.object({ data: z.unknown() }) }).parse(JSON.parse(body)).result.data;
}

describe("the second factor", () => {
  test("opens the office, and a handed-over session has it without counting as recent", async ({
    strict,
  }) => {
    const admin = await setupOfAdmin(strict);
    const browser = aBrowser(strict);
    await browser.change("auth.login", { email: admin.email, password: adminPassword });
    expect((await browser.change("factors.pass", { code: nextCode(admin) })).status).toBe(200);
    expect((await browser.read("dashboard.get")).status).toBe(200);
    const lock = { id: strict.people.dev };

    const other = aBrowser(strict);
    const { told } = fieldsOf(await other.change("auth.askForHandOver"), { told: z.string() });
    const given = await browser.change("auth.handOver", { told });
    await other.change("auth.takeHandOver", { code: fieldsOf(given, { code: z.string() }).code });
    expect((await other.read("dashboard.get")).status).toBe(200);
    expect(await other.change("users.lock", lock)).toMatchObject({
      status: 403,
      reason: "access.factor-needed",
    });
  });

  // shows T171
  test("is not recent any more after looking at the portal as another person", async ({
    strict,
  }) => {
    const admin = await setupOfAdmin(strict);
    const browser = aBrowser(strict);
    await browser.change("auth.login", { email: admin.email, password: adminPassword });
    await browser.change("factors.pass", { code: nextCode(admin) });
    const seen = { id: strict.people.kim, reason: "To help" };
    expect((await browser.change("users.impersonate", seen)).status).toBe(200);
    expect((await browser.change("users.stopImpersonating")).status).toBe(200);
    expect(await browser.change("users.lock", { id: strict.people.dev })).toMatchObject({
      status: 403,
      reason: "access.factor-needed",
    });
  });

  test("is not asked from anybody else", async ({ strict }) => {
    const browser = aBrowser(strict);
    await browser.change("auth.login", { email: "kim@shop.test", password: adminPassword });
    expect((await browser.read("profile.get")).status).toBe(200);
    expect((await browser.change("factors.beginCodes")).reason).toBe("account.not-of-office");
  });
});
