import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { connectPool, patient, portalRole } from "../../platform/db/connect.ts";
import { readOnly } from "../../platform/db/database.ts";
import { compareProjections } from "../../projections/compare/compare-projections.ts";
import { accountBalances, changesOf } from "../../testing/account-balances.ts";
import { asOwner } from "../../testing/as-owner.ts";
import { anAdmin, office, refusedAs } from "../../testing/proposals-test.ts";
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
  await asOwner(shop.deps.db, (tx) =>
    tx.updateTable("shop_setting").set({ withholding_bps: 2500 }).execute(),
  );
  return shop;
});

type Name = "anna" | "ben" | "cara" | "skye";

async function aPaidPayout(shop: TestShop, name: Name) {
  const { admin } = await office(shop);
  const payout = await aWaitingPayout(shop, name);
  const withheld = (await admin.payouts.list({ id: payout.id })).rows[0]?.withheld ?? 0;
  await admin.payouts.markAsPaid({ ...command(), id: payout.id, paidOn: shopDay() });
  return { ...payout, withheld, toBank: payout.amount - withheld };
}

async function aReturnedPayout(shop: TestShop, name: Name) {
  const { admin } = await office(shop);
  const payout = await aPaidPayout(shop, name);
  const lineId = await storeBankCredit(shop, payout.toBank);
  await admin.payouts.return({ ...command(), id: payout.id, lineId });
  return { ...payout, lineId };
}

/** The member requests what is in the wallet, and the office pays it. */
async function payWallet(shop: TestShop, userId: number): Promise<number> {
  const { admin } = await office(shop);
  const { payoutId: id } = await (await shop.as(userId)).wallet.requestPayout(command());
  const [row] = (await admin.payouts.list({ id })).rows;
  await admin.payouts.markAsPaid({ ...command(), id, paidOn: shopDay() });
  return row?.amount ?? 0;
}

const mailsOf = async (shop: TestShop, kind: "payout-returned" | "payout-return-undone") =>
  (
    await shop.deps.db
      .selectFrom("message")
      .select("user_id")
      .where("kind", "=", kind)
      .orderBy("id")
      .execute()
  ).map((mail) => mail.user_id);

