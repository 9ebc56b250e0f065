import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, describe, expect } from "vitest";
import { deliverAll, openPostOffice } from "../../testing/post-office.ts";
import {
  aBuyer,
  anOrder,
  days,
  forgetReminders,
  noon,
  officeOf,
  sendAll,
  today,
  tokenIn,
} from "../../testing/reminders-test.ts";
import { payByBank, test, type TestShop } from "../../testing/shop-test.ts";

beforeEach<{ shop: TestShop }>(({ shop }) => forgetReminders(shop));

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
