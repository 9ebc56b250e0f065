import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { shareOf } from "@portal/shared/platform/money.ts";
import { office, refusedAs } from "../../testing/proposals-test.ts";
import { shopDay } from "../../testing/shop-day.ts";
import {
  aGuestOrder,
  payByBank,
  test as shopTest,
  type TestShop,
} from "../../testing/shop-test.ts";
import { aWaitingPayout, setOwnAccount, setPayoutLimit } from "../../testing/waiting-payouts.ts";
import { balanceOf } from "../books/book-entry.rules.ts";

/** Nothing is open, and no tax is withheld, whatever the previous test left. */
const test = shopTest.extend("ready", async ({ shop }): Promise<TestShop> => {
  await setOwnAccount(shop);
  await setPayoutLimit(shop, null);
  const { admin } = await office(shop);
  for (const { id } of (await admin.payoutBatches.list({ state: "open" })).rows)
    await admin.payoutBatches.cancel({ batchId: id });
  for (const { id } of (await admin.payouts.list({ state: "requested" })).rows)
    await admin.payouts.reject({ commandId: randomUUID(), id, reason: null });
  await setRate(shop, 0);
  return shop;
});

const command = () => ({ commandId: randomUUID() });
const fnb = { layout: "fnb", payOn: "2026-02-02" } as const;

/** The rate of all members, with the confirmation of a second admin where it is lowered. */
async function setRate(shop: TestShop, bps: number): Promise<void> {
  const { admin, dev } = await office(shop);
  const { payouts } = await admin.settings.get();
  const { proposalId: id } = await admin.settings.save({
    section: "payouts",
    ...payouts,
    withholdingBps: bps,
  });
  if (id !== null) await dev.proposals.confirm({ id });
}

async function payoutOf(shop: TestShop, id: string) {
  const { admin } = await office(shop);
  return (await admin.payouts.list({ id })).rows[0];
}

async function balancesOf(shop: TestShop) {
  const { admin } = await office(shop);
  const { balances } = await admin.books.trialBalance({ asOf: null, knownOn: null });
  const accounts = balances.flatMap((balance) => balance.accounts);
  const of = (name: string) => balanceOf(accounts.filter(({ key }) => key === name));
  return { bank: of("bank"), withholdingTax: of("withholdingTax"), owed: of("commissionOwed") };
}

