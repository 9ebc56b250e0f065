import { monthSteps } from "@portal/shared/money/statements.ts";
import { nextMonth, previousMonth } from "@portal/shared/platform/calendar.ts";
import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { aBusyShop, aConfirmedSession } from "../../testing/busy-shop.ts";
import { shopDay } from "../../testing/shop-day.ts";
import { aGuestOrder, payByBank, test } from "../../testing/shop-test.ts";

const thisMonth = shopDay().slice(0, 7);
const later = () => `${nextMonth(thisMonth)}-10T12:00:00.000Z`;

describe("the end of a month", () => {
  test("counts the same as the list behind each step, up to the end of the month", async ({
    shop,
  }) => {
    const { payoutId } = await aBusyShop(shop);
    const { admin: adminId } = shop.people;
    const line = {
      account: "main",
      booked_on: `${thisMonth}-01`,
      description: "RH somebody",
      file_name: "bank.csv",
      uploaded_by: adminId,
    };
    await shop.deps.db
      .insertInto("bank_line")
      .values([
        { ...line, fingerprint: "1".repeat(64), amount: 215_00 },
        { ...line, fingerprint: "2".repeat(64), amount: 10_00 },
        {
          ...line,
          fingerprint: "3".repeat(64),
          amount: 1_00,
          booked_on: `${nextMonth(thisMonth)}-01`,
        },
      ])
      .execute();
    const admin = await shop.as(adminId, { now: later });

    const end = await admin.monthEnd.get({});

    const { rows } = await admin.payouts.list({ state: "requested" });
    expect(rows.map(({ id }) => id)).toEqual([payoutId]);
    expect(end).toMatchObject({
      month: thisMonth,
      from: `${thisMonth}-01`,
      isOver: true,
      isClosed: false,
      closable: [thisMonth],
      currency: "ZAR",
      card: { matched: 0, exceptions: { count: 0, sum: 0, before: 0 } },
      notifications: { count: 0 },
      bankLines: { count: 2, sum: 225_00 },
      payouts: { count: 1, sum: rows[0]?.amount },
    });
    const { months } = await admin.statements.cents();
    expect(months).toEqual([
      expect.objectContaining({
        month: thisMonth,
        residual: expect.stringMatching(/^-?\d+\.\d{6}$/),
      }),
    ]);
    // Nothing had happened by the end of the month before.
    expect(await admin.monthEnd.get({ month: previousMonth(thisMonth) })).toMatchObject({
      bankLines: { count: 0, sum: 0 },
      payouts: { count: 0, sum: 0 },
    });
  });

  test("moves on to the next month once a month is closed", async ({ shop }) => {
    const sold = await aGuestOrder(shop, "BEN");
    await payByBank(shop, sold.uuid, sold.total);
    const session = aConfirmedSession();
    const admin = await shop.as(shop.people.admin, {
      now: later,
      session: { ...session, passwordAt: later() },
    });
    await admin.statements.close({
      commandId: randomUUID(),
      month: thisMonth,
      accepts: [...monthSteps],
    });

    expect(await admin.monthEnd.get({ month: thisMonth })).toMatchObject({
      isClosed: true,
      closable: [],
    });
    expect(await admin.monthEnd.get({})).toMatchObject({
      month: nextMonth(thisMonth),
      isOver: false,
      isClosed: false,
    });
  });

  test("rejects a value that is no month", async ({ shop }) => {
    const admin = await shop.as(shop.people.admin);
    await expect(admin.monthEnd.get({ month: "2026-13" })).rejects.toThrow(
      /Enter a month like 2026-01/,
    );
  });
});
