import { randomUUID } from "node:crypto";
import { addDays, daysEarlier, startOfDay } from "@portal/shared/platform/calendar.ts";
import { sql } from "kysely";
import { beforeEach, describe, expect } from "vitest";
import type { Caller } from "../../caller.ts";
import { purgeExpired } from "../../office/retention/purge-expired.actions.ts";
import { deliverAll, openPostOffice } from "../../testing/post-office.ts";
import { shopDay } from "../../testing/shop-day.ts";
import { aRecipient, payByBank, products, test, type TestShop } from "../../testing/shop-test.ts";
import { tablesWith } from "../../testing/table-contents.ts";

/** The day of the presses: the one before the present, so that no order is placed in the future. */
const today = addDays(shopDay(), -1);
/** Noon of that day or an earlier one, so that a day passes as the tests say and not as the clock does. */
const noon = (daysAgo = 0) =>
  daysEarlier(startOfDay(addDays(today, 0 - daysAgo), "Africa/Johannesburg"), -0.5);
const days = (count: number) => daysEarlier(noon(), 0 - count);

beforeEach<{ shop: TestShop }>(async ({ shop: { deps } }) => {
  for (const table of ["payment_reminder", "reminder_link", "reminder_stop", "rate_limit"] as const)
    await deps.db.deleteFrom(table).execute();
  await deps.db.deleteFrom("message").execute();
});

let buyers = 0;
const aBuyer = (email = `buyer-${(buyers += 1)}@people.test`) => ({
  firstName: "Thandi",
  lastName: "Zzdebtor",
  email,
  cellNumber: "083 765 4321",
});

/** An order of a guest who gave an address, so many days ago. */
async function anOrder(
  shop: TestShop,
  {
    daysAgo = 3,
    buyer = aBuyer(),
    userId = null,
  }: Readonly<{
    daysAgo?: number;
    buyer?: ReturnType<typeof aBuyer> | undefined;
    userId?: number | null;
  }> = {},
) {
  const guest = await shop.as(userId, {
    now: () => noon(daysAgo),
    ip: `198.51.100.${buyers % 250}`,
  });
  const uniqueId = randomUUID();
  const { id: addressId } = await guest.addresses.save({ ...aRecipient, uniqueId });
  const sections = [{ addressId, lines: [{ productId: products.bottle, quantity: 1 }] }];
  const order = await guest.orders.save({
    commandId: randomUUID(),
    uniqueId,
    sections,
    ...(userId === null && { buyer }),
  });
  await shop.deps.db.deleteFrom("message").execute();
  return { ...order, email: buyer.email };
}

const officeOf = ({ as, people }: TestShop, changes: Partial<Caller> = {}) =>
  as(people.admin, { now: () => noon(), ...changes });

/** Sends what is queued, as the jobs do. */
async function sendAll(shop: TestShop, now = noon()) {
  const postOffice = openPostOffice();
  await deliverAll(shop, postOffice, () => now);
  return postOffice.mails;
}

const tokenIn = (text: string | undefined) =>
  /payment-reminders#([0-9a-f-]{36})/.exec(text ?? "")?.[1] ?? "";

