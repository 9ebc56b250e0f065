import { generateKeyPairSync, randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { connectPool, patient, portalRole } from "../../platform/db/connect.ts";
import type { Database } from "../../platform/db/database.ts";
import { captureFinance } from "../../edges/finance/finance-test.ts";
import { sealLedger } from "../../platform/ledger/sealing.ts";
import { aConfirmedSession } from "../../testing/busy-shop.ts";
import {
  aGuestOrder,
  payByBank,
  type TestShop,
  test as shopTest,
} from "../../testing/shop-test.ts";
import { aWaitingPayout, setOwnAccount } from "../../testing/waiting-payouts.ts";
import { grantCredit } from "../../testing/grant-credit.ts";
import { insertAccount } from "../../testing/insert-account.ts";
import { shopDay } from "../../testing/shop-day.ts";
import { watchOnce } from "../../office/ledger-health/watch-ledger.ts";

type Line = Readonly<{ level: string; message: string }>;

const test = shopTest
  .extend("pool", { scope: "file" }, async ({ ownerUrl }, { onCleanup }) => {
    const pool = connectPool(ownerUrl, { ...patient, role: portalRole, poolSize: 5 });
    onCleanup(() => pool.end());
    return pool;
  })
  .extend("finance", { scope: "file" }, async ({ pool }, { onCleanup }) => {
    const finance = await captureFinance(pool);
    onCleanup(finance.close);
    return finance;
  })
  /** Requests a check, runs the worker once, and returns what it logged. */
  .extend("look", { scope: "file" }, ({ pool, shop }) => async (): Promise<readonly Line[]> => {
    await (await office(shop)).ledgerHealth.checkNow();
    const lines: Line[] = [];
    const note = (level: string) => (_details: object, message: string) =>
      void lines.push({ level, message });
    const log = { info: note("info"), warn: note("warn"), error: note("error") };
    const { signal } = new AbortController();
    const now = () => new Date().toISOString();
    await watchOnce({ pool, now, log, disks: async () => [], signal });
    return lines;
  });

const office = (shop: TestShop) => shop.as(shop.people.admin, { session: aConfirmedSession() });
const ask = () => ({ commandId: randomUUID() });
const stopped = { code: "CONFLICT", cause: { code: "payout.stopped" } };
const paidOn = shopDay();

/** Damage that a replay of the ledger finds: a wallet that is not the sum of its entries. */
const addToWallet = (superuser: Database, userId: number, cents: number) =>
  sql`update projection.wallet set accrued = accrued + ${cents} where user_id = ${userId}`.execute(
    superuser,
  );

async function sell(shop: TestShop, code: string) {
  const order = await aGuestOrder(shop, code);
  await payByBank(shop, order.uuid, order.total);
}

const readiness = async ({ app }: TestShop) => {
  const answer = await app.inject("/readyz");
  return { status: answer.statusCode, checks: answer.json().checks };
};

describe("while the last check of the ledger found damage", () => {
  // shows T109
  test("payouts and requests are refused until the repair, and orders continue", async ({
    shop,
    look,
    superuser,
  }) => {
    await setOwnAccount(shop);
    const gone = await insertAccount(shop.deps.db, {
      email: "gone@people.test",
      firstName: "Gone",
      lastName: "Person",
      role: "customer",
      passwordHash: "none",
    });
    await grantCredit(shop, gone, 500);
    await (await office(shop)).users.delete({ ...ask(), id: gone });
    const [anna, ben] = [await aWaitingPayout(shop, "anna"), await aWaitingPayout(shop, "ben")];
    const admin = await office(shop);
    const batch = { layout: "fnb", payOn: paidOn } as const;
    const { batchId } = await admin.payoutBatches.make({ ids: [ben.id], ...batch });
    await look();
    expect(await admin.ledgerHealth.payoutStops()).toEqual([]);

    await addToWallet(superuser, shop.people.ben, 1);
    expect(await look()).toEqual([
      { level: "error", message: expect.stringContaining("not sound") },
    ]);
    expect(await look()).toEqual([]);

    const { markAsPaid } = admin.payouts;
    await expect(markAsPaid({ ...ask(), id: anna.id, paidOn })).rejects.toMatchObject(stopped);
    await expect(admin.payoutBatches.make({ ids: [anna.id], ...batch })).rejects.toMatchObject(
      stopped,
    );
    await expect(admin.payoutBatches.file({ batchId })).rejects.toMatchObject(stopped);
    await expect(admin.payoutBatches.pay({ batchId, paidOn })).rejects.toMatchObject(stopped);
    const credit = { decision: "paid-out", amount: 500, paidOn, reason: "account-closed" } as const;
    await expect(admin.users.erase({ ...ask(), id: gone, credit })).rejects.toMatchObject(stopped);
    await sell(shop, "CARA");
    const cara = await shop.as(shop.people.cara);
    await cara.bankDetails.save({
      bankName: "FNB",
      accountName: "Cara",
      accountNumber: "62487726287",
      chequeOrSavings: "Savings",
    });
    expect(await cara.wallet.mine()).toMatchObject({ canRequest: false, reason: "payout.stopped" });
    await expect(cara.wallet.requestPayout(ask())).rejects.toMatchObject(stopped);
    expect((await admin.dashboard.get()).payoutStops).toEqual(["replay"]);
    expect(await readiness(shop)).toMatchObject({
      status: 200,
      checks: { replay: { sound: false }, chain: { sound: true } },
    });

    await addToWallet(superuser, shop.people.ben, -1);
    expect(await look()).toMatchObject([{ level: "warn" }]);
    expect(await admin.payoutBatches.pay({ batchId, paidOn })).toEqual({ paid: 1, failed: [] });
    expect(await markAsPaid({ ...ask(), id: anna.id, paidOn })).toMatchObject({ state: "paid" });
    expect(await cara.wallet.requestPayout(ask())).toHaveProperty("payoutId");
  });

  test("a request can be rejected, and an earlier payment can be retried", async ({
    shop,
    look,
    superuser,
  }) => {
    const [anna, ben] = [await aWaitingPayout(shop, "anna"), await aWaitingPayout(shop, "ben")];
    const admin = await office(shop);
    const payment = { ...ask(), id: anna.id, paidOn };
    await admin.payouts.markAsPaid(payment);
    await addToWallet(superuser, shop.people.ben, 1);
    await look();

    expect(await admin.payouts.markAsPaid(payment)).toEqual({ id: anna.id, state: "paid" });
    const rejected = await admin.payouts.reject({ ...ask(), id: ben.id, reason: "Twice" });
    expect(rejected).toMatchObject({ state: "rejected" });

    await addToWallet(superuser, shop.people.ben, -1);
    await look();
  });

  // shows T109
  test("only a full verification lifts a stop that it caused", async ({
    shop,
    look,
    superuser,
    finance,
  }) => {
    const { privateKey, publicKey } = generateKeyPairSync("ed25519");
    const spki = publicKey.export({ type: "spki", format: "der" }).toString("base64");
    await sealLedger(superuser, { privateKey, publicKey: spki });
    const status = (await finance.run("status", "--json")).stdout;
    const forged = await finance.file("forged.json", status.replace(/"root": "./, '"root": "x'));
    const admin = await office(shop);
    await look();
    expect(await admin.ledgerHealth.payoutStops()).toEqual([]);

    expect((await finance.run("verify", "--anchor", forged)).exitCode).toBe(1);
    expect(await admin.ledgerHealth.payoutStops()).toEqual(["chain"]);
    await look();
    expect(await admin.ledgerHealth.payoutStops()).toEqual(["chain"]);
    expect((await admin.ledgerHealth.get()).chain?.damage).toMatchObject({
      what: "seal",
      needsVerify: true,
    });

    expect((await finance.run("verify")).exitCode).toBe(0);
    expect(await admin.ledgerHealth.payoutStops()).toEqual([]);
    await look();
    expect(await admin.ledgerHealth.payoutStops()).toEqual([]);
  });
});
