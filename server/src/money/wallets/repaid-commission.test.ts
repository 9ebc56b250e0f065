import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { readOnly } from "../../platform/db/database.ts";
import { connectPool, patient, portalRole } from "../../platform/db/connect.ts";
import { compareProjections } from "../../projections/compare/compare-projections.ts";
import { accountBalances, changesOf } from "../../testing/account-balances.ts";
import { office, refusedAs } from "../../testing/proposals-test.ts";
import { shopDay } from "../../testing/shop-day.ts";
import {
  aGuestOrder,
  payByBank,
  test as shopTest,
  type TestShop,
} from "../../testing/shop-test.ts";
import { storeBankCredit } from "../../testing/upload-statement.ts";
import { aWaitingPayout, setOwnAccount, setPayoutLimit } from "../../testing/waiting-payouts.ts";
import { getCalendar } from "../statements/closing.queries.ts";
import { getStatement } from "../statements/statement.queries.ts";

const command = () => ({ commandId: randomUUID() });
const month = shopDay().slice(0, 7);

const test = shopTest.extend("ready", { scope: "file" }, async ({ shop }): Promise<TestShop> => {
  await setOwnAccount(shop);
  await setPayoutLimit(shop, null);
  return shop;
});

/** A member whose order was refunded after its commission was paid out. @returns what they owe */
async function owing(shop: TestShop, name: "anna" | "ben" | "cara"): Promise<number> {
  const { admin } = await office(shop);
  const refunded = await aGuestOrder(shop, name.toUpperCase());
  await payByBank(shop, refunded.uuid, refunded.total);
  const { id, userId } = await aWaitingPayout(shop, name);
  await admin.payouts.markAsPaid({ ...command(), id, paidOn: shopDay() });
  const { quantity } = refunded.request.sections[0]?.lines[0] ?? { quantity: 0 };
  await admin.orders.refund({
    ...command(),
    uuid: refunded.uuid,
    amount: refunded.total,
    productAmount: quantity * 325_00,
    units: quantity,
    method: "eft",
    reason: "It came back",
  });
  return 0 - (await (await shop.as(userId)).wallet.mine()).balance;
}

async function registerRow(shop: TestShop, memberId: number) {
  const { admin } = await office(shop);
  const { rows } = await admin.statements.register({ month });
  return rows.find(({ userId }) => userId === memberId);
}

