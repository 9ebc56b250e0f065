import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import type { OrderWork } from "@portal/shared/sales/orders/office-orders.ts";
import { aBusyShop } from "../../testing/busy-shop.ts";
import { aGuestOrder, payByBank, type TestShop, test } from "../../testing/shop-test.ts";

const office = (shop: TestShop) => shop.as(shop.people.admin);

describe("the dashboard", () => {
  test("of a shop in which nothing happened has nothing to do", async ({ shop }) => {
    const { work, sales } = await (await office(shop)).dashboard.get();
    expect(work).toMatchObject({
      currency: "ZAR",
      payouts: { count: 0, sum: 0, oldestAt: null },
      bankLines: { count: 0, sum: 0 },
      overpaid: { count: 0, sum: 0 },
      toShip: { count: 0, oldestAt: null },
      toQuote: { count: 0 },
      notifications: { count: 0 },
      projectionProblems: { count: 0 },
    });
    expect(sales.month).toEqual({ orders: 0, total: 0 });
  });

  test("counts what waits, and each count is that of the list it leads to", async ({ shop }) => {
    const busy = await aBusyShop(shop);
    const overpaid = await aGuestOrder(shop, "ANNA");
    await payByBank(shop, overpaid.uuid, overpaid.total + 700);
    const admin = await office(shop);

    const { work } = await admin.dashboard.get();

    const { rows } = await admin.payouts.list({ state: "requested" });
    expect(work.payouts).toEqual({
      count: 1,
      sum: rows[0]?.amount,
      oldestAt: rows[0]?.requested,
    });
    expect(rows[0]?.id).toBe(busy.payoutId);
    expect(work.overpaid).toEqual({ count: 1, sum: 700 });
    const listed = async (kind: OrderWork) => (await admin.orders.list({ work: kind })).total;
    expect(work.toShip.count).toBe(await listed("to-ship"));
    expect(work.toShip.count).toBe(2);
    expect(work.toQuote.count).toBe(await listed("to-quote"));
    const { total } = await admin.orders.list({ overpaid: true });
    expect(work.overpaid.count).toBe(total);
  });

  test("an order leaves the counts when its money went back", async ({ shop }) => {
    const admin = await office(shop);
    const before = await admin.dashboard.get();
    const order = await aGuestOrder(shop);
    await payByBank(shop, order.uuid, order.total);
    expect((await admin.dashboard.get()).work.toShip.count).toBe(before.work.toShip.count + 1);
    await admin.orders.refund({
      commandId: randomUUID(),
      uuid: order.uuid,
      amount: order.total,
      method: "eft",
      productAmount: 4 * 325_00,
      units: 4,
      reason: "broken",
    });
    expect((await admin.dashboard.get()).work.toShip.count).toBe(before.work.toShip.count);
  });

  test("compares today with yesterday and the month with the one before, at the same time", async ({
    shop,
  }) => {
    // In a month of its own, so that no other order is in its sums.
    const paidAt = "2031-05-15T09:00:00.000Z";
    const { uuid, total: amount } = await aGuestOrder(shop);
    const bookkeeper = await shop.as(shop.people.admin, { now: () => paidAt });
    const payment = { uuid, amount, reference: "on the statement", receivedOn: "2031-05-15" };
    await bookkeeper.orders.recordEft({ commandId: randomUUID(), ...payment });
    const later = async (ms: number) => {
      const now = new Date(Date.parse(paidAt) + ms).toISOString();
      const admin = await shop.as(shop.people.admin, { now: () => now });
      return (await admin.dashboard.get()).sales;
    };
    const dayMs = 24 * 3_600_000;

    const { today, month } = await later(1000);
    expect(today).toMatchObject({ orders: 1, total: amount });
    expect(month).toEqual(today);
    expect(await later(-1)).toMatchObject({ month: { orders: 0 } });
    expect(await later(dayMs + 1000)).toMatchObject({ today: { orders: 0 }, yesterday: today });
    expect((await later(dayMs - 1)).yesterday.orders).toBe(0);
  });
});
