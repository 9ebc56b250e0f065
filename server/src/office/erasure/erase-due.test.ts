import { randomUUID } from "node:crypto";
import { addDays } from "@portal/shared/platform/calendar.ts";
import { describe, expect, onTestFinished } from "vitest";
import { shopDay } from "../../testing/shop-day.ts";
import {
  aGuestOrder,
  aRecipient,
  payByBank,
  test,
  type TestShop,
} from "../../testing/shop-test.ts";
import { aConfirmedSession } from "../../testing/busy-shop.ts";
import { aDistributor } from "../../testing/some-users.ts";
import { accountBalances, changesOf } from "../../testing/account-balances.ts";
import { office } from "../../testing/proposals-test.ts";
import { aWaitingPayout, setOwnAccount, setPayoutLimit } from "../../testing/waiting-payouts.ts";
import { connectPool, patient, portalRole } from "../../platform/db/connect.ts";
import { asOwner } from "../../testing/as-owner.ts";
import { grantCredit } from "../../testing/grant-credit.ts";
import { insertAccount } from "../../testing/insert-account.ts";
import { compareProjections } from "../../projections/compare/compare-projections.ts";
import { walletStream } from "../../money/wallets/wallet.events.ts";

const change = (id: number) => ({ commandId: randomUUID(), id });
const refusedAs = (code: string) => ({ cause: { code } });
const nothingDue = { openPayout: null, commission: 0, storeCredit: 0, setOff: 0, orders: [] };

/** A customer deleted by the office, and an admin with recent authentication. */
async function somebodyDeleted(shop: TestShop) {
  const admin = await shop.as(shop.people.admin);
  const email = `${randomUUID()}@people.test`;
  const name = { firstName: "Going", lastName: "Person" };
  const account = { email, ...name, role: "customer", passwordHash: "none" } as const;
  const id = await insertAccount(shop.deps.db, account);
  const remove = () => admin.users.delete(change(id));
  return { admin, id, email, remove };
}

async function walletOf({ deps }: TestShop, userId: number) {
  return deps.db
    .selectFrom("projection.wallet")
    .select("credit_account as creditAccount")
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
}

function lastEventOf({ deps }: TestShop, userId: number) {
  return deps.db
    .selectFrom("ledger_events")
    .select(["type", "data"])
    .where("stream_id", "=", walletStream(userId))
    .orderBy("stream_version", "desc")
    .executeTakeFirstOrThrow();
}