describe("payment reminders", () => {
  // shows T296
  test("are sent once a day for each order, with amount, bank details and a way to stop them", async ({
    shop,
  }) => {
    const order = await anOrder(shop);
    await payByBank(shop, order.uuid, 100_00);
    await shop.deps.db.deleteFrom("message").execute();
    const office = await officeOf(shop);
    const chosen = { orderIds: [order.uuid] };
    expect(await office.owed.remindable(chosen)).toEqual({
      reminders: 1,
      skipped: [],
      leftOver: 0,
    });
    expect(await office.owed.remind(chosen)).toEqual({ reminders: 1, skipped: [], leftOver: 0 });
    const again = {
      reminders: 0,
      skipped: [{ reason: "reminded-today", orders: 1, orderNumbers: [order.orderNumber] }],
      leftOver: 0,
    };
    expect(await office.owed.remindable(chosen)).toEqual(again);
    expect(await office.owed.remind(chosen)).toEqual(again);

    const mails = await sendAll(shop);
    expect(mails).toHaveLength(1);
    const [mail] = mails;
    expect(mail).toMatchObject({
      to: order.email,
      subject: `Payment reminder for order ${order.orderNumber}`,
      unsubscribe: `http://shop.test/payment-reminders/${tokenIn(mail?.text)}`,
    });
    expect(mail?.text).toContain(`http://shop.test/orders/pay/${order.uuid}`);
    expect(mail?.text).toContain("The amount due is R325.00.");

    const rows = (await office.owed.orders({ pageSize: 100 })).rows;
    expect(rows.find(({ orderId }) => orderId === order.uuid)).toMatchObject({
      remindedOn: today,
    });
    const { rows: audit } = await office.audit.list({ action: "owed.reminded" });
    expect(audit[0]?.details).toEqual({ reminders: 1, orders: [order.orderNumber] });

    const tomorrow = await officeOf(shop, { now: () => days(1) });
    expect(await tomorrow.owed.remind(chosen)).toMatchObject({ reminders: 1 });
    expect(await sendAll(shop, days(1))).toHaveLength(1);
  });

  test("name why an order gets none", async ({ shop }) => {
    const office = await officeOf(shop);
    const [paid, cancelled, young, unnamed, mine] = [
      await anOrder(shop),
      await anOrder(shop),
      await anOrder(shop, { daysAgo: 0 }),
      await anOrder(shop),
      await anOrder(shop, { userId: shop.people.kim }),
    ];
    await payByBank(shop, paid.uuid, 425_00);
    await office.orders.cancel({ commandId: randomUUID(), uuid: cancelled.uuid, reason: "" });
    await shop.deps.db
      .updateTable("order_detail")
      .set({ buyer_first_name: null, buyer_last_name: null, buyer_email: null, buyer_cell: null })
      .where("order_id", "=", unnamed.uuid)
      .execute();
    const rehearsal = await anOrder(shop);
    await sql`update projection.order_state set live = false where order_id = ${rehearsal.uuid}`.execute(
      shop.deps.db,
    );
    const buyer = aBuyer();
    const newer = await anOrder(shop, { daysAgo: 3, buyer });
    const older = await anOrder(shop, { daysAgo: 20, buyer });
    await shop.deps.db.deleteFrom("message").execute();
    const all = [paid, cancelled, young, unnamed, mine, rehearsal, newer, older];
    const orderIds = [...all.map(({ uuid }) => uuid), randomUUID(), mine.uuid];
    const reason = (name: string, ...orders: readonly { orderNumber: number }[]) => ({
      reason: name,
      orders: orders.length,
      orderNumbers: orders.map(({ orderNumber }) => orderNumber),
    });
    const answer = {
      reminders: 2,
      skipped: [
        { reason: "unknown", orders: 1, orderNumbers: [] },
        reason("not-live", rehearsal),
        reason("not-unpaid", paid, cancelled),
        reason("too-new", young),
        reason("no-address", unnamed),
        reason("same-address", newer),
      ],
      leftOver: 0,
    };
    expect(await office.owed.remindable({ orderIds })).toEqual(answer);
    expect(await office.owed.remind({ orderIds })).toEqual(answer);
    const mails = await sendAll(shop);
    expect(mails.map(({ to }) => to).toSorted()).toEqual([buyer.email, "kim@shop.test"]);
    expect(mails.find(({ to }) => to === buyer.email)?.subject).toContain(`${older.orderNumber}`);
  });

  test("go to all unpaid orders of an age, and to no other", async ({ shop }) => {
    const order = await anOrder(shop, { daysAgo: 45 });
    await anOrder(shop, { daysAgo: 75 });
    const office = await officeOf(shop);
    expect(await office.owed.remind({ age: "to60" })).toMatchObject({ reminders: 1 });
    expect(await sendAll(shop)).toMatchObject([{ to: order.email }]);
  });

  // shows T296
  test("are sent once when two admins press at the same moment", async ({ shop }) => {
    const buyer = aBuyer();
    const orders = [
      await anOrder(shop),
      await anOrder(shop, { buyer }),
      await anOrder(shop, { buyer, daysAgo: 5 }),
    ];
    const ids = orders.map(({ uuid }) => uuid);
    const [one, other] = [
      await officeOf(shop),
      await shop.as(shop.people.dev, { now: () => noon() }),
    ];
    const answers = await Promise.all(
      [ids, ids.toReversed(), [ids[1] ?? ""], [ids[2] ?? ""], ids].map((orderIds, at) =>
        (at % 2 === 0 ? one : other).owed.remind({ orderIds }),
      ),
    );
    expect(answers.reduce((sum, { reminders }) => sum + reminders, 0)).toBe(2);
    const mails = await sendAll(shop);
    expect(new Set(mails.map(({ to }) => to)).size).toBe(2);
    expect(mails).toHaveLength(2);
  });

  // shows T297
  test.for([
    ["paid", (shop: TestShop, uuid: string) => payByBank(shop, uuid, 425_00)],
    [
      "cancelled",
      async (shop: TestShop, uuid: string) =>
        (await officeOf(shop)).orders.cancel({ commandId: randomUUID(), uuid, reason: "" }),
    ],
    [
      "given another address",
      (shop: TestShop, uuid: string) =>
        shop.deps.db
          .updateTable("order_detail")
          .set({ buyer_email: "another@people.test" })
          .where("order_id", "=", uuid)
          .execute(),
    ],
  ] as const)(
    "are not sent when the order is %s before the job runs",
    async ([, change], { shop }) => {
      const order = await anOrder(shop);
      await (await officeOf(shop)).owed.remind({ orderIds: [order.uuid] });
      await change(shop, order.uuid);
      expect((await sendAll(shop)).filter(({ subject }) => subject.includes("reminder"))).toEqual(
        [],
      );
      const { rows } = await (await officeOf(shop)).owed.orders({ pageSize: 100 });
      expect(rows.find(({ orderId }) => orderId === order.uuid)?.remindedOn ?? null).toBeNull();
    },
  );

  test("are not sent on a later day, beside that day's", async ({ shop }) => {
    const order = await anOrder(shop);
    const orderIds = [order.uuid];
    await (await officeOf(shop)).owed.remind({ orderIds });
    const postOffice = openPostOffice();
    postOffice.mood.mail = new Error("away");
    await deliverAll(shop, postOffice, noon);
    await (await officeOf(shop, { now: () => days(1) })).owed.remind({ orderIds });
    expect(await sendAll(shop, days(1))).toHaveLength(1);
  });

  test("are for admins alone, and refuse what they do not know", async ({ shop }) => {
    const office = await officeOf(shop);
    const uuid = randomUUID();
    for (const wrong of [
      { orderIds: [] },
      { orderIds: [uuid], age: "to7" as const },
      { orderIds: ["1; drop table message"] },
      { orderIds: Array.from({ length: 101 }, () => randomUUID()) },
    ]) {
      await expect(office.owed.remind(wrong)).rejects.toMatchObject({ code: "BAD_REQUEST" });
      await expect(office.owed.remindable(wrong)).rejects.toMatchObject({ code: "BAD_REQUEST" });
    }
    const ben = await shop.as(shop.people.ben);
    await expect(ben.owed.remindable({ age: "to7" })).rejects.toMatchObject({
      cause: { code: "access.forbidden" },
    });
  });

  test("are limited like the other emails of an account", async ({ shop }) => {
    const order = await anOrder(shop);
    await sql`insert into rate_limit (key, used_at)
      values (${`email of account ${shop.people.admin}`}, array_fill(${noon()}::timestamptz, array[2000]))`.execute(
      shop.deps.db,
    );
    const asked = (await officeOf(shop)).owed.remind({ orderIds: [order.uuid] });
    await expect(asked).rejects.toMatchObject({ cause: { code: "message.too-many" } });
    expect(await sendAll(shop)).toEqual([]);
    await shop.deps.db.deleteFrom("rate_limit").execute();
    expect(await (await officeOf(shop)).owed.remind({ orderIds: [order.uuid] })).toMatchObject({
      reminders: 1,
    });
  });
});

