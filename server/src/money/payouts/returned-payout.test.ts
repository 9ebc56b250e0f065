import { randomUUID } from "node:crypto";
import { addDays } from "@portal/shared/platform/calendar.ts";
import { sql, type Updateable } from "kysely";
import { describe, expect } from "vitest";
import { readOnly, type Tables } from "../../platform/db/database.ts";
import { accountBalances, changesOf } from "../../testing/account-balances.ts";
import { asOwner } from "../../testing/as-owner.ts";
import { aConfirmedSession } from "../../testing/busy-shop.ts";
import { anAdmin, office, refusedAs } from "../../testing/proposals-test.ts";
import { shopDay } from "../../testing/shop-day.ts";
import { test as shopTest, type TestShop } from "../../testing/shop-test.ts";
import { storeBankCredit } from "../../testing/upload-statement.ts";
import { getCalendar } from "../statements/closing.queries.ts";
import { getStatement } from "../statements/statement.queries.ts";
import { aWaitingPayout, setOwnAccount, setPayoutLimit } from "../../testing/waiting-payouts.ts";

const command = () => ({ commandId: randomUUID() });
const month = shopDay().slice(0, 7);

const test = shopTest.extend("ready", { scope: "file" }, async ({ shop }): Promise<TestShop> => {
  await setOwnAccount(shop);
  await setPayoutLimit(shop, null);
  return shop;
});

async function setRate(shop: TestShop, bps: number): Promise<void> {
  await asOwner(shop.deps.db, (tx) =>
    tx.updateTable("shop_setting").set({ withholding_bps: bps }).execute(),
  );
}

async function aPaidPayout(shop: TestShop, name: "anna" | "ben" | "cara" | "skye") {
  const { admin } = await office(shop);
  const payout = await aWaitingPayout(shop, name);
  const [row] = (await admin.payouts.list({ id: payout.id })).rows;
  await admin.payouts.markAsPaid({ ...command(), id: payout.id, paidOn: shopDay() });
  const withheld = row?.withheld ?? 0;
  return { ...payout, withheld, toBank: payout.amount - withheld };
}

async function setAccount(
  shop: TestShop,
  id: number,
  changes: Updateable<Tables["account"]>,
): Promise<void> {
  await asOwner(shop.deps.db, (tx) =>
    tx.updateTable("account").set(changes).where("id", "=", id).execute(),
  );
}

/** As if what the transaction returned had been recorded so many days earlier; nobody can do that to the ledger. */
function daysPass(shop: TestShop, lineId: number, days: number) {
  return asOwner(shop.deps.db, async (tx) => {
    await sql`alter table ledger.events_0 disable trigger append_only`.execute(tx);
    await sql`update ledger.events_0 set recorded_at = recorded_at - make_interval(days => ${days})
      where type = 'PayoutReturned' and data ->> 'bankLineId' = ${String(lineId)}`.execute(tx);
    await sql`alter table ledger.events_0 enable always trigger append_only`.execute(tx);
  });
}

async function registerRow(shop: TestShop, memberId: number) {
  const { admin } = await office(shop);
  const { rows } = await admin.statements.register({ month });
  return rows.find(({ userId }) => userId === memberId);
}

