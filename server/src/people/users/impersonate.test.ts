import { randomUUID } from "node:crypto";
import type { FastifyInstance, LightMyRequestResponse } from "fastify";
import { describe, expect } from "vitest";
import { z } from "zod";
import { buildApp } from "../../app.ts";
import { asOwner } from "../../testing/as-owner.ts";
import { password } from "../../testing/shop-people.ts";
import {
  aRecipient,
  appOptions,
  products,
  test as base,
  type TestShop,
} from "../../testing/shop-test.ts";
import { refused } from "../../testing/some-users.ts";

/** The whole server with its log captured. */
const test = base.extend("context", { scope: "file" }, async ({ shop }, { onCleanup }) => {
  const app = await buildApp(shop.deps, appOptions);
  const lines: object[] = [];
  app.addHook("onRequest", async (request) => {
    request.log = { ...request.log, info: (line: object) => void lines.push(line) };
  });
  onCleanup(() => app.close());
  return { app, lines };
});

type Answer = { result?: { data: unknown }; error?: { data: { reason: string | null } } };

const own = { "sec-fetch-site": "same-origin", "content-type": "application/json" };

/** A browser that keeps the last cookie and sends the origin of the shop. */
function browser(app: FastifyInstance) {
  const host = "office.shop.test";
  let cookie = "";
  const keep = (response: LightMyRequestResponse) => {
    const given = [response.headers["set-cookie"] ?? []]
      .flat()
      .find((each) => each.startsWith("session="));
    if (given !== undefined) cookie = given.split(";")[0] ?? "";
    return { status: response.statusCode, ...response.json<Answer>() };
  };
  return {
    cookie: () => cookie,
    use: (other: string) => void (cookie = other),
    read: async (procedure: string, input?: unknown) => {
      const query =
        input === undefined ? "" : `?input=${encodeURIComponent(JSON.stringify(input))}`;
      return keep(
        await app.inject({ url: `/trpc/${procedure}${query}`, headers: { host, cookie } }),
      );
    },
    send: async (procedure: string, input: object = {}) =>
      keep(
        await app.inject({
          method: "POST",
          url: `/trpc/${procedure}`,
          headers: { ...own, host, cookie },
          payload: input,
        }),
      ),
  };
}
type Browser = ReturnType<typeof browser>;

async function adminsBrowser(app: FastifyInstance): Promise<Browser> {
  const office = browser(app);
  await office.send("auth.login", { email: "admin@shop.test", password });
  return office;
}

const reason = "Helping with an order";
const whoIs = async (someone: Browser) => (await someone.read("auth.me")).result?.data;

const auditOf = (shop: TestShop, subjectId: number) =>
  shop.deps.db
    .selectFrom("audit_entry")
    .select(["action", "actor_id", "impersonated_by_id", "target", "details"])
    .where("subject_id", "=", subjectId)
    .where("action", "like", "impersonation.%")
    .orderBy("id")
    .execute();

async function anOrder(someone: Browser): Promise<string> {
  const saved = await someone.send("addresses.save", aRecipient);
  const { id: addressId } = z.object({ id: z.int() }).parse(saved.result?.data);
  const placed = await someone.send("orders.save", {
    commandId: randomUUID(),
    sections: [{ addressId, lines: [{ productId: products.bottle, quantity: 1 }] }],
  });
  return z.object({ uuid: z.guid() }).parse(placed.result?.data).uuid;
}