describe("commission that a member paid back", () => {
  // shows T407
  test("raises a negative balance to zero, and is in the bank, the register and the statement", async ({
    ready: shop,
    ownerUrl,
  }) => {
    const { admin } = await office(shop);
    const { cara } = shop.people;
    const owed = await owing(shop, "cara");
    expect(owed).toBeGreaterThan(0);
    expect(await admin.wallet.owing()).toMatchObject([{ userId: cara, owed, currency: "ZAR" }]);
    const before = await accountBalances(shop);
    const rowBefore = await registerRow(shop, cara);
    const lineId = await storeBankCredit(shop, owed);
    await admin.wallet.repay({ ...command(), userId: cara, lineId });

    expect(changesOf(before, await accountBalances(shop))).toEqual({
      bank: owed,
      commissionOwed: -owed,
    });
    expect(await (await shop.as(cara)).wallet.mine()).toMatchObject({ balance: 0 });
    expect(await admin.wallet.owing()).toEqual([]);
    const row = await registerRow(shop, cara);
    expect(row).toEqual({ ...rowBefore, paid: (rowBefore?.paid ?? 0) - owed, closing: 0 });
    const calendar = await getCalendar(readOnly(shop.deps.db), "za");
    const of = { memberId: cara, month };
    const statement = await getStatement(readOnly(shop.deps.db), calendar, of);
    expect(statement).toMatchObject({ closing: { balance: 0 } });
    expect(statement.movements.at(-1)).toMatchObject({
      type: "CommissionRepaid",
      paid: -owed,
      cash: -owed,
    });
    const bank = await admin.books.bankReconciliation({ asOf: null });
    expect(bank.lines.rows.map((line) => line.id)).not.toContain(lineId);
    expect(bank.entries.rows.map((entry) => entry.event)).not.toContain("CommissionRepaid");
    const { rows } = await admin.bankLines.list({ state: "ignored" });
    expect(rows).toMatchObject([{ id: lineId, kind: "commission-repaid" }]);
    await expect(admin.bankLines.reopen({ ...command(), lineId })).rejects.toEqual(
      refusedAs("bankline.repaid-commission"),
    );
    const mails = await shop.deps.db
      .selectFrom("message")
      .select("user_id")
      .where("kind", "=", "commission-repaid")
      .execute();
    expect(mails).toEqual([{ user_id: cara }]);

    // The next commission is paid whole.
    const next = await aWaitingPayout(shop, "cara");
    expect(next.amount).toBeGreaterThan(0);
    await admin.payouts.markAsPaid({ ...command(), id: next.id, paidOn: shopDay() });
    expect(await (await shop.as(cara)).wallet.mine()).toMatchObject({ balance: 0 });
    const pool = connectPool(ownerUrl, { ...patient, role: portalRole, poolSize: 2 });
    expect((await compareProjections(pool)).isSound).toBe(true);
    await pool.end();
  });

  // shows T407
  test("is at most what is owed, by a transaction that nobody used, of another person", async ({
    ready: shop,
  }) => {
    const { admin } = await office(shop);
    const { ben, anna } = shop.people;
    const owed = await owing(shop, "ben");
    const repay = (userId: number, lineId: number) =>
      admin.wallet.repay({ ...command(), userId, lineId });
    const [more, part, rest] = [
      await storeBankCredit(shop, owed + 1),
      await storeBankCredit(shop, owed - 1),
      await storeBankCredit(shop, 1),
    ];
    await expect(repay(ben, more)).rejects.toEqual(refusedAs("wallet.owes-less"));
    await expect(repay(anna, rest)).rejects.toEqual(refusedAs("wallet.owes-less"));
    await expect(repay(shop.people.admin, rest)).rejects.toEqual(refusedAs("wallet.own-repayment"));
    await expect(repay(999_999, rest)).rejects.toEqual(refusedAs("account.unknown"));
    await repay(ben, part);
    await expect(repay(ben, part)).rejects.toEqual(refusedAs("wallet.owes-less"));
    expect(await admin.wallet.owing()).toMatchObject([{ userId: ben, owed: 1 }]);
    const twice = await Promise.allSettled([repay(ben, rest), repay(ben, rest)]);
    expect(twice.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await (await shop.as(ben)).wallet.mine()).toMatchObject({ balance: 0 });
    // An explained transaction stays what it is.
    expect((await admin.bankLines.list({ search: "REPAID" })).rows).toMatchObject([{ id: more }]);
  });

  // shows T414
  test("is recorded by another admin where the sum with own uploads of returned payouts and repayments is above the limit", async ({
    ready: shop,
  }) => {
    const { admin, dev } = await office(shop);
    const { anna } = shop.people;
    const owed = await owing(shop, "anna");
    const half = Math.floor(owed / 2);
    const parts = [
      await storeBankCredit(shop, half),
      await storeBankCredit(shop, owed - half),
    ] as const;
    // What the tests before recorded is of the same admin and day.
    const { sum } = await shop.deps.db
      .selectFrom("ledger_events")
      .select(sql<number>`coalesce(sum((data ->> 'amount')::bigint), 0)::bigint`.as("sum"))
      .where("type", "=", "CommissionRepaid")
      .executeTakeFirstOrThrow();
    await setPayoutLimit(shop, sum + owed - 1);
    const repay = (as: typeof admin, lineId: number) =>
      as.wallet.repay({ ...command(), userId: anna, lineId });
    await repay(admin, parts[0]);
    await expect(repay(admin, parts[1])).rejects.toEqual(refusedAs("bankline.own-upload"));
    await repay(dev, parts[1]);
    expect(await (await shop.as(anna)).wallet.mine()).toMatchObject({ balance: 0 });
    await setPayoutLimit(shop, null);
  });

  // shows T435, T436
  test("is owed again once that is undone, and its transaction is free for somebody else", async ({
    ready: shop,
    ownerUrl,
  }) => {
    const { admin, dev } = await office(shop);
    const { anna, ben } = shop.people;
    await owing(shop, "anna");
    await owing(shop, "ben");
    const owedNow = async (userId: number) =>
      0 - (await (await shop.as(userId)).wallet.mine()).balance;
    const [owed, others] = [await owedNow(anna), await owedNow(ben)];
    const amount = Math.min(owed, others);
    const before = await accountBalances(shop);
    const rowBefore = await registerRow(shop, anna);
    const lineId = await storeBankCredit(shop, amount);
    const undo = (by: typeof admin) => by.wallet.undoRepayment({ ...command(), lineId });
    await expect(undo(admin)).rejects.toEqual(refusedAs("wallet.not-repaid"));
    await admin.wallet.repay({ ...command(), userId: anna, lineId });
    expect(await admin.wallet.moneyBack({ lineId })).toMatchObject({
      userId: anna,
      payoutId: null,
    });
    await undo(admin);
    await expect(undo(dev)).rejects.toEqual(refusedAs("wallet.not-repaid"));

    expect(changesOf(before, await accountBalances(shop))).toEqual({});
    expect(await (await shop.as(anna)).wallet.mine()).toMatchObject({ balance: -owed });
    expect(await registerRow(shop, anna)).toEqual(rowBefore);
    const calendar = await getCalendar(readOnly(shop.deps.db), "za");
    const of = { memberId: anna, month };
    const { movements } = await getStatement(readOnly(shop.deps.db), calendar, of);
    expect(movements.slice(-2)).toMatchObject([
      { type: "CommissionRepaid", paid: -amount, cash: -amount },
      { type: "CommissionRepaymentUndone", paid: amount, cash: amount },
    ]);
    const bank = await admin.books.bankReconciliation({ asOf: null });
    expect(bank.lines.rows).toContainEqual(
      expect.objectContaining({ id: lineId, reason: "unexplained" }),
    );
    expect(bank.entries.rows.map((entry) => entry.event)).not.toContain("CommissionRepaid");
    const { rows } = await admin.bankLines.list({ state: "open", search: "REPAID" });
    expect(rows.map(({ id }) => id)).toContain(lineId);
    const mails = await shop.deps.db
      .selectFrom("message")
      .select("user_id")
      .where("kind", "=", "commission-repayment-undone")
      .execute();
    expect(mails).toEqual([{ user_id: anna }]);

    await admin.wallet.repay({ ...command(), userId: ben, lineId });
    expect(await admin.wallet.moneyBack({ lineId })).toMatchObject({ userId: ben });
    // Above the limit a second admin decides; the decision is of whose repayment it was.
    await setPayoutLimit(shop, amount - 1);
    const { proposalId } = await admin.wallet.undoRepayment({ ...command(), lineId });
    await dev.proposals.confirm({ id: String(proposalId) });
    expect(await admin.wallet.owing()).toContainEqual(
      expect.objectContaining({ userId: ben, owed: others }),
    );
    await expect(
      admin.wallet.repay({ ...command(), userId: anna, lineId }),
      "who undid it is as who uploaded it",
    ).rejects.toEqual(refusedAs("bankline.own-upload"));
    await dev.wallet.repay({ ...command(), userId: anna, lineId });
    await setPayoutLimit(shop, null);
    const pool = connectPool(ownerUrl, { ...patient, role: portalRole, poolSize: 2 });
    expect(await compareProjections(pool)).toMatchObject({ isSound: true, conservation: [] });
    await pool.end();
  });
});