describe("a payout that the bank returned", () => {
  test("is owed to the member again, without its tax, and can be requested and paid anew", async ({
    ready: shop,
  }) => {
    const { admin } = await office(shop);
    const { ben } = shop.people;
    await setRate(shop, 2500);
    const before = await accountBalances(shop);
    const rowBefore = await registerRow(shop, ben);
    const payout = await aPaidPayout(shop, "ben");
    const { id, amount, withheld, toBank } = payout;
    expect(withheld).toBeGreaterThan(0);
    const lineId = await storeBankCredit(shop, toBank);
    const paid = await accountBalances(shop);

    expect(await admin.payouts.returns({ lineId })).toMatchObject([{ lineId, id, amount: toBank }]);
    expect(await admin.payouts.returns({ id })).toMatchObject([{ lineId, id }]);
    await admin.payouts.return({ ...command(), id, lineId });

    expect(changesOf(paid, await accountBalances(shop))).toEqual({
      bank: toBank,
      commissionOwed: -amount,
      withholdingTax: withheld,
    });
    const wallet = await (await shop.as(ben)).wallet.mine();
    expect(wallet).toMatchObject({ balance: amount, payable: amount, canRequest: true });
    expect((await admin.payouts.list({ id })).rows[0]).toMatchObject({ state: "returned" });
    expect((await admin.payouts.log({ id })).map(({ what }) => what)).toContain("returned");
    expect(await admin.bankLines.list({ state: "ignored" })).toMatchObject({
      rows: expect.arrayContaining([
        expect.objectContaining({ id: lineId, kind: "payout-returned" }),
      ]),
    });

    const row = await registerRow(shop, ben);
    expect(row).toMatchObject({
      paid: rowBefore?.paid ?? 0,
      withheld: rowBefore?.withheld ?? 0,
      closing: amount,
    });
    const { months } = await admin.statements.months({ memberId: ben });
    expect(months.at(-1)).toMatchObject({
      cash: 0,
      withheld: 0,
      closing: { balance: amount, paid: 0 },
    });
    const calendar = await getCalendar(readOnly(shop.deps.db), "za");
    const statement = await getStatement(readOnly(shop.deps.db), calendar, {
      memberId: ben,
      month,
    });
    expect(statement.movements.at(-1)).toMatchObject({
      type: "PayoutReturned",
      cash: -toBank,
      withheld: -withheld,
    });
    const bank = await admin.books.bankReconciliation({ asOf: null });
    expect(bank.lines.rows.map((line) => line.id)).not.toContain(lineId);
    expect(bank.entries.rows.map((entry) => entry.event)).not.toContain("PayoutReturned");

    const mails = await shop.deps.db
      .selectFrom("message")
      .select("user_id")
      .where("kind", "=", "payout-returned")
      .execute();
    expect(mails).toEqual([{ user_id: ben }]);

    const again = await (await shop.as(ben)).wallet.requestPayout(command());
    const { payoutId: second } = again;
    await admin.payouts.markAsPaid({ ...command(), id: second, paidOn: shopDay() });
    expect(await (await shop.as(ben)).wallet.mine()).toMatchObject({ balance: 0 });
    const after = changesOf(before, await accountBalances(shop));
    expect(after).toMatchObject({ withholdingTax: -withheld });
    await setRate(shop, 0);
  });

  test("is returned once, by one transaction of its amount that is not older than it", async ({
    ready: shop,
  }) => {
    const { admin } = await office(shop);
    const { id, toBank } = await aPaidPayout(shop, "anna");
    const other = await storeBankCredit(shop, toBank + 1);
    const older = await storeBankCredit(shop, toBank, addDays(shopDay(), -1));
    for (const lineId of [other, older])
      await expect(admin.payouts.return({ ...command(), id, lineId })).rejects.toEqual(
        refusedAs("payout.other-return"),
      );
    const lines = [await storeBankCredit(shop, toBank), await storeBankCredit(shop, toBank)];
    const said = await Promise.allSettled(
      lines.map((lineId) => admin.payouts.return({ ...command(), id, lineId })),
    );
    expect(said.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(admin.payouts.return({ ...command(), id, lineId: lines[1] ?? 0 })).rejects.toEqual(
      refusedAs("payout.returned"),
    );
    await expect(admin.payouts.correct({ ...command(), id, paidOn: shopDay() })).rejects.toEqual(
      refusedAs("payout.returned"),
    );

    const used = lines[said.findIndex(({ status }) => status === "fulfilled")] ?? 0;
    await expect(admin.bankLines.reopen({ ...command(), lineId: used })).rejects.toEqual(
      refusedAs("bankline.returned-payout"),
    );
    const next = await aPaidPayout(shop, "anna");
    expect(next.toBank).toBeGreaterThan(toBank);
    await expect(admin.payouts.return({ ...command(), id: next.id, lineId: used })).rejects.toEqual(
      refusedAs("payout.other-return"),
    );
  });

  test("takes a used transaction for no second payout of the same amount", async ({
    ready: shop,
  }) => {
    const { admin } = await office(shop);
    const one = await aPaidPayout(shop, "cara");
    const lineId = await storeBankCredit(shop, one.toBank);
    await admin.payouts.return({ ...command(), id: one.id, lineId });
    const { payoutId: second } = await (await shop.as(shop.people.cara)).wallet.requestPayout(
      command(),
    );
    await admin.payouts.markAsPaid({ ...command(), id: second, paidOn: shopDay() });
    await expect(admin.payouts.return({ ...command(), id: second, lineId })).rejects.toEqual(
      refusedAs("bankline.decided"),
    );
    expect(await (await shop.as(shop.people.cara)).wallet.mine()).toMatchObject({ balance: 0 });
  });

  // shows T409
  test("is recorded above the limit by another admin than who uploaded the transaction", async ({
    ready: shop,
  }) => {
    const { admin, dev } = await office(shop);
    const { id, toBank } = await aPaidPayout(shop, "cara");
    const lineId = await storeBankCredit(shop, toBank);
    await setPayoutLimit(shop, toBank - 1);
    await expect(admin.payouts.return({ ...command(), id, lineId })).rejects.toEqual(
      refusedAs("bankline.own-upload"),
    );
    await dev.payouts.return({ ...command(), id, lineId });
    await setPayoutLimit(shop, null);
  });

  // shows T415
  test("is not recorded by whoever is close to the uploader, nor alone while the others are locked", async ({
    ready: shop,
  }) => {
    const { admin } = await office(shop);
    const { id, toBank } = await aPaidPayout(shop, "cara");
    const lineId = await storeBankCredit(shop, toBank);
    const record = (by: typeof admin) => by.payouts.return({ ...command(), id, lineId });
    await setPayoutLimit(shop, toBank - 1);
    const { email } = await shop.deps.db
      .selectFrom("account")
      .select("email")
      .where("id", "=", shop.people.admin)
      .executeTakeFirstOrThrow();
    const second = await anAdmin(shop, { email: email.replace("@", "+second@") });
    const close = await shop.as(second.id, { session: aConfirmedSession() });
    await expect(record(close)).rejects.toEqual(refusedAs("bankline.own-upload"));
    await setAccount(shop, shop.people.dev, { locked_at: new Date().toISOString() });
    await expect(record(admin)).rejects.toEqual(refusedAs("bankline.own-upload"));
    await expect(record(close)).rejects.toEqual(refusedAs("bankline.own-upload"));
    await setAccount(shop, shop.people.dev, { locked_at: null });

    // Nobody independent is left: whoever was invited and never registered does not count.
    await setAccount(shop, second.id, { active: false });
    await setAccount(shop, shop.people.dev, { password_hash: null });
    await record(admin);
    await setAccount(shop, shop.people.dev, { password_hash: "x" });
    await setPayoutLimit(shop, null);
  });

  // shows T415
  test("is not recorded by an admin whose sign-in details were just replaced", async ({
    ready: shop,
  }) => {
    const { dev } = await office(shop);
    const { id, toBank } = await aPaidPayout(shop, "cara");
    const lineId = await storeBankCredit(shop, toBank);
    await setPayoutLimit(shop, toBank - 1);
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
    await setAccount(shop, shop.people.dev, { held_until: inAnHour });
    const record = () => dev.payouts.return({ ...command(), id, lineId });
    await expect(record()).rejects.toEqual(refusedAs("bankline.own-upload"));
    await setAccount(shop, shop.people.dev, { held_until: null });
    await record();
    await setPayoutLimit(shop, null);
  });

  // shows T414
  test("is recorded by another admin too where only the sum of own uploads is above the limit", async ({
    ready: shop,
  }) => {
    const { dev } = await office(shop);
    const { id: adminId } = await anAdmin(shop);
    const admin = await shop.as(adminId);
    const uploadedBy = (by: number, lineId: number) =>
      asOwner(shop.deps.db, (tx) =>
        tx.updateTable("bank_line").set({ uploaded_by: by }).where("id", "=", lineId).execute(),
      );
    const aReturn = async (name: "ben" | "cara" | "anna", by = adminId) => {
      const { id, toBank } = await aPaidPayout(shop, name);
      const lineId = await storeBankCredit(shop, toBank);
      await uploadedBy(by, lineId);
      return { ...command(), id, lineId, toBank };
    };
    const give = (as: typeof admin, { toBank: _, ...asked }: Awaited<ReturnType<typeof aReturn>>) =>
      as.payouts.return(asked);
    const [first, second, others] = [
      await aReturn("ben"),
      await aReturn("cara"),
      await aReturn("anna", shop.people.admin),
    ];
    await setPayoutLimit(shop, Math.max(first.toBank, second.toBank));
    // What a colleague uploaded is in no sum.
    await give(admin, others);
    const said = await Promise.allSettled([give(admin, first), give(admin, second)]);
    expect(said.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const refused = said[0]?.status === "rejected" ? first : second;
    await expect(give(admin, refused)).rejects.toEqual(refusedAs("bankline.own-upload"));
    await give(dev, refused);

    // A day later only what went to the same member counts, for 30 days.
    const used = refused === first ? second : first;
    await setPayoutLimit(shop, null);
    const [again, another] = [
      await aReturn(used === first ? "ben" : "cara"),
      await aReturn(used === first ? "cara" : "ben"),
    ];
    await setPayoutLimit(shop, Math.max(another.toBank, used.toBank));
    await expect(give(admin, another)).rejects.toEqual(refusedAs("bankline.own-upload"));
    await daysPass(shop, used.lineId, 2);
    await give(admin, another);
    await daysPass(shop, another.lineId, 2);
    await setPayoutLimit(shop, Math.max(again.toBank, used.toBank));
    await expect(give(admin, again)).rejects.toEqual(refusedAs("bankline.own-upload"));
    await daysPass(shop, used.lineId, 30);
    await give(admin, again);
    await setPayoutLimit(shop, null);
  });

  // shows T409
  test("is not recorded by a copy of a transaction that was used", async ({ ready: shop }) => {
    const { admin } = await office(shop);
    const { id, toBank } = await aPaidPayout(shop, "cara");
    const [original, copy] = [
      await storeBankCredit(shop, toBank),
      await storeBankCredit(shop, toBank),
    ];
    await asOwner(shop.deps.db, (tx) =>
      tx.updateTable("bank_line").set({ repeats: original }).where("id", "=", copy).execute(),
    );
    await admin.bankLines.ignore({
      ...command(),
      lineId: original,
      kind: "own-transfer",
      reason: "Between our own accounts",
    });
    await expect(admin.payouts.return({ ...command(), id, lineId: copy })).rejects.toEqual(
      refusedAs("bankline.copy"),
    );
  });

  test("has a credit note for the tax invoice that we wrote", async ({ ready: shop }) => {
    const { admin } = await office(shop);
    const { skye } = shop.people;
    const vat = { kind: "za-tax", number: "0001339050", vatNumber: "4123456789" } as const;
    await (await shop.as(skye)).taxDetails.save(vat);
    const agreement = { agreedOn: shopDay(), name: "Skye", address: "1 Road" };
    await admin.taxDetails.saveSelfBilling({ ...command(), userId: skye, ...agreement });
    const { id, toBank } = await aPaidPayout(shop, "skye");
    await admin.payouts.return({ ...command(), id, lineId: await storeBankCredit(shop, toBank) });
    expect((await admin.payouts.list({ id })).rows[0]).toMatchObject({
      hasTaxInvoice: true,
      isInvoiceCredited: true,
    });
    const { data } = await shop.deps.db
      .selectFrom("ledger_events")
      .select("data")
      .where("type", "=", "SelfBilledInvoiceCredited")
      .where(sql<boolean>`data ->> 'payoutId' = ${id}`)
      .executeTakeFirstOrThrow();
    expect(data).toMatchObject({ reason: "payout-returned" });
    // It was her only payment, and is in the register although nothing of it is paid any more.
    const today = { from: shopDay(), to: shopDay() };
    const register = await admin.books.selfBilled({ ...today, page: 1, pageSize: 10 });
    expect(register).toMatchObject({
      rows: [
        { kind: "invoice", payoutId: id },
        { kind: "credit-note", payoutId: id },
      ],
      sums: { gross: 0, vat: 0 },
    });
  });
});