describe("impersonation", () => {
  // shows S4.14
  test("starts and ends a session of its own, under new tokens", async ({ shop, context }) => {
    const { admin, anna } = shop.people;
    const office = await adminsBrowser(context.app);
    const otherTab = browser(context.app);
    otherTab.use(office.cookie());
    const ownCookie = office.cookie();

    const started = await office.send("users.impersonate", { id: anna, reason });
    expect(started.result?.data).toMatchObject({
      token: expect.stringMatching(/^[\w-]{43}$/),
      user: { id: anna, role: "distributor", impersonatedBy: { id: admin, name: "Admin Person" } },
    });
    const borrowed = office.cookie();
    expect(borrowed).not.toBe(ownCookie);
    expect(await whoIs(office)).toMatchObject({ id: anna, impersonatedBy: { id: admin } });
    // Other sessions of the admin are not affected.
    expect(await whoIs(otherTab)).toMatchObject({ id: admin, impersonatedBy: null });

    const stopped = await office.send("users.stopImpersonating");
    expect(stopped.result?.data).toMatchObject({ user: { id: admin, impersonatedBy: null } });
    expect(new Set([ownCookie, borrowed, office.cookie()]).size).toBe(3);
    expect(await whoIs(office)).toMatchObject({ id: admin });
    const late = browser(context.app);
    late.use(borrowed);
    expect(await whoIs(late)).toBe(null);

    const [start, end] = await auditOf(shop, anna);
    expect(start).toMatchObject({
      action: "impersonation.started",
      actor_id: admin,
      details: { reason: { textId: expect.any(String) } },
      target: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(end).toMatchObject({
      action: "impersonation.ended",
      actor_id: admin,
      target: start?.target,
    });
  });

  // shows R25, S7.36, T30
  test("records both people in the ledger and in the log", async ({ shop, context }) => {
    const { admin, ben } = shop.people;
    const office = await adminsBrowser(context.app);
    await office.send("users.impersonate", { id: ben, reason });
    context.lines.length = 0;
    const uuid = await anOrder(office);

    const { metadata, data } = await shop.deps.db
      .selectFrom("ledger_events")
      .select(["metadata", "data"])
      .where("stream_id", "=", `order-${uuid}`)
      .executeTakeFirstOrThrow();
    expect(metadata).toMatchObject({ actorId: ben, impersonatedById: admin });
    expect(data).toMatchObject({ buyerId: ben, sellerId: ben });
    expect(context.lines).toContainEqual(
      expect.objectContaining({
        procedures: ["orders.save"],
        userId: ben,
        impersonatedById: admin,
      }),
    );
  });

  // shows R25, T30
  test("cannot change money, password, bank details or the network, nor impersonate further", async ({
    shop,
    context,
  }) => {
    const { anna, ben, kim } = shop.people;
    const office = await adminsBrowser(context.app);
    await office.send("users.impersonate", { id: anna, reason });
    const uuid = await anOrder(office);
    const commandId = randomUUID();
    const bank = {
      bankName: "Bank",
      accountName: "Anna",
      accountNumber: "12345678",
      chequeOrSavings: "Cheque",
      branchCode: "",
      notes: "",
    };
    for (const [procedure, input] of [
      ["auth.updatePassword", { currentPassword: password, password: "Another-1234!" }],
      ["auth.endOtherSessions", {}],
      ["profile.update", { firstName: "An", lastName: "Na", email: "a@n.test", cellNumber: "1" }],
      ["bankDetails.save", bank],
      ["wallet.requestPayout", { commandId }],
      ["orders.cancel", { commandId, uuid, reason: "" }],
      ["users.create", { commandId }],
      ["users.convertToDistributor", { commandId, customerId: kim, parentId: null }],
      ["users.resendOptIn", { id: kim }],
    ] as const)
      expect(await office.send(procedure, input), procedure).toMatchObject({
        status: 403,
        error: { data: { reason: "access.not-while-impersonating" } },
      });
    // The impersonated user does not have the admin's permissions.
    for (const [procedure, input] of [
      ["users.impersonate", { id: ben, reason }],
      ["users.delete", { commandId, id: ben }],
      ["payouts.markAsPaid", { commandId, id: "x", paidOn: "2026-01-01" }],
    ] as const)
      expect((await office.send(procedure, input)).status, procedure).toBe(403);
    expect((await office.read("payouts.list", {})).status).toBe(403);
    expect((await office.read("wallet.mine")).status).toBe(200);
  });

  test("ends when the user signs out", async ({ shop, context }) => {
    const office = await adminsBrowser(context.app);
    const ownCookie = office.cookie();
    await office.send("users.impersonate", { id: shop.people.cara, reason });
    const borrowed = office.cookie();
    await office.send("auth.logout");
    for (const cookie of [ownCookie, borrowed]) {
      office.use(cookie);
      expect(await whoIs(office)).toBe(null);
    }
    expect((await auditOf(shop, shop.people.cara)).map(({ action }) => action)).toEqual([
      "impersonation.started",
      "impersonation.ended",
    ]);
  });

  test("ends when the account is closed, and the admin continues as admin", async ({
    shop,
    context,
  }) => {
    const { skye, admin } = shop.people;
    const office = await adminsBrowser(context.app);
    const elsewhere = browser(context.app);
    elsewhere.use(office.cookie());
    await office.send("users.impersonate", { id: skye, reason });
    await elsewhere.send("users.delete", { commandId: randomUUID(), id: skye });
    expect(await whoIs(office)).toBe(null);
    expect(await whoIs(elsewhere)).toMatchObject({ id: admin });
    expect(await elsewhere.send("users.impersonate", { id: skye, reason })).toMatchObject({
      status: 409,
      error: { data: { reason: "account.inactive" } },
    });
    await elsewhere.send("users.restore", { commandId: randomUUID(), id: skye });
  });

  // shows R25, T30
  test("is refused for another admin, a developer, oneself, or without a reason", async ({
    shop,
    context,
  }) => {
    const { admin, dev, lone, kim } = shop.people;
    await asOwner(shop.deps.db, (tx) =>
      tx.updateTable("account").set({ developer: true }).where("id", "=", lone).execute(),
    );
    const office = await adminsBrowser(context.app);
    for (const id of [admin, dev, lone])
      expect(await office.send("users.impersonate", { id, reason })).toMatchObject({
        status: 403,
        error: { data: { reason: "account.not-impersonable" } },
      });
    expect((await office.send("users.impersonate", { id: 999_999, reason })).status).toBe(404);
    for (const empty of ["", "  ", "x"])
      expect((await office.send("users.impersonate", { id: kim, reason: empty })).status).toBe(400);
    expect(await whoIs(office)).toMatchObject({ id: admin });
  });

  test("through the older API may leave out the reason, and the user is shown that there was none", async ({
    shop,
    context,
  }) => {
    const { kim } = shop.people;
    const office = await adminsBrowser(context.app);

    expect((await office.send("users.impersonate", { id: kim })).status).toBe(200);

    const [view] = await (await shop.as(kim)).profile.officeViews();
    expect(view).toMatchObject({ reason: "No reason was given." });
  });

  test("is for the office only, and can only be ended in its own session", async ({ shop }) => {
    const { anna, ben } = shop.people;
    const annas = (await shop.as(anna)).users;
    await expect(annas.impersonate({ id: ben, reason })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    await expect(annas.stopImpersonating()).rejects.toEqual(refused("access.nobody-else"));
  });

  test("leads to the sign-in when the admin's own session has ended", async ({ shop, context }) => {
    const { sam, admin } = shop.people;
    const office = await adminsBrowser(context.app);
    await office.send("users.impersonate", { id: sam, reason });
    await shop.deps.sessions.endAll(admin);
    expect(await whoIs(office)).toBe(null);
    expect((await office.send("users.stopImpersonating")).status).toBe(401);
  });
});
