import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { aGuestOrder, payByBank, type TestShop, test } from "../../testing/shop-test.ts";
import { shopDay } from "../../testing/shop-day.ts";

const bankDetails = {
  bankName: "First Bank",
  accountName: "Account",
  accountNumber: "62001234567",
  chequeOrSavings: "Savings",
} as const;

async function aSaleOf(shop: TestShop, code: string) {
  const order = await aGuestOrder(shop, code);
  await payByBank(shop, order.uuid, order.total);
  return order;
}

const ask = () => ({ commandId: randomUUID() });

describe("a payout", () => {
  test("needs bank details and payable commission", async ({ shop }) => {
    const cara = await shop.as(shop.people.cara);
    await expect(cara.wallet.requestPayout(ask())).rejects.toMatchObject({
      cause: { code: "wallet.no-bank-details" },
    });
    await cara.bankDetails.save(bankDetails);
    await expect(cara.wallet.requestPayout(ask())).rejects.toMatchObject({
      cause: { code: "wallet.nothing-due" },
    });
  });

  // shows R55, T73
  test("is created once under concurrent requests, and covers what was payable then", async ({
    shop,
  }) => {
    await aSaleOf(shop, "BEN");
    const ben = await shop.as(shop.people.ben);
    await ben.bankDetails.save(bankDetails);

    const answers = await Promise.allSettled(
      Array.from({ length: 10 }, () => ben.wallet.requestPayout(ask())),
    );

    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const wallet = await ben.wallet.mine();
    expect(wallet).toMatchObject({
      canRequest: false,
      reason: "payout.already-requested",
      openPayout: { amount: 16_956, state: "requested" },
    });

    await aSaleOf(shop, "BEN");
    expect(await ben.wallet.mine()).toMatchObject({
      accrued: 2 * 16_956,
      openPayout: { amount: 16_956 },
    });
    const admin = await shop.as(shop.people.admin);
    const breakdown = await admin.payouts.breakdown({ id: wallet.openPayout?.id ?? "" });
    expect(breakdown.reduce((sum, { amount }) => sum + amount, 0)).toBe(16_956);
  });

  test("shows its entries only to the member who requested it", async ({ shop }) => {
    const ben = await shop.as(shop.people.ben);
    const { rows, total } = await ben.wallet.payouts({ page: 1, pageSize: 5 });
    expect([total, rows[0]?.state, rows[0]?.commission]).toEqual([1, "requested", 16_956]);
    const payout = rows[0]?.id ?? "";
    const { sum, total: entries } = await ben.wallet.entries({ payout });
    expect([sum, entries]).toEqual([16_956, 1]);

    const anna = await shop.as(shop.people.anna);
    expect((await anna.wallet.payouts({})).total).toBe(0);
    expect(await anna.wallet.entries({ payout })).toMatchObject({ total: 0, sum: 0 });
  });

  test("is requested once per command id", async ({ shop }) => {
    await aSaleOf(shop, "ANNA");
    const anna = await shop.as(shop.people.anna);
    await anna.bankDetails.save(bankDetails);
    const again = ask();

    const first = await anna.wallet.requestPayout(again);
    expect(await anna.wallet.requestPayout(again)).toEqual(first);
  });

  // shows S4.5, S7.27
  test("is paid or rejected once by the office, and audited", async ({ shop }) => {
    const admin = await shop.as(shop.people.admin);
    const anna = await shop.as(shop.people.anna);
    const { rows } = await admin.payouts.list({ search: "anna", state: "requested" });
    const id = rows[0]?.id ?? "";
    const reject = (reason: string | null) => admin.payouts.reject({ ...ask(), id, reason });
    const pay = () =>
      admin.payouts.markAsPaid({ ...ask(), id, paidOn: shopDay(), reference: "B1" });

    expect(await reject("Please check your account number.")).toEqual({ id, state: "rejected" });

    await expect(reject(null)).rejects.toMatchObject({
      cause: { code: "payout.already-rejected" },
    });
    await expect(pay()).rejects.toMatchObject({ cause: { code: "payout.already-rejected" } });
    expect(await anna.wallet.mine()).toMatchObject({
      canRequest: true,
      openPayout: null,
      lastPayout: null,
      rejectedRequest: { id, state: "rejected", reason: "Please check your account number." },
    });
    const written = await shop.deps.db
      .selectFrom("audit_entry")
      .select(["action", "actor_id", "subject_id"])
      .where("target", "=", id)
      .execute();
    expect(written).toEqual([
      { action: "payout.rejected", actor_id: shop.people.admin, subject_id: shop.people.anna },
    ]);
  });

  test("is not found under an unknown id", async ({ shop }) => {
    const admin = await shop.as(shop.people.admin);
    const refusal = { code: "NOT_FOUND", cause: { code: "payout.unknown" } };
    const gone = { id: randomUUID() };
    await expect(admin.payouts.breakdown(gone)).rejects.toMatchObject(refusal);
    await expect(admin.payouts.reject({ ...ask(), ...gone, reason: null })).rejects.toMatchObject(
      refusal,
    );
  });

  // shows R55, T73
  test("is paid once under twenty concurrent payments", async ({ shop }) => {
    const admin = await shop.as(shop.people.admin);
    const { rows } = await admin.payouts.list({ search: "ben@", state: "requested" });
    const id = rows[0]?.id ?? "";

    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, () =>
        admin.payouts.markAsPaid({ ...ask(), id, paidOn: shopDay() }),
      ),
    );

    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const ben = await shop.as(shop.people.ben);
    expect(await ben.wallet.mine()).toMatchObject({
      paid: 16_956,
      unpaid: 16_956,
      sinceLastPayout: 16_956,
      canRequest: true,
    });
  });
});

describe("the entries of a wallet", () => {
  test("show the order and the sale that each comes from", async ({ shop }) => {
    const { orderNumber, uuid } = await aSaleOf(shop, "BEN");
    const anna = await shop.as(shop.people.anna);

    const { rows } = await anna.wallet.entries({ search: `RH${orderNumber}` });

    expect(rows).toMatchObject([
      {
        orderId: uuid,
        kind: "upline",
        sellerId: shop.people.ben,
        sellerName: "Ben Person",
        sellerLevel: 2,
        beneficiaryLevel: 1,
        rateBps: 500,
        value: 113_043,
        amount: 5652,
        planPosition: 0,
        orderGoods: 1300_00,
        refundedGoods: null,
      },
    ]);
    expect((await anna.wallet.entries({ search: "ben" })).total).toBeGreaterThan(0);
    expect((await anna.wallet.entries({ search: "nobody" })).total).toBe(0);
  });
});

describe("the audit log", () => {
  test("is append-only even for the superuser", async ({ superuser }) => {
    await expect(superuser.deleteFrom("audit_entry").execute()).rejects.toThrow("append-only");
    await expect(
      superuser.updateTable("audit_entry").set({ action: "nothing" }).execute(),
    ).rejects.toThrow("append-only");
  });
});
