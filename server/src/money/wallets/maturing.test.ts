import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { aGuestOrder, aRecipient, products, type TestShop, test } from "../../testing/shop-test.ts";

const bankDetails = {
  bankName: "First Bank",
  accountName: "Account",
  accountNumber: "62001234567",
  chequeOrSavings: "Savings",
} as const;
const dayMs = 86_400_000;
const day = (days: number) => new Date(Date.UTC(2026, 0, 10, 8) + days * dayMs).toISOString();
const on = (days: number) => ({ now: () => day(days) });
const commandId = () => randomUUID();

/** Four bottles, paid on the given day: 11,304 cents for Cara, 5,652 each for Ben and Anna. */
async function aSale(shop: TestShop, days: number) {
  const order = await aGuestOrder(shop, "CARA", on(days));
  const admin = await shop.as(shop.people.admin, on(days));
  const receivedOn = day(days).slice(0, 10);
  const payment = { uuid: order.uuid, amount: order.total, reference: order.uuid, receivedOn };
  await admin.orders.recordEft({ commandId: commandId(), ...payment });
  return order;
}

const caras = 11_304;

describe("commission with a waiting period of 14 days", () => {
  test("is maturing, then payable, and a request covers only the payable part", async ({
    shop,
    superuser,
  }) => {
    await superuser
      .updateTable("shop_setting")
      .set({ payout_hold_days: 14, payout_minimum: 5000 })
      .execute();
    const caraOn = (days: number) => shop.as(shop.people.cara, on(days));
    const cara = await caraOn(0);
    await cara.bankDetails.save(bankDetails);
    await aSale(shop, 0);
    await aSale(shop, 5);

    expect(await (await caraOn(10)).wallet.mine()).toMatchObject({
      unpaid: 2 * caras,
      maturing: 2 * caras,
      waiting: 2 * caras,
      payable: 0,
      canRequest: false,
      reason: "wallet.still-maturing",
      holdDays: 14,
      maturingDays: [
        { day: "2026-01-24", amount: caras },
        { day: "2026-01-29", amount: caras },
      ],
    });
    await expect(
      (await caraOn(10)).wallet.requestPayout({ commandId: commandId() }),
    ).rejects.toMatchObject({ cause: { code: "wallet.still-maturing" } });

    const later = await caraOn(15);
    expect(await later.wallet.mine()).toMatchObject({
      maturing: caras,
      waiting: caras,
      payable: caras,
      canRequest: true,
    });
    await later.wallet.requestPayout({ commandId: commandId() });
    const open = await later.wallet.mine();
    expect(open).toMatchObject({
      openPayout: { amount: caras, commission: caras },
      maturing: caras,
      payable: 0,
      requested: caras,
    });
    const admin = await shop.as(shop.people.admin, on(15));
    const breakdown = await admin.payouts.breakdown({ id: open.openPayout?.id ?? "" });
    expect(breakdown.reduce((sum, { amount }) => sum + amount, 0)).toBe(caras);
    await admin.payouts.markAsPaid({
      commandId: commandId(),
      id: open.openPayout?.id ?? "",
      paidOn: "2026-01-25",
      confirmHold: true,
    });
    expect(await (await caraOn(20)).wallet.mine()).toMatchObject({
      paid: caras,
      maturing: 0,
      payable: caras,
      sinceLastPayout: caras,
    });
  });

  test("leaves out a partly refunded sale whose reversal is after the cut-off", async ({
    shop,
  }) => {
    const admin = await shop.as(shop.people.admin, on(21));
    const old = await aSale(shop, 6);
    await aSale(shop, 20);
    const goods = old.total - 100_00;
    await admin.orders.refund({
      commandId: commandId(),
      uuid: old.uuid,
      amount: goods / 2,
      productAmount: goods / 2,
      units: 2,
      method: "eft",
      reason: "returned",
    });

    const cara = await shop.as(shop.people.cara, on(22));
    const wallet = await cara.wallet.mine();
    // One whole sale and half of the refunded one are past the waiting period. No cut-off includes only that half,
    // because the reversal comes later, so the half waits.
    expect(wallet).toMatchObject({
      maturing: caras,
      waiting: caras + caras / 2,
      payable: caras,
    });
    await cara.wallet.requestPayout({ commandId: commandId() });
    expect((await cara.wallet.mine()).openPayout).toMatchObject({ amount: caras });
  });

  test("is refused below the minimum payout", async ({ shop, superuser }) => {
    await superuser
      .updateTable("shop_setting")
      .set({ payout_hold_days: 0, payout_minimum: 1_000_000 })
      .execute();
    const ben = await shop.as(shop.people.ben, on(30));
    await ben.bankDetails.save(bankDetails);
    expect(await ben.wallet.mine()).toMatchObject({
      canRequest: false,
      reason: "wallet.below-minimum",
      payoutMinimum: 1_000_000,
    });
    await expect(ben.wallet.requestPayout({ commandId: commandId() })).rejects.toMatchObject({
      cause: { code: "wallet.below-minimum" },
      message: "This is less than the minimum payout.",
    });
  });
});