const lineOf = async (shop: TestShop, id: number) =>
  shop.deps.db
    .selectFrom("bank_line")
    .select(["state", "kind", "freed_by as freedBy"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

/** What one admin undid before does not count, as if it was long ago. */
async function forgetUndone(shop: TestShop): Promise<void> {
  await asOwner(shop.deps.db, async (tx) => {
    await sql`alter table ledger.events_0 disable trigger append_only`.execute(tx);
    await sql`update ledger.events_0 set recorded_at = recorded_at - make_interval(days => 31)
      where type in ('PayoutReturnUndone', 'PayoutReturned')`.execute(tx);
    await sql`alter table ledger.events_0 enable always trigger append_only`.execute(tx);
  });
}

describe("the return of a payout that is undone", () => {
  // shows T435
  test("is as if it had never been, in wallet, books, register, statement and bank, and the transaction is free", async ({
    ready: shop,
  }) => {
    const { admin } = await office(shop);
    const { ben, admin: adminId } = shop.people;
    const { id, amount, withheld, toBank } = await aPaidPayout(shop, "ben");
    const before = await accountBalances(shop);
    const walletBefore = await (await shop.as(ben)).wallet.mine();
    const registerRow = async () =>
      (await admin.statements.register({ month })).rows.find(({ userId }) => userId === ben);
    const rowBefore = await registerRow();
    const lineId = await storeBankCredit(shop, toBank);
    await admin.payouts.return({ ...command(), id, lineId });
    expect(await admin.wallet.moneyBack({ lineId })).toMatchObject({ userId: ben, payoutId: id });

    const undo = { ...command(), id };
    expect(await admin.payouts.undoReturn(undo)).toEqual({ id, state: "paid", proposalId: null });
    expect(await admin.payouts.undoReturn(undo), "sent again").toMatchObject({ state: "paid" });
    expect(changesOf(before, await accountBalances(shop))).toEqual({});
    expect(await (await shop.as(ben)).wallet.mine()).toEqual(walletBefore);
    expect(await registerRow()).toEqual(rowBefore);
    expect((await admin.payouts.list({ id })).rows[0]).toMatchObject({ state: "paid" });
    expect((await admin.payouts.log({ id })).map(({ what }) => what)).toContain("return-undone");
    const calendar = await getCalendar(readOnly(shop.deps.db), "za");
    const of = { memberId: ben, month };
    const { movements } = await getStatement(readOnly(shop.deps.db), calendar, of);
    expect(movements.slice(-2)).toMatchObject([
      { type: "PayoutReturned", paid: -amount, cash: -toBank, withheld: -withheld },
      { type: "PayoutReturnUndone", paid: amount, cash: toBank, withheld },
    ]);
    expect(await lineOf(shop, lineId)).toEqual({ state: "open", kind: null, freedBy: [adminId] });
    const bank = await admin.books.bankReconciliation({ asOf: null });
    const events = bank.entries.rows.map(({ event }) => event);
    expect(events).not.toContain("PayoutReturned");
    expect(events).not.toContain("PayoutReturnUndone");
    expect(bank.lines.rows).toMatchObject([{ id: lineId, reason: "unexplained" }]);
    expect(await mailsOf(shop, "payout-return-undone")).toEqual([ben]);
    await expect(admin.payouts.undoReturn({ ...command(), id })).rejects.toEqual(
      refusedAs("payout.not-returned"),
    );

    // It may come back all the same: by the same transaction or another, and the member hears of it again.
    await admin.payouts.return({ ...command(), id, lineId });
    expect(await lineOf(shop, lineId)).toMatchObject({ state: "ignored", kind: "payout-returned" });
    expect(await mailsOf(shop, "payout-returned")).toEqual([ben, ben]);
    await admin.payouts.undoReturn({ ...command(), id });
    await admin.bankLines.ignore({ ...command(), lineId, kind: "other", reason: "Not ours" });
  });

  // shows T435
  test("leaves a member who was paid again owing that, and the next commission makes up for it", async ({
    ready: shop,
    ownerUrl,
  }) => {
    const { admin } = await office(shop);
    const { cara } = shop.people;
    const { id, amount } = await aReturnedPayout(shop, "cara");
    const again = await payWallet(shop, cara);
    await admin.payouts.undoReturn({ ...command(), id });
    expect(await (await shop.as(cara)).wallet.mine()).toMatchObject({ balance: -again });
    expect(await admin.wallet.owing()).toMatchObject([{ userId: cara, owed: again }]);
    const owing = await aReturnedPayout(shop, "skye");
    const { payoutId: open } = await (await shop.as(owing.userId)).wallet.requestPayout(command());
    await admin.payouts.undoReturn({ ...command(), id: owing.id });
    // As after a refund, whoever pays the request is warned.
    expect((await admin.payouts.list({ id: open })).rows[0]?.preflight).toContainEqual({
      check: "reversal",
      severity: "warning",
      figure: owing.amount,
    });
    await admin.payouts.reject({ ...command(), id: open, reason: "Paid before" });
    expect(await (await shop.as(owing.userId)).wallet.mine()).toMatchObject({ balance: 0 });
    // The next commission makes up for it.
    const order = await aGuestOrder(shop, "CARA");
    await payByBank(shop, order.uuid, order.total);
    expect(await (await shop.as(cara)).wallet.mine()).toMatchObject({ balance: amount - again });
    const pool = connectPool(ownerUrl, { ...patient, role: portalRole, poolSize: 2 });
    expect(await compareProjections(pool)).toMatchObject({ isSound: true, conservation: [] });
    await pool.end();
  });

  test("is undone once, of what the bank returned, and never by whose payout it is", async ({
    ready: shop,
  }) => {
    const { admin, dev } = await office(shop);
    const { id, lineId } = await aReturnedPayout(shop, "anna");
    const said = await Promise.allSettled(
      [admin, dev].map((by) => by.payouts.undoReturn({ ...command(), id })),
    );
    expect(said.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await lineOf(shop, lineId)).freedBy).toHaveLength(1);
    await expect(admin.payouts.undoReturn({ ...command(), id: "no-such" })).rejects.toEqual(
      refusedAs("payout.unknown"),
    );
    const paid = await aPaidPayout(shop, "anna");
    await expect(admin.payouts.undoReturn({ ...command(), id: paid.id })).rejects.toEqual(
      refusedAs("payout.not-returned"),
    );
    await admin.payouts.return({
      ...command(),
      id: paid.id,
      lineId: await storeBankCredit(shop, paid.toBank),
    });
    const { id: another } = await anAdmin(shop);
    await asOwner(shop.deps.db, (tx) =>
      sql`update projection.payout_request set user_id = ${another} where payout_id = ${paid.id}`.execute(
        tx,
      ),
    );
    await expect(
      (await shop.as(another)).payouts.undoReturn({ ...command(), id: paid.id }),
    ).rejects.toEqual(refusedAs("payout.own-return"));
    await asOwner(shop.deps.db, (tx) =>
      sql`update projection.payout_request set user_id = ${paid.userId} where payout_id = ${paid.id}`.execute(
        tx,
      ),
    );
  });

  // shows T436
  test("needs a second admin above the limit, by the sum of what one undid, and is another return by then", async ({
    ready: shop,
  }) => {
    const { admin, dev } = await office(shop);
    await forgetUndone(shop);
    const [first, second] = [
      await aReturnedPayout(shop, "anna"),
      await aReturnedPayout(shop, "ben"),
    ];
    await setPayoutLimit(shop, Math.max(first.toBank, second.toBank));
    await admin.payouts.undoReturn({ ...command(), id: first.id });
    const asked = { ...command(), id: second.id };
    const proposed = await admin.payouts.undoReturn(asked);
    expect(proposed).toEqual({ id: second.id, state: "returned", proposalId: asked.commandId });
    expect(await lineOf(shop, second.lineId)).toMatchObject({ state: "ignored", freedBy: [] });
    expect((await dev.proposals.list()).open).toMatchObject([
      {
        change: {
          kind: "undo-return",
          data: { payoutId: second.id, lineId: second.lineId, amount: second.amount },
        },
        people: [{ userId: shop.people.ben }],
      },
    ]);
    await expect(admin.proposals.confirm({ id: asked.commandId })).rejects.toEqual(
      refusedAs("proposal.own"),
    );
    await dev.proposals.confirm({ id: asked.commandId });
    expect((await admin.payouts.list({ id: second.id })).rows[0]).toMatchObject({ state: "paid" });
    expect(await lineOf(shop, second.lineId)).toMatchObject({ state: "open" });

    // A decision is of the return that was looked at.
    const lineId = await storeBankCredit(shop, second.toBank);
    await dev.payouts.return({ ...command(), id: second.id, lineId });
    const { proposalId } = await admin.payouts.undoReturn({ ...command(), id: second.id });
    await dev.payouts.undoReturn({ ...command(), id: second.id });
    await dev.payouts.return({ ...command(), id: second.id, lineId: second.lineId });
    await dev.proposals.confirm({ id: String(proposalId) });
    expect((await admin.payouts.list({ id: second.id })).rows[0]).toMatchObject({
      state: "returned",
    });
    await setPayoutLimit(shop, null);
  });

  // shows T436
  test("counts whoever undid it as who uploaded the transaction, and what was undone in the sum", async ({
    ready: shop,
  }) => {
    const { dev } = await office(shop);
    await forgetUndone(shop);
    const thief = await shop.as((await anAdmin(shop)).id);
    const { id, toBank, lineId } = await aReturnedPayout(shop, "anna");
    await setPayoutLimit(shop, toBank);
    // Of a colleague's upload and record: one transaction would pay two wallets.
    await thief.payouts.undoReturn({ ...command(), id });
    await thief.payouts.return({ ...command(), id, lineId });
    await expect(thief.payouts.undoReturn({ ...command(), id })).resolves.toMatchObject({
      state: "returned",
      proposalId: expect.any(String),
    });
    await dev.payouts.undoReturn({ ...command(), id });
    await expect(thief.payouts.return({ ...command(), id, lineId })).rejects.toEqual(
      refusedAs("bankline.own-upload"),
    );
    const other = await shop.as((await anAdmin(shop)).id);
    await other.payouts.return({ ...command(), id, lineId });
    await setPayoutLimit(shop, null);
  });
});
