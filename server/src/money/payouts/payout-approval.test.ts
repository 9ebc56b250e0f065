import { hash, randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { aConfirmedSession } from "../../testing/busy-shop.ts";
import { asOwner } from "../../testing/as-owner.ts";
import { office, refusedAs, stateOf, test } from "../../testing/proposals-test.ts";
import { shopDay } from "../../testing/shop-day.ts";
import type { TestShop } from "../../testing/shop-test.ts";
import { aWaitingPayout, setOwnAccount } from "../../testing/waiting-payouts.ts";

/** The member's new account is committed just after the admin approved what the page still showed. */
async function approvedMeanwhile(
  shop: TestShop,
  payout: Readonly<{ id: string; userId: number }>,
  account: Readonly<{ account_number: string } | { branch_code: string }>,
): Promise<string> {
  const { admin } = await office(shop);
  await asOwner(shop.deps.db, async (tx) => {
    await tx.updateTable("bank_detail").set(account).where("user_id", "=", payout.userId).execute();
    await admin.payouts.approve({ id: payout.id });
  });
  const { open } = await admin.proposals.list();
  const found = open.find(
    ({ change }) => change.kind === "payout" && change.data.payoutId === payout.id,
  );
  return String(found?.id);
}

const paying = (id: string) => ({ commandId: randomUUID(), id, paidOn: shopDay() });

describe("the approval of a payout", () => {
  // shows T342
  test("is for the bank account of then: with another it has to be given again", async ({
    limited: shop,
  }) => {
    const { id, userId } = await aWaitingPayout(shop, "cara");
    const admin = await shop.as(shop.people.admin);
    const dev = await shop.as(shop.people.dev);
    await admin.payouts.approve({ id });
    const find = async (state: "open" | "decided") =>
      (await admin.proposals.list())[state].find(
        ({ change }) => change.kind === "payout" && change.data.payoutId === id,
      );
    await dev.proposals.confirm({ id: String((await find("open"))?.id) });
    const other = await aWaitingPayout(shop, "ben");
    await admin.payouts.approve({ id: other.id });

    const cara = await shop.as(userId, { session: aConfirmedSession() });
    const account = {
      bankName: "FNB",
      accountName: "A Person",
      chequeOrSavings: "Savings",
    } as const;
    await cara.bankDetails.save({ ...account, accountNumber: "", notes: "after five" });
    expect(await find("decided")).toMatchObject({ state: "confirmed" });
    await cara.bankDetails.save({ ...account, accountNumber: "62005556667" });
    expect(await find("decided")).toMatchObject({
      state: "void",
      failure: "payout.details-changed",
    });
    // That of another member stands.
    const { open } = await admin.proposals.list();
    expect(open.map(({ change }) => change.data)).toMatchObject([{ payoutId: other.id }]);
    for (const each of [admin, dev])
      await expect(each.payouts.markAsPaid({ ...paying(id), confirmHold: true })).rejects.toEqual(
        refusedAs("payout.second-person"),
      );
    await admin.payouts.approve({ id });
    expect(await dev.payouts.markAsPaid({ ...paying(id), confirmHold: true })).toMatchObject({
      state: "paid",
    });
  });

  // shows T358
  test("is void, and says why, when it is confirmed for another account than it was proposed for", async ({
    limited: shop,
  }) => {
    const { admin, dev } = await office(shop);
    const payout = await aWaitingPayout(shop, "anna");
    const id = await approvedMeanwhile(shop, payout, { account_number: "62005556667" });
    expect(await dev.proposals.confirm({ id })).toEqual({ id, failure: "payout.details-changed" });
    const ended = { state: "void", failure: "payout.details-changed" };
    expect(await stateOf(shop, id)).toMatchObject({ ...ended, decided_by: null, words: null });
    // Whoever approved it may do so again at once, for the account of now.
    await admin.payouts.approve({ id: payout.id });
    expect(await dev.payouts.markAsPaid(paying(payout.id))).toMatchObject({ state: "paid" });
  });

  // shows T358
  test("is void when another admin pays: the same number at another branch is another account", async ({
    limited: shop,
  }) => {
    const { admin, dev } = await office(shop);
    const payout = await aWaitingPayout(shop, "skye");
    const id = await approvedMeanwhile(shop, payout, { branch_code: "198765" });
    for (const each of [admin, dev])
      await expect(each.payouts.markAsPaid(paying(payout.id))).rejects.toEqual(
        refusedAs(each === admin ? "payout.details-changed" : "payout.second-person"),
      );
    expect(await stateOf(shop, id)).toMatchObject({
      state: "void",
      failure: "payout.details-changed",
    });
    await admin.payouts.reject({ commandId: randomUUID(), id: payout.id, reason: null });
  });

  // shows T358
  test("puts no payout into the file of a batch for another account", async ({ limited: shop }) => {
    const { admin, dev } = await office(shop);
    const payout = await aWaitingPayout(shop, "skye");
    await setOwnAccount(shop);
    await approvedMeanwhile(shop, payout, { account_number: "62001234567" });
    const batch = { ids: [payout.id], payOn: "2026-02-02" };
    await expect(dev.payoutBatches.make({ ...batch, layout: "fnb" })).rejects.toEqual(
      refusedAs("payout.second-person"),
    );
    await admin.payouts.reject({ commandId: randomUUID(), id: payout.id, reason: null });
  });

  // shows T358
  test("keeps a digest of the account that nobody finds the number by, and none once it is used", async ({
    limited: shop,
  }) => {
    const { admin, dev } = await office(shop);
    const payout = await aWaitingPayout(shop, "cara");
    await admin.payouts.approve({ id: payout.id });
    const { open } = await admin.proposals.list();
    const id = String(open.at(-1)?.id);
    const { words } = await stateOf(shop, id);
    expect(words).toEqual({ accountDigest: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const { account } = await admin.bankDetails
      .getForAdmin({ userId: payout.userId })
      .then((details) => ({ account: details?.accountNumber ?? "" }));
    for (const guess of [account, JSON.stringify([account])])
      expect(words).not.toEqual({ accountDigest: hash("sha256", guess, "hex") });
    await dev.payouts.markAsPaid({ ...paying(payout.id), confirmHold: true });
    expect(await stateOf(shop, id)).toMatchObject({ state: "confirmed", words: null });
  });
});