describe("tax withheld of a payout", () => {
  // shows T307
  test("is shown before the request, and what is left goes to the bank", async ({
    ready: shop,
  }) => {
    await setRate(shop, 2500);
    const { admin } = await office(shop);
    const before = await balancesOf(shop);
    const { id, amount, userId } = await aWaitingPayout(shop, "ben");
    const tax = shareOf(amount, 2500);
    const ben = await shop.as(userId);
    expect((await ben.wallet.mine()).openPayout).toMatchObject({ amount, withheld: tax });

    // What was asked for keeps its tax.
    await setRate(shop, 5000);
    expect(await payoutOf(shop, id)).toMatchObject({ amount, withheld: tax });

    const { batchId, total } = await admin.payoutBatches.make({ ids: [id], ...fnb });
    expect(total).toBe(amount - tax);
    const { text } = await admin.payoutBatches.file({ batchId });
    expect(text).toContain(`,${((amount - tax) / 100).toFixed(2)},`);
    expect(text).not.toContain(`,${(amount / 100).toFixed(2)},`);
    expect(await admin.payoutBatches.byId({ batchId })).toMatchObject({
      total: amount - tax,
      items: [{ amount: amount - tax, withheld: tax }],
    });
    await admin.payoutBatches.pay({ batchId, paidOn: shopDay() });

    const after = await balancesOf(shop);
    expect(after.withholdingTax - before.withholdingTax).toBe(0 - tax);
    expect((await ben.wallet.payouts({ page: 1, pageSize: 5 })).rows[0]).toMatchObject({
      state: "paid",
      amount,
      withheld: tax,
    });
    const month = shopDay().slice(0, 7);
    const { movements } = await ben.wallet.statement({ month });
    expect(movements.at(-1)).toMatchObject({ cash: amount - tax, withheld: tax });
    const { months } = await admin.statements.months({ memberId: userId });
    expect(months[0]).toMatchObject({ month });
    expect(months[0]?.withheld).toBeGreaterThanOrEqual(tax);
    const { rows } = await admin.statements.register({ month, search: String(userId) });
    expect(rows).toMatchObject([{ userId, paid: amount, withheld: tax }]);
  });

  // shows T307
  test("is in the editor of requests, which cannot change it", async ({ ready: shop }) => {
    await setRate(shop, 2500);
    const { id, amount, userId } = await aWaitingPayout(shop, "cara");
    const tax = shareOf(amount, 2500);
    const dev = await shop.as(shop.people.dev);
    const { text } = await dev.payouts.requestsOf({ userId });
    expect(JSON.parse(text)).toMatchObject({ requests: [{ id, withheld: tax }] });
    const plan = (changed: string) =>
      dev.payouts.planRequests({ userId, before: text, text: changed });
    await expect(plan(text.replace(`"withheld": ${tax}`, '"withheld": 0'))).rejects.toEqual(
      refusedAs("payout.wrong-requests"),
    );
    await setRate(shop, 5000);
    const order = await aGuestOrder(shop, "CARA");
    await payByBank(shop, order.uuid, order.total);
    const { corrections } = await plan(text.replace(/"through": \d+/, '"through": "now"'));
    expect(corrections).toMatchObject([
      { what: "reject" },
      { what: "request", requested: 2 * amount, withheld: shareOf(2 * amount, 5000) },
    ]);
  });

  test("tells the member what comes and what is withheld", async ({ ready: shop }) => {
    await setRate(shop, 2500);
    const order = await aGuestOrder(shop, "ANNA");
    await payByBank(shop, order.uuid, order.total);
    const anna = await shop.as(shop.people.anna);
    const { payable, withheld, withholdingBps, unpaid, credit } = await anna.wallet.mine();
    expect(withholdingBps).toBe(2500);
    expect(withheld).toBe(Math.min(payable, shareOf(unpaid, 2500)));
    expect(payable).toBe(unpaid - credit);
  });

  // shows T308
  test("is refused to be other than the page showed", async ({ ready: shop }) => {
    const order = await aGuestOrder(shop, "CARA");
    await payByBank(shop, order.uuid, order.total);
    const cara = await shop.as(shop.people.cara);
    if (!(await cara.bankDetails.get())) await aWaitingPayout(shop, "cara");
    const { admin } = await office(shop);
    for (const { id } of (await admin.payouts.list({ state: "requested" })).rows)
      await admin.payouts.reject({ ...command(), id, reason: null });
    await setRate(shop, 1000);
    await expect(cara.wallet.requestPayout({ ...command(), withholdingBps: 0 })).rejects.toEqual(
      refusedAs("payout.rate-changed"),
    );
    await cara.wallet.requestPayout({ ...command(), withholdingBps: 1000 });
    const { openPayout } = await cara.wallet.mine();
    expect(openPayout?.withheld).toBe(shareOf(openPayout?.commission ?? 0, 1000));
  });

  // shows T308
  test("is of one rate where the rate changes at that moment", async ({ ready: shop }) => {
    const { id } = await aWaitingPayout(shop, "skye");
    const { admin } = await office(shop);
    await admin.payouts.reject({ ...command(), id, reason: null });
    const skye = await shop.as(shop.people.skye);
    const answers = await Promise.allSettled([
      skye.wallet.requestPayout(command()),
      setRate(shop, 3333),
      skye.wallet.requestPayout(command()),
      skye.wallet.requestPayout(command()),
    ]);
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    const { openPayout } = await skye.wallet.mine();
    expect([0, shareOf(openPayout?.commission ?? 0, 3333)]).toContain(openPayout?.withheld);
  });

  test("may be all of it: then there is nothing for a bank file, and it is marked as paid", async ({
    ready: shop,
  }) => {
    await setRate(shop, 10_000);
    const { admin } = await office(shop);
    const { id, amount } = await aWaitingPayout(shop, "anna");
    const before = await balancesOf(shop);
    await expect(admin.payoutBatches.make({ ids: [id], ...fnb })).rejects.toEqual(
      refusedAs("payout.nothing-to-transfer"),
    );
    await admin.payouts.markAsPaid({ ...command(), id, paidOn: shopDay() });
    expect(await balancesOf(shop)).toEqual({
      bank: before.bank,
      withholdingTax: before.withholdingTax - amount,
      owed: before.owed + amount,
    });
  });

  // shows T309
  test("does not take a payout below the limit of two people", async ({ ready: shop }) => {
    await setRate(shop, 5000);
    const { admin } = await office(shop);
    const { id, amount } = await aWaitingPayout(shop, "ben");
    await setPayoutLimit(shop, amount - 1);
    await expect(admin.payouts.markAsPaid({ ...command(), id, paidOn: shopDay() })).rejects.toEqual(
      refusedAs("payout.second-person"),
    );
  });
});

