import { nextMonth } from "@portal/shared/platform/calendar.ts";
import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { shopDay } from "../../testing/shop-day.ts";
import { aGuestOrder, aRecipient, payByBank, products, test } from "../../testing/shop-test.ts";

const thisMonth = shopDay().slice(0, 7);
const later = () => `${nextMonth(thisMonth)}-10T12:00:00.000Z`;

describe("the first month that can be closed", () => {
  test("is that of the first money in the books, whether anybody earned commission or not", async ({
    shop,
    superuser,
  }) => {
    const { admin: adminId, lone } = shop.people;
    const admin = await shop.as(adminId, { now: later });
    // A test order is not in the books, and neither is one that nobody paid.
    await superuser.updateTable("account").set({ test: true }).where("id", "=", lone).execute();
    const tester = await shop.as(lone);
    const { id: addressId } = await tester.addresses.save(aRecipient);
    const lines = [{ productId: products.bottle, quantity: 1 }];
    const tested = await tester.orders.save({
      commandId: randomUUID(),
      sections: [{ addressId, lines }],
    });
    await payByBank(shop, tested.uuid, tested.total);
    const { uuid } = await aGuestOrder(shop);
    expect(await admin.statements.closings()).toMatchObject({ closable: [] });

    await payByBank(shop, uuid, 11_500);
    expect(await admin.statements.cents()).toMatchObject({ months: [] });
    expect(await admin.statements.closings()).toMatchObject({ closable: [thisMonth] });
    expect(await admin.monthEnd.get({})).toMatchObject({ month: thisMonth, isOver: true });
  });
});