describe("store credit of a user who is to be erased", () => {
  // shows T122
  test("blocks erasing until its use is decided", async ({ shop }) => {
    const { admin, id, remove } = await somebodyDeleted(shop);
    await grantCredit(shop, id, 7148_24);
    await remove();

    await expect(admin.users.erase(change(id))).rejects.toMatchObject(
      refusedAs("account.credit-due"),
    );
    expect(await admin.users.moneyDue({ id })).toEqual({
      ...nothingDue,
      storeCredit: 7148_24,
      currency: "ZAR",
      creditedOn: shopDay(),
      creditTax: 0,
      taxIdentityThrough: null,
    });
    expect(await walletOf(shop, id)).toEqual({ creditAccount: 7148_24 });
  });

  // shows T140
  test("is paid out by an event with amount, date and reason, and no free text", async ({
    shop,
    pool,
  }) => {
    const { admin, id, remove } = await somebodyDeleted(shop);
    await grantCredit(shop, id, 500);
    await remove();
    const credit = {
      decision: "paid-out",
      amount: 500,
      paidOn: shopDay(),
      reason: "account-closed",
    } as const;

    for (const paidOn of [
      "0001-01-01",
      addDays(shopDay(), -1),
      addDays(shopDay(), 1),
      "2099-01-01",
    ])
      await expect(
        admin.users.erase({ ...change(id), credit: { ...credit, paidOn } }),
      ).rejects.toMatchObject(refusedAs("wallet.wrong-day"));
    await admin.users.erase({ ...change(id), credit });

    expect(await lastEventOf(shop, id)).toEqual({
      type: "CreditPaidOut",
      data: {
        userId: id,
        amount: 500,
        paidOn: credit.paidOn,
        reason: "account-closed",
        withheld: 0,
      },
    });
    expect(await walletOf(shop, id)).toEqual({ creditAccount: 0 });
    const { rows } = await admin.audit.list({ action: "account.erased" });
    expect(rows.find(({ subjectId }) => subjectId === id)?.details).toEqual({ credit });
    expect(await compareProjections(pool)).toMatchObject({ isSound: true, conservation: [] });
  });

  // shows T390
  test("is paid out less tax where it was commission, not within the hold of an account, and counts for the account", async ({
    shop,
    pool,
  }) => {
    const admin = await shop.as(shop.people.admin);
    const distributorCode = "CLOSING";
    const wanted = aDistributor(shop.people.anna, { distributorCode });
    const { id } = await admin.users.create(wanted);
    const { uuid, total } = await aGuestOrder(shop, distributorCode);
    await payByBank(shop, uuid, total);
    const member = await shop.as(id, { session: aConfirmedSession() });
    const account = {
      bankName: "First Bank",
      accountName: "Member",
      chequeOrSavings: "Savings",
    } as const;
    await member.bankDetails.save({ ...account, accountNumber: "62009990001" });
    await member.bankDetails.save({ ...account, accountNumber: "62009990002" });
    const { payable: amount } = await member.wallet.mine();
    await member.wallet.convertToCredit({ commandId: randomUUID(), amount });
    const setRate = (withholding_bps: number) =>
      asOwner(shop.deps.db, (tx) =>
        tx.updateTable("shop_setting").set({ withholding_bps }).execute(),
      );
    onTestFinished(async () => void (await setRate(0)));
    await setRate(2500);
    await admin.users.delete(change(id));
    const paidOut = { decision: "paid-out", paidOn: shopDay(), reason: "account-closed" } as const;
    const erase = () => admin.users.erase({ ...change(id), credit: { ...paidOut, amount } });
    await expect(erase()).rejects.toMatchObject(refusedAs("payout.on-hold"));

    const changed_at = new Date(Date.now() - 49 * 3_600_000).toISOString();
    await shop.deps.db
      .updateTable("bank_detail")
      .set({ changed_at })
      .where("user_id", "=", id)
      .execute();
    const tax = Math.round(amount / 4);
    expect(await admin.users.moneyDue({ id })).toMatchObject({
      storeCredit: amount,
      creditTax: tax,
    });
    await erase();
    expect(await lastEventOf(shop, id)).toMatchObject({
      type: "CreditPaidOut",
      data: { amount, withheld: tax },
    });
    const kept = await shop.deps.db
      .selectFrom("payout_account")
      .select("account_digest")
      .where("payout_id", "=", `credit-${id}`)
      .execute();
    expect(kept).toEqual([{ account_digest: shop.deps.accountDigest("62009990002") }]);
    expect(await compareProjections(pool)).toMatchObject({ isSound: true, conservation: [] });
  });

  // shows T341
  test("is not paid out by one admin above the limit", async ({ shop }) => {
    const { admin, id, remove } = await somebodyDeleted(shop);
    const amount = 90_000_00;
    await grantCredit(shop, id, amount);
    await remove();
    const paid = { decision: "paid-out", paidOn: shopDay(), reason: "account-closed" } as const;
    const erase = () => admin.users.erase({ ...change(id), credit: { ...paid, amount } });
    const setLimit = (above: number | null) =>
      asOwner(shop.deps.db, (tx) =>
        tx.updateTable("region").set({ payout_second_person_above: above }).execute(),
      );
    onTestFinished(async () => void (await setLimit(null)));

    await setLimit(amount - 1);
    await expect(erase()).rejects.toMatchObject(refusedAs("account.credit-above-limit"));
    expect(await walletOf(shop, id)).toEqual({ creditAccount: amount });
    expect(await admin.users.moneyDue({ id })).toMatchObject({ storeCredit: amount });

    await setLimit(null);
    await expect(erase()).resolves.toEqual({ id });
  });

  // shows T122
  test("is given up by an event with a reason, only for the amount that was shown", async ({
    shop,
  }) => {
    const { admin, id, remove } = await somebodyDeleted(shop);
    await grantCredit(shop, id, 500);
    await remove();
    const givenUp = { decision: "given-up", amount: 500, reason: "person-asked" } as const;
    await grantCredit(shop, id, 100);
    await expect(admin.users.erase({ ...change(id), credit: givenUp })).rejects.toMatchObject(
      refusedAs("wallet.wrong-amounts"),
    );

    await admin.users.erase({ ...change(id), credit: { ...givenUp, amount: 600 } });

    expect(await lastEventOf(shop, id)).toEqual({
      type: "CreditGivenUp",
      data: { userId: id, amount: 600, reason: "person-asked" },
    });
    expect(await walletOf(shop, id)).toEqual({ creditAccount: 0 });
  });

  test.for([
    { decision: "given-up", amount: 500, reason: "account-closed" },
    { decision: "given-up", amount: 500, reason: "because of Thandi" },
    { decision: "paid-out", amount: 500, reason: "account-closed" },
    { decision: "paid-out", amount: 0, paidOn: "2026-01-18", reason: "account-closed" },
    { decision: "given-up", amount: 500, reason: "lapsed", note: "because of Thandi" },
  ])("is not closed by %j", async (credit, { shop }) => {
    const { admin, id, remove } = await somebodyDeleted(shop);
    await grantCredit(shop, id, 500);
    await remove();
    const request = { ...change(id), credit } as Parameters<typeof admin.users.erase>[0];
    await expect(admin.users.erase(request)).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  test("does not hide other amounts due once it is decided", async ({ shop }) => {
    const { admin, id, email, remove } = await somebodyDeleted(shop);
    await grantCredit(shop, id, 500);
    const { uuid, total } = await anOrderAs(shop, email);
    await payByBank(shop, uuid, total);
    await remove();
    const credit = { decision: "given-up", amount: 500, reason: "lapsed" } as const;
    await expect(admin.users.erase({ ...change(id), credit })).rejects.toMatchObject(
      refusedAs("account.orders-due"),
    );
    expect(await walletOf(shop, id)).toEqual({ creditAccount: 500 });
  });
});

/** An order of a guest with this email. */
async function anOrderAs(shop: TestShop, email: string) {
  const uniqueId = randomUUID();
  const guest = await shop.as(null);
  const recipient = { ...aRecipient, recipientEmail: email, uniqueId };
  const { id: addressId } = await guest.addresses.save(recipient);
  const { request } = await aGuestOrder(shop);
  const sections = request.sections.map((section) => ({ ...section, addressId }));
  return guest.orders.save({ commandId: randomUUID(), uniqueId, sections });
}

describe("orders of a user who is to be erased", () => {
  // shows T122
  test("must be shipped or refunded first, including guest orders with the same email", async ({
    shop,
    superuser,
  }) => {
    const { admin, id, email, remove } = await somebodyDeleted(shop);
    const order = await anOrderAs(shop, email);
    const due = async () => (await admin.users.moneyDue({ id })).orders;
    await remove();
    expect(await due()).toEqual([]);

    await payByBank(shop, order.uuid, 100);
    const { uuid, orderNumber } = order;
    expect(await due()).toEqual([{ uuid, orderNumber, reason: "part-paid" }]);
    await expect(admin.users.erase(change(id))).rejects.toMatchObject(
      refusedAs("account.orders-due"),
    );

    await payByBank(shop, uuid, order.total - 100);
    expect(await due()).toEqual([{ uuid, orderNumber, reason: "to-ship" }]);
    await expect(admin.users.erase(change(id))).rejects.toMatchObject(
      refusedAs("account.orders-due"),
    );

    await payByBank(shop, uuid, 50);
    expect(await due()).toEqual([{ uuid, orderNumber, reason: "to-give-back" }]);
    await admin.orders.refund({
      commandId: randomUUID(),
      uuid,
      amount: order.total + 50,
      units: 4,
      method: "eft",
      productAmount: order.total - 100_00,
      reason: "never sent",
    });
    await admin.users.erase(change(id));
    const left = superuser.selectFrom("address").select("id").where("recipient_email", "=", email);
    expect(await left.execute()).toEqual([]);
  });
});

describe("commission of a user who is to be erased", () => {
  test("must be paid first, including maturing commission and an open request", async ({
    shop,
    superuser,
  }) => {
    await superuser.updateTable("shop_setting").set({ payout_hold_days: 60 }).execute();
    const { skye: id } = shop.people;
    const sale = await aGuestOrder(shop, "SKYE");
    await payByBank(shop, sale.uuid, sale.total);
    const admin = await shop.as(shop.people.admin);
    const skye = await shop.as(id);
    await skye.bankDetails.save({
      bankName: "FNB",
      accountName: "Skye",
      accountNumber: "62001234567",
      chequeOrSavings: "Savings",
    });
    await admin.users.delete(change(id));
    await expect(admin.users.erase(change(id))).rejects.toMatchObject(
      refusedAs("account.money-due"),
    );
    const earned = (await admin.users.moneyDue({ id })).commission;
    expect(earned).toBeGreaterThan(0);

    await superuser.updateTable("shop_setting").set({ payout_hold_days: 0 }).execute();
    await admin.users.restore(change(id));
    await (await shop.as(id)).wallet.requestPayout({ commandId: randomUUID() });
    await admin.users.delete(change(id));
    expect(await admin.users.moneyDue({ id })).toMatchObject({ openPayout: earned, commission: 0 });
    await expect(admin.users.erase(change(id))).rejects.toMatchObject(
      refusedAs("account.open-payout"),
    );
  });

  test("is written off where they owe it, so that commission owed has no debit for ever", async ({
    shop,
    ownerUrl,
  }) => {
    const { admin } = await office(shop);
    const { cara: id } = shop.people;
    await setOwnAccount(shop);
    await setPayoutLimit(shop, null);
    const refunded = await aGuestOrder(shop, "CARA");
    await payByBank(shop, refunded.uuid, refunded.total);
    const { id: payoutId } = await aWaitingPayout(shop, "cara");
    await admin.payouts.markAsPaid({ ...change(id), id: payoutId, paidOn: shopDay() });
    const { quantity } = refunded.request.sections[0]?.lines[0] ?? { quantity: 0 };
    await admin.orders.refund({
      commandId: randomUUID(),
      uuid: refunded.uuid,
      amount: refunded.total,
      productAmount: quantity * 325_00,
      units: quantity,
      method: "eft",
      reason: "It came back",
    });
    await admin.users.delete(change(id));
    const { commission } = await admin.users.moneyDue({ id });
    expect(commission).toBeLessThan(0);
    const before = await accountBalances(shop);
    await admin.users.erase(change(id));

    const amount = 0 - commission;
    expect(changesOf(before, await accountBalances(shop))).toEqual({
      commissionExpense: amount,
      commissionOwed: -amount,
    });
    expect(await lastEventOf(shop, id)).toMatchObject({
      type: "CommissionWrittenOff",
      data: { amount },
    });
    const { rows } = await admin.statements.register({ month: shopDay().slice(0, 7) });
    expect(rows.find(({ userId }) => userId === id)).toMatchObject({ closing: 0 });
    const { rows: heard } = await admin.audit.list({ action: "account.erased" });
    expect(heard[0]).toMatchObject({ details: { writtenOffAmount: amount } });
    const pool = connectPool(ownerUrl, { ...patient, role: portalRole, poolSize: 2 });
    expect(await compareProjections(pool)).toMatchObject({ isSound: true, conservation: [] });
    await pool.end();
  });

  // shows T413
  test.for([
    ["ben", 30_00],
    ["anna", -30_00],
  ] as const)(
    "is set off against store credit first, where they have %s: %i more than they owe",
    async ([name, more], { shop, ownerUrl }) => {
      const { admin } = await office(shop);
      const id = shop.people[name];
      await setOwnAccount(shop);
      await setPayoutLimit(shop, null);
      const { uuid, total } = await aGuestOrder(shop, name.toUpperCase());
      await payByBank(shop, uuid, total);
      const { id: payoutId } = await aWaitingPayout(shop, name);
      await admin.payouts.markAsPaid({ ...change(id), id: payoutId, paidOn: shopDay() });
      const all = {
        amount: total,
        productAmount: total - 100_00,
        units: 4,
        method: "eft",
      } as const;
      await admin.orders.refund({ commandId: randomUUID(), uuid, ...all, reason: "It came back" });
      const { owed } = await (await shop.as(id)).wallet.mine();
      expect(owed).toBeGreaterThan(30_00);
      await grantCredit(shop, id, owed + more);
      await admin.users.delete(change(id));
      const left = Math.max(0, more);
      const setOff = Math.min(owed, owed + more);
      expect(await admin.users.moneyDue({ id })).toMatchObject({
        commission: -owed,
        storeCredit: left,
        setOff,
      });
      const before = await accountBalances(shop);
      const paidOut = {
        decision: "paid-out",
        paidOn: shopDay(),
        reason: "account-closed",
      } as const;
      const erase = (amount: number) =>
        admin.users.erase({
          ...change(id),
          ...(amount > 0 && { credit: { ...paidOut, amount } }),
        });
      await expect(erase(owed + more)).rejects.toMatchObject(refusedAs("wallet.wrong-amounts"));
      await erase(left);

      expect(changesOf(before, await accountBalances(shop))).toEqual({
        storeCredit: owed + more,
        commissionOwed: -owed,
        ...(more > 0 ? { bank: -more } : { commissionExpense: -more }),
      });
      const { rows } = await admin.statements.register({ month: shopDay().slice(0, 7) });
      expect(rows.find(({ userId }) => userId === id)).toMatchObject({ closing: 0 });
      const { rows: heard } = await admin.audit.list({ action: "account.erased" });
      expect(heard[0]?.details).toEqual({
        setOffAmount: setOff,
        ...(more > 0 ? { credit: { ...paidOut, amount: left } } : { writtenOffAmount: -more }),
      });
      const pool = connectPool(ownerUrl, { ...patient, role: portalRole, poolSize: 2 });
      expect(await compareProjections(pool)).toMatchObject({ isSound: true, conservation: [] });
      await pool.end();
    },
  );
});