/** A reminder that was sent, and the secret in it. */
async function aReminder(shop: TestShop) {
  const order = await anOrder(shop);
  await (await officeOf(shop)).owed.remind({ orderIds: [order.uuid] });
  const [mail] = await sendAll(shop);
  return { order, token: tokenIn(mail?.text) };
}

describe("stopping payment reminders", () => {
  // shows T298
  test.for([
    [
      "the page",
      async (shop: TestShop, token: string) => (await shop.as(null)).owed.stopReminders({ token }),
    ],
    [
      "one click",
      async (shop: TestShop, token: string) => (await post(shop, token, "urlencoded")).json(),
    ],
    [
      "one click as a form",
      async (shop: TestShop, token: string) => (await post(shop, token, "multipart")).json(),
    ],
  ] as const)("works by %s, and lasts", async ([, stop], { shop }) => {
    const { order, token } = await aReminder(shop);
    expect(await stop(shop, token)).toEqual({ stopped: true });
    const next = await officeOf(shop, { now: () => days(1) });
    expect(await next.owed.remind({ orderIds: [order.uuid] })).toMatchObject({
      reminders: 0,
      skipped: [{ reason: "opted-out" }],
    });
    const newer = await anOrder(shop, { buyer: aBuyer(order.email) });
    expect(await next.owed.remind({ orderIds: [newer.uuid] })).toMatchObject({ reminders: 0 });
  });

  // shows T297
  test("between the press and the sending is in time", async ({ shop }) => {
    const { order, token } = await aReminder(shop);
    const tomorrow = await officeOf(shop, { now: () => days(1) });
    expect(await tomorrow.owed.remind({ orderIds: [order.uuid] })).toMatchObject({ reminders: 1 });
    await (await shop.as(null)).owed.stopReminders({ token });
    expect(await sendAll(shop, days(1))).toEqual([]);
  });

  // shows T298
  test("tells nobody whether a secret is known, and needs more than opening a link", async ({
    shop,
  }) => {
    const { token } = await aReminder(shop);
    const stops = () => shop.deps.db.selectFrom("reminder_stop").selectAll().execute();
    const opened = await shop.app.inject({ url: `/payment-reminders/${token}` });
    expect([opened.statusCode, opened.headers.location]).toEqual([
      302,
      `/payment-reminders#${token}`,
    ]);
    const strange = await shop.app.inject({ url: "/payment-reminders/%2F%2Fevil.example" });
    expect(strange.headers.location).toBe("/payment-reminders");
    const unknown = await post(shop, randomUUID(), "urlencoded");
    expect([unknown.statusCode, unknown.json()]).toEqual([200, { stopped: true }]);
    expect((await post(shop, "x'--", "urlencoded")).json()).toEqual({ stopped: true });
    expect(await (await shop.as(null)).owed.stopReminders({ token: randomUUID() })).toEqual({
      stopped: true,
    });
    const bare = { method: "POST", url: `/payment-reminders/${token}` } as const;
    expect((await shop.app.inject(bare)).statusCode).toBe(400);
    const json = { "content-type": "application/json" };
    expect((await shop.app.inject({ ...bare, headers: json, payload: "{}" })).statusCode).toBe(415);
    const form = { "content-type": "application/x-www-form-urlencoded" };
    expect((await shop.app.inject({ ...bare, headers: form, payload: "a=1" })).statusCode).toBe(
      400,
    );
    const large = "a".repeat(5000);
    expect((await shop.app.inject({ ...bare, headers: form, payload: large })).statusCode).toBe(
      413,
    );
    expect(await stops()).toEqual([]);
    for (const wrong of ["", "x", "'; drop table reminder_stop; --"])
      await expect(
        (await shop.as(null)).owed.stopReminders({ token: wrong }),
      ).rejects.toMatchObject({
        code: "BAD_REQUEST",
      });
  });

  test("is rate limited per client", async ({ shop }) => {
    const guest = await shop.as(null, { ip: "192.0.2.9" });
    for (let nth = 0; nth < 100; nth += 1) await guest.owed.stopReminders({ token: randomUUID() });
    await expect(guest.owed.stopReminders({ token: randomUUID() })).rejects.toThrow("Too many");
  });

  // shows T298
  test("keeps neither secrets nor addresses, and nothing of an erased guest", async ({
    shop,
    superuser,
  }) => {
    const { order, token } = await aReminder(shop);
    expect(await tablesWith(superuser, token)).toEqual([]);
    const written = [
      await shop.deps.db.selectFrom("payment_reminder").selectAll().execute(),
      await shop.deps.db.selectFrom("audit_entry").selectAll().execute(),
    ];
    expect(JSON.stringify(written)).not.toContain(order.email);
    await (await shop.as(null)).owed.stopReminders({ token });
    const again = await anOrder(shop, { buyer: aBuyer(order.email) });
    await (await officeOf(shop)).users.eraseGuest({ commandId: randomUUID(), who: order.email });
    for (const table of ["payment_reminder", "reminder_link", "reminder_stop", "message"] as const)
      expect(await shop.deps.db.selectFrom(table).selectAll().execute()).toEqual([]);
    const answer = await (await officeOf(shop)).owed.remind({ orderIds: [order.uuid, again.uuid] });
    expect(answer).toMatchObject({ reminders: 0, skipped: [{ reason: "no-address", orders: 2 }] });
  });

  test("does not send a queued reminder to somebody who was erased", async ({ shop }) => {
    const order = await anOrder(shop);
    await (await officeOf(shop)).owed.remind({ orderIds: [order.uuid] });
    await (await officeOf(shop)).users.eraseGuest({ commandId: randomUUID(), who: order.email });
    expect(await sendAll(shop)).toEqual([]);
  });

  test("forgets links and reminders after a year, and no stop", async ({ shop }) => {
    const { token } = await aReminder(shop);
    await (await shop.as(null)).owed.stopReminders({ token });
    await purgeExpired({ db: shop.deps.db, now: () => days(366) });
    for (const table of ["payment_reminder", "reminder_link"] as const)
      expect(await shop.deps.db.selectFrom(table).selectAll().execute()).toEqual([]);
    expect(await shop.deps.db.selectFrom("reminder_stop").selectAll().execute()).toHaveLength(1);
  });
});

function post({ app }: TestShop, token: string, way: "urlencoded" | "multipart") {
  const field = 'Content-Disposition: form-data; name="List-Unsubscribe"';
  const forms = {
    urlencoded: ["application/x-www-form-urlencoded", "List-Unsubscribe=One-Click"],
    multipart: [
      "multipart/form-data; boundary=part",
      `--part\r\n${field}\r\n\r\nOne-Click\r\n--part--\r\n`,
    ],
  } as const;
  const [type, payload] = forms[way];
  const url = `/payment-reminders/${encodeURIComponent(token)}`;
  return app.inject({ method: "POST", url, headers: { "content-type": type }, payload });
}