describe("the rate of tax", () => {
  // shows T309
  test("is raised by one admin and lowered by two, and each change is audited", async ({
    ready: shop,
  }) => {
    const { admin, dev } = await office(shop);
    const { ben } = shop.people;
    const rates = () => admin.withholding.rates({ userId: ben });
    const save = (bps: number | null) =>
      admin.withholding.saveRate({ ...command(), userId: ben, bps });
    await setRate(shop, 2000);
    expect(await rates()).toMatchObject({ ofAll: 2000, own: null, inForce: 2000 });
    expect(await save(2500)).toEqual({ proposalId: null });
    expect(await rates()).toMatchObject({ ofAll: 2000, own: 2500, inForce: 2500 });

    const { proposalId: id } = await save(null);
    expect(await rates()).toMatchObject({ ofAll: 2000, own: 2500, inForce: 2500 });
    if (id === null) throw new Error("nobody was asked");
    await dev.proposals.confirm({ id });
    expect(await rates()).toMatchObject({ ofAll: 2000, own: null, inForce: 2000 });

    const { payouts } = await admin.settings.get();
    const { proposalId } = await admin.settings.save({
      section: "payouts",
      ...payouts,
      withholdingBps: 1999,
      payoutMinimum: 5,
    });
    expect(proposalId).not.toBeNull();
    expect((await admin.settings.get()).payouts).toMatchObject({
      withholdingBps: 2000,
      payoutMinimum: 5,
    });
    const audit = await shop.deps.db
      .selectFrom("audit_entry")
      .select("details")
      .where("action", "=", "withholding.saved")
      .where("subject_id", "=", ben)
      .orderBy("id")
      .execute();
    expect(audit.map(({ details }) => details)).toEqual([
      { changed: { withholdingBps: [null, 2500] } },
      { changed: { withholdingBps: [2500, null] } },
    ]);
    await admin.settings.save({ section: "payouts", ...payouts });
  });

  // shows T371
  test("of one person is not frozen by one admin at what all have, before theirs is raised", async ({
    ready: shop,
  }) => {
    const { admin, dev } = await office(shop);
    await setRate(shop, 1500);
    const person = { userId: shop.people.cara, bps: 1500 };
    const { proposalId: id } = await admin.withholding.saveRate({ ...command(), ...person });
    if (id === null) throw new Error("nobody was asked");
    await setRate(shop, 2500);
    expect(await admin.withholding.rates({ userId: person.userId })).toMatchObject({
      ofAll: 2500,
      own: null,
    });
    await dev.proposals.decline({ id });
  });

  // shows T378
  test("of one person, entered by one admin, is overtaken by that of all; one of two stays", async ({
    ready: shop,
  }) => {
    const { admin, dev } = await office(shop);
    const { cara: userId } = shop.people;
    const cara = await shop.as(userId);
    const rates = () => admin.withholding.rates({ userId });
    const save = (bps: number | null) => admin.withholding.saveRate({ ...command(), userId, bps });
    await setRate(shop, 1500);
    expect(await save(1501)).toEqual({ proposalId: null });
    await setRate(shop, 2500);
    expect(await rates()).toMatchObject({ own: 1501, inForce: 2500 });
    expect((await cara.wallet.mine()).withholdingBps).toBe(2500);
    // Their own rate again would let out more.
    const { proposalId } = await save(1501);
    if (proposalId === null) throw new Error("nobody was asked");
    await dev.proposals.confirm({ id: proposalId });
    expect(await rates()).toMatchObject({ own: 1501, inForce: 1501 });
    expect((await cara.wallet.mine()).withholdingBps).toBe(1501);
    await setRate(shop, 3000);
    expect(await rates()).toMatchObject({ own: 1501, inForce: 1501, isDecided: true });
    // The screen of the rate of all says who stays below it.
    const { lowerRates } = await admin.settings.get();
    expect(lowerRates).toEqual([{ name: expect.stringContaining("Cara"), bps: 1501 }]);
    // Higher than that is one admin's again.
    expect(await save(3100)).toEqual({ proposalId: null });
    await setRate(shop, 3200);
    expect((await cara.wallet.mine()).withholdingBps).toBe(3200);
    expect(await save(null)).toEqual({ proposalId: null });
  });

  test.for([-1, 10_001, 2.5, Number.NaN, Number.MAX_SAFE_INTEGER])(
    "is never %d",
    async (bps, { ready: shop }) => {
      const { admin } = await office(shop);
      const { ben } = shop.people;
      await expect(
        admin.withholding.saveRate({ ...command(), userId: ben, bps }),
      ).rejects.toMatchObject({ code: "BAD_REQUEST" });
      const { payouts } = await admin.settings.get();
      await expect(
        admin.settings.save({ section: "payouts", ...payouts, withholdingBps: bps }),
      ).rejects.toMatchObject({ code: "BAD_REQUEST" });
    },
  );

  test("is of members who earn alone", async ({ ready: shop }) => {
    const { admin } = await office(shop);
    for (const userId of [shop.people.admin, shop.people.kim, shop.people.sam, 999_999])
      await expect(admin.withholding.saveRate({ ...command(), userId, bps: 1 })).rejects.toEqual(
        refusedAs("account.unknown"),
      );
  });
});