describe("maturing commission", () => {
  // shows R55, T82
  test("is neither converted to store credit nor used to pay an order", async ({
    shop,
    superuser,
  }) => {
    await superuser
      .updateTable("shop_setting")
      .set({ payout_hold_days: 60, payout_minimum: 0 })
      .execute();
    const skyeOn = (days: number) => shop.as(shop.people.skye, on(days));
    const skye = await skyeOn(50);
    const before = await skye.wallet.mine();
    const sale = await aGuestOrder(shop, "SKYE", on(50));
    const admin = await shop.as(shop.people.admin, on(50));
    const receivedOn = day(50).slice(0, 10);
    const payment = { uuid: sale.uuid, amount: sale.total, reference: sale.uuid, receivedOn };
    await admin.orders.recordEft({ commandId: commandId(), ...payment });
    const { id: addressId } = await skye.addresses.save(aRecipient);
    const sections = [{ addressId, lines: [{ productId: products.bottle, quantity: 1 }] }];
    const { uuid } = await skye.orders.save({ commandId: commandId(), sections });

    const earned = (await skye.wallet.mine()).accrued - before.accrued;
    expect(earned).toBeGreaterThan(1000);
    expect(await skye.wallet.mine()).toMatchObject({
      maturing: earned,
      waiting: earned,
      payable: 0,
      storeCredit: 0,
    });
    const refused = { cause: { code: "wallet.still-maturing" } };
    await expect(
      skye.wallet.convertToCredit({ commandId: commandId(), amount: earned }),
    ).rejects.toMatchObject(refused);
    await expect(
      skye.orders.payWithCredit({ commandId: commandId(), uuid, amount: earned }),
    ).rejects.toMatchObject(refused);
    expect(await skye.orders.creditFor({ uuid })).toMatchObject({ available: 0, usable: 0 });

    const later = await skyeOn(111);
    expect(await later.wallet.mine()).toMatchObject({ maturing: 0, payable: earned });
    expect(await later.orders.creditFor({ uuid })).toMatchObject({ available: earned });
    expect(await later.wallet.convertToCredit({ commandId: commandId(), amount: 500 })).toEqual({
      storeCredit: 500,
    });
    expect(
      await later.orders.payWithCredit({ commandId: commandId(), uuid, amount: 1000 }),
    ).toMatchObject({ paidWithCredit: 1000 });
    await superuser.updateTable("shop_setting").set({ payout_hold_days: 0 }).execute();
  });
});

describe("commission converted to store credit", () => {
  test("adds store credit, lowers the payable amount, and is converted once per command id", async ({
    shop,
  }) => {
    const anna = await shop.as(shop.people.anna, on(40));
    const before = await anna.wallet.mine();
    expect(before.payable).toBeGreaterThan(2000);
    const asked = { commandId: commandId(), amount: 2000 };

    expect(await anna.wallet.convertToCredit(asked)).toEqual({ storeCredit: 2000 });
    expect(await anna.wallet.convertToCredit(asked)).toEqual({ storeCredit: 2000 });

    expect(await anna.wallet.mine()).toMatchObject({
      accrued: before.accrued,
      storeCredit: 2000,
      credit: 2000,
      balance: before.balance - 2000,
      payable: before.payable - 2000,
    });
  });

  test("never exceeds the payable amount under concurrent requests", async ({ shop }) => {
    const anna = await shop.as(shop.people.anna, on(40));
    const { payable } = await anna.wallet.mine();
    const all = () => anna.wallet.convertToCredit({ commandId: commandId(), amount: payable });

    const answers = await Promise.allSettled(Array.from({ length: 8 }, all));

    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(
      anna.wallet.convertToCredit({ commandId: commandId(), amount: 1 }),
    ).rejects.toMatchObject({ cause: { code: "wallet.balance-too-small" } });
    expect(await anna.wallet.mine()).toMatchObject({ balance: 0, payable: 0 });
  });

  test.for([0, -5, 1.5, 1e15])("is refused for an amount of %d", async (amount, { shop }) => {
    const anna = await shop.as(shop.people.anna);
    const wrong = anna.wallet.convertToCredit({ commandId: commandId(), amount });
    await expect(wrong).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });
});

describe("the months of a wallet", () => {
  test("cover twelve months of the shop's calendar, and filter the entries", async ({ shop }) => {
    const cara = await shop.as(shop.people.cara, on(30));
    const months = await cara.wallet.months();
    expect(months).toHaveLength(12);
    expect(months.at(0)?.month).toBe("2025-03");
    const january = months.find(({ month }) => month === "2026-01");
    expect(january?.commission).toBeGreaterThan(0);
    const entries = await cara.wallet.entries({ month: "2026-01" });
    expect(entries.sum).toBe(january?.commission);
    expect((await cara.wallet.entries({ month: "2025-12" })).total).toBe(0);
    await expect(cara.wallet.entries({ month: "2026-13" })).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
  });
});
