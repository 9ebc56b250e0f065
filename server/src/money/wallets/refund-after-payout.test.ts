import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { compareProjections } from "../../projections/compare/compare-projections.ts";
import { connectPool, patient, portalRole } from "../../platform/db/connect.ts";
import { aGuestOrder, payByBank, products, type TestShop, test } from "../../testing/shop-test.ts";
import { shopDay } from "../../testing/shop-day.ts";

const ask = () => ({ commandId: randomUUID() });

async function aSaleOf(shop: TestShop, code: string) {
  const order = await aGuestOrder(shop, code);
  await payByBank(shop, order.uuid, order.total);
  return order;
}

/** Refunds the whole payment, goods and delivery. */
async function refundAll(shop: TestShop, order: Awaited<ReturnType<typeof aSaleOf>>) {
  const admin = await shop.as(shop.people.admin);
  const units = order.request.sections[0]?.lines.find(
    ({ productId }) => productId === products.bottle,
  );
  const quantity = units?.quantity ?? 0;
  await admin.orders.refund({
    ...ask(),
    uuid: order.uuid,
    amount: order.total,
    productAmount: quantity * 325_00,
    units: quantity,
    method: "eft",
    reason: "It came back",
  });
}

// shows R58, T76
test("a refund after a payout is carried as a negative balance until new sales cover it", async ({
  shop,
  ownerUrl,
}) => {
  const cara = await shop.as(shop.people.cara);
  const admin = await shop.as(shop.people.admin);
  await cara.bankDetails.save({
    bankName: "First Bank",
    accountName: "Account",
    accountNumber: "62001234567",
    chequeOrSavings: "Savings",
  });
  const first = await aSaleOf(shop, "CARA");
  const earned = (await cara.wallet.mine()).balance;
  expect(earned).toBeGreaterThan(0);
  const { payoutId } = await cara.wallet.requestPayout(ask());
  await admin.payouts.markAsPaid({
    ...ask(),
    id: payoutId,
    paidOn: shopDay(),
    confirmHold: true,
  });

  await refundAll(shop, first);
  expect(await cara.wallet.mine()).toMatchObject({
    accrued: 0,
    paid: earned,
    unpaid: -earned,
    balance: -earned,
    canRequest: false,
  });
  await expect(cara.wallet.requestPayout(ask())).rejects.toMatchObject({
    cause: { code: "wallet.nothing-due" },
  });

  // One equal sale brings the balance to zero; only the next one can be requested.
  await aSaleOf(shop, "CARA");
  expect((await cara.wallet.mine()).balance).toBe(0);
  await aSaleOf(shop, "CARA");
  const next = await cara.wallet.requestPayout(ask());
  expect((await cara.wallet.mine()).openPayout).toMatchObject({
    id: next.payoutId,
    amount: earned,
  });

  const pool = connectPool(ownerUrl, { ...patient, role: portalRole, poolSize: 2 });
  expect((await compareProjections(pool)).isSound).toBe(true);
  await pool.end();
});
