import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect } from "vitest";
import { purgeExpired } from "../../office/retention/purge-expired.actions.ts";
import {
  aBuyer,
  anOrder,
  aReminder,
  days,
  forgetReminders,
  officeOf,
  sendAll,
} from "../../testing/reminders-test.ts";
import { test, type TestShop } from "../../testing/shop-test.ts";
import { tablesWith } from "../../testing/table-contents.ts";

beforeEach<{ shop: TestShop }>(({ shop }) => forgetReminders(shop));

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
