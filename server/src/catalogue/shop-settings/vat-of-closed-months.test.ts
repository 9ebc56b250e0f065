import { randomUUID } from "node:crypto";
import { monthSteps } from "@portal/shared/money/statements.ts";
import {
  addDays,
  firstDayOf,
  monthInWords,
  previousMonth,
} from "@portal/shared/platform/calendar.ts";
import { expect } from "vitest";
import { asOwner } from "../../testing/as-owner.ts";
import { shopDay } from "../../testing/shop-day.ts";
import {
  aGuestOrder,
  payByBank,
  saveCompanyDetails,
  test,
  type TestShop,
} from "../../testing/shop-test.ts";

const today = shopDay();
const month = today.slice(0, 7);
const lastMonth = previousMonth(month);
const tomorrow = addDays(today, 1);

/** As in an imported history: the credit note is dated in the month before its invoice. */
async function refundInLastMonth(shop: TestShop): Promise<void> {
  const order = await aGuestOrder(shop, "BEN");
  await payByBank(shop, order.uuid, order.total);
  const now = () => `${lastMonth}-20T10:00:00.000Z`;
  const session = { token: "t", handle: randomUUID(), impersonatorId: null, passwordAt: now() };
  const office = await shop.as(shop.people.admin, { now, session });
  await office.orders.refund({
    commandId: randomUUID(),
    uuid: order.uuid,
    amount: 325_00,
    productAmount: 325_00,
    units: 1,
    method: "eft",
    reason: "broken",
  });
}

// shows T315
test("a registration that changes an open invoice leaves its credit note in a closed month alone", async ({
  shop,
}) => {
  await saveCompanyDetails(shop, { vatNo: "4123456789" });
  await refundInLastMonth(shop);
  await asOwner(shop.deps.db, (tx) =>
    tx
      .updateTable("region")
      .set({ vat_registered_from: firstDayOf(month) })
      .where("code", "=", "za")
      .execute(),
  );
  const office = await shop.as(shop.people.admin);
  await office.statements.close({
    commandId: randomUUID(),
    month: lastMonth,
    accepts: [...monthSteps],
  });
  const before = await office.books.journals({ month: lastMonth });
  expect(before.days.flatMap(({ lines }) => lines.map(({ key }) => key))).toContain("vatOutput");

  const { regions } = await office.settings.get();
  const za = regions.find(({ code }) => code === "za");
  if (!za) throw new Error("there is no za");
  const register = (vatRegistered: "from" | "never", vatRegisteredFrom: string | null) =>
    office.settings.save({ section: "region", ...za, vatRegistered, vatRegisteredFrom });
  for (const [choice, from] of [
    ["from", tomorrow],
    ["never", null],
  ] as const)
    await expect(register(choice, from)).rejects.toMatchObject({
      message: expect.stringContaining(monthInWords(lastMonth)),
      cause: { code: "settings.vat-of-closed-month" },
    });
  // The invoice has VAT on its own day either way.
  await register("from", today);
  expect(await office.books.journals({ month: lastMonth })).toEqual(before);
});
