import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { asOwner } from "../../testing/as-owner.ts";
import {
  append,
  office,
  refusedAs,
  sendNotices,
  stateOf,
  test,
} from "../../testing/proposals-test.ts";
import { shopDay } from "../../testing/shop-day.ts";
import type { TestShop } from "../../testing/shop-test.ts";
import { aWaitingPayout, setOwnAccount, setPayoutLimit } from "../../testing/waiting-payouts.ts";

const fnb = { layout: "fnb", payOn: "2026-02-02" } as const;

/** A batch of payouts that are each below the limit and together above it. */
async function aBatchAboveLimit(shop: TestShop) {
  await setOwnAccount(shop);
  await setPayoutLimit(shop, null);
  const { admin, dev } = await office(shop);
  for (const { id } of (await admin.payoutBatches.list({ state: "open" })).rows)
    await admin.payoutBatches.cancel({ batchId: id });
  for (const { id } of (await admin.payouts.list({ state: "requested" })).rows)
    await admin.payouts.reject({ commandId: randomUUID(), id, reason: null });
  // The holds of earlier tests are over.
  await asOwner(shop.deps.db, (tx) =>
    tx.updateTable("bank_detail").set({ changed_at: null }).execute(),
  );
  const payouts = [
    await aWaitingPayout(shop, "anna"),
    await aWaitingPayout(shop, "ben"),
    await aWaitingPayout(shop, "cara"),
  ];
  const sum = payouts.reduce((total, { amount }) => total + amount, 0);
  await setPayoutLimit(shop, sum - 1);
  const made = await admin.payoutBatches.make({ ids: payouts.map(({ id }) => id), ...fnb });
  const decision = async () => {
    const { open } = await dev.proposals.list();
    const found = open.find(
      ({ change }) => change.kind === "batch" && change.data.batchId === made.batchId,
    );
    if (!found) throw new Error("nobody was asked");
    return found;
  };
  return { admin, dev, payouts, sum, made, batchId: made.batchId, decision };
}

/** The decision that each payment names, by the id of the payout. */
async function decisionsOf({ deps }: TestShop, payoutIds: readonly string[]) {
  const { rows } = await sql<{ id: string | null }>`
    select metadata ->> 'decisionId' as id from ledger_events
    where type = 'PayoutPaid' and data ->> 'payoutId' = any (${payoutIds})`.execute(deps.db);
  return rows.map(({ id }) => id);
}

describe("a batch above the limit", () => {
  // shows T262
  test("has no bank file and is not paid before another admin confirms it, and then each payout once", async ({
    limited: shop,
  }) => {
    const { admin, dev, payouts, sum, made, batchId, decision } = await aBatchAboveLimit(shop);
    expect(made).toMatchObject({ itemCount: 3, needsDecision: true });
    const pay = { batchId, paidOn: shopDay() };
    for (const attempt of [
      () => admin.payoutBatches.file({ batchId }),
      () => dev.payoutBatches.file({ batchId }),
      () => admin.payoutBatches.pay(pay),
    ])
      await expect(attempt()).rejects.toEqual(refusedAs("decision.needed"));
    const asked = await decision();
    expect(asked).toMatchObject({ change: { data: { batchId, total: sum } } });
    expect(asked.payees.map(({ amount }) => amount)).toEqual(payouts.map(({ amount }) => amount));
    await expect(admin.proposals.confirm({ id: asked.id })).rejects.toEqual(
      refusedAs("proposal.own"),
    );

    await dev.proposals.confirm({ id: asked.id });
    expect((await admin.payoutBatches.byId({ batchId })).decision).toBe("confirmed");
    expect((await admin.payoutBatches.file({ batchId })).text.length).toBeGreaterThan(0);
    await Promise.allSettled([admin.payoutBatches.pay(pay), dev.payoutBatches.pay(pay)]);
    expect(await admin.payoutBatches.byId({ batchId })).toMatchObject({ state: "paid" });
    expect(
      await decisionsOf(
        shop,
        payouts.map(({ id }) => id),
      ),
    ).toEqual([asked.id, asked.id, asked.id]);
  });

  // shows T262
  test("is not made smaller by approving its payouts oneself", async ({ limited: shop }) => {
    const { admin, dev, payouts, batchId, decision } = await aBatchAboveLimit(shop);
    const asked = await decision();
    await admin.proposals.withdraw({ id: asked.id });
    for (const { id } of payouts) await admin.payouts.approve({ id });
    await expect(admin.payoutBatches.file({ batchId })).rejects.toEqual(
      refusedAs("decision.needed"),
    );
    // Another admin is the second person for each of them.
    expect((await dev.payoutBatches.file({ batchId })).text.length).toBeGreaterThan(0);
    await admin.payoutBatches.cancel({ batchId });
  });

  // shows T262
  test("is asked about once, and in its emails without account numbers", async ({
    limited: shop,
  }) => {
    const { admin, batchId, sum, decision } = await aBatchAboveLimit(shop);
    const { id } = await decision();
    await expect(admin.payoutBatches.file({ batchId })).rejects.toEqual(
      refusedAs("decision.needed"),
    );
    expect((await decision()).id).toBe(id);
    const { mails } = await sendNotices(shop);
    const told = mails.filter(({ text }) => text.includes(`batch ${batchId}`));
    expect(told.length).toBeGreaterThan(0);
    for (const { text } of told) {
      expect(text).toContain((sum / 100).toFixed(2).slice(-6));
      expect(text).not.toMatch(/62001234567|62776765160|62487726287/);
    }
  });

  // shows T262
  test("asks nobody any more once it is cancelled", async ({ limited: shop }) => {
    const { admin, dev, batchId, decision } = await aBatchAboveLimit(shop);
    const { id } = await decision();
    await admin.payoutBatches.cancel({ batchId });
    await expect(dev.proposals.confirm({ id })).rejects.toEqual(refusedAs("proposal.settled"));
  });

  // shows T262
  test("lets nobody pay by its decision what it does not list, or another amount", async ({
    limited: shop,
    intruder,
  }) => {
    const { admin, dev, payouts, batchId, decision } = await aBatchAboveLimit(shop);
    const { id: decisionId } = await decision();
    await dev.proposals.confirm({ id: decisionId });
    const [{ id, amount, userId } = { id: "", amount: 0, userId: 0 }] = payouts;
    const paid = { payoutId: id, userId, amount, paidOn: shopDay(), reference: "" };
    const pays = (data: object) =>
      append(intruder, `wallet-${userId}`, "PayoutPaid", data, { decisionId });
    const refused = /a decision that was not used for it/;
    // Confirmed, and used by no payment yet.
    await expect(pays(paid)).rejects.toThrow(refused);
    await admin.payoutBatches.pay({ batchId, paidOn: shopDay() });
    await expect(pays({ ...paid, amount: amount + 1 })).rejects.toThrow(refused);
    await expect(pays({ ...paid, payoutId: randomUUID() })).rejects.toThrow(refused);
  });

  // shows T262
  test("that was confirmed is void once bank details of it change", async ({ limited: shop }) => {
    const { admin, dev, batchId, payouts, decision } = await aBatchAboveLimit(shop);
    const { id } = await decision();
    await dev.proposals.confirm({ id });
    const ben = await shop.as(shop.people.ben);
    await ben.bankDetails.save({
      bankName: "FNB",
      accountName: "B Person",
      accountNumber: "62001234567",
      chequeOrSavings: "Cheque",
    });
    const pay = { batchId, paidOn: shopDay() };
    await expect(admin.payoutBatches.pay(pay)).rejects.toEqual(refusedAs("batch.details-changed"));
    const { decided } = await admin.proposals.list();
    expect(decided.find((one) => one.id === id)).toMatchObject({
      state: "void",
      failure: "batch.details-changed",
    });
    expect(
      await decisionsOf(
        shop,
        payouts.map((payout) => payout.id),
      ),
    ).toEqual([]);
    await admin.payoutBatches.cancel({ batchId });
  });

  // shows T358
  test("is void, and says why, when it is confirmed after bank details of it changed", async ({
    limited: shop,
  }) => {
    const { admin, dev, batchId, decision } = await aBatchAboveLimit(shop);
    const { id } = await decision();
    const cara = await shop.as(shop.people.cara);
    await cara.bankDetails.save({
      bankName: "FNB",
      accountName: "C Person",
      accountNumber: "62001234567",
      chequeOrSavings: "Cheque",
    });
    expect(await dev.proposals.confirm({ id })).toEqual({ id, failure: "batch.details-changed" });
    expect(await stateOf(shop, id)).toMatchObject({
      state: "void",
      decided_by: null,
      failure: "batch.details-changed",
      words: null,
    });
    await admin.payoutBatches.cancel({ batchId });
  });

  // shows T358
  test("is void where an account is another one though its row says that nothing changed", async ({
    limited: shop,
  }) => {
    const { admin, dev, batchId, payouts, decision } = await aBatchAboveLimit(shop);
    const { id } = await decision();
    await dev.proposals.confirm({ id });
    // By whoever reached the table, for one payee of three.
    await asOwner(shop.deps.db, (tx) =>
      tx
        .updateTable("bank_detail")
        .set({ account_number: "62800739677" })
        .where("user_id", "=", shop.people.anna)
        .execute(),
    );
    for (const attempt of [
      () => admin.payoutBatches.file({ batchId }),
      () => admin.payoutBatches.pay({ batchId, paidOn: shopDay() }),
    ])
      await expect(attempt()).rejects.toMatchObject({ cause: { code: expect.any(String) } });
    expect(await stateOf(shop, id)).toMatchObject({
      state: "void",
      failure: "batch.details-changed",
    });
    expect(
      await decisionsOf(
        shop,
        payouts.map((payout) => payout.id),
      ),
    ).toEqual([]);
    await admin.payoutBatches.cancel({ batchId });
  });

  // shows T358
  test("keeps digests of its accounts until its last payout is settled", async ({
    limited: shop,
  }) => {
    const { admin, dev, batchId, payouts, decision } = await aBatchAboveLimit(shop);
    const { id } = await decision();
    expect((await stateOf(shop, id)).words).toEqual({
      accounts: expect.arrayContaining(
        payouts.map((payout) => ({
          payoutId: payout.id,
          accountDigest: expect.stringMatching(/^[0-9a-f]{64}$/),
        })),
      ),
    });
    await dev.proposals.confirm({ id });
    expect(await admin.payoutBatches.pay({ batchId, paidOn: shopDay() })).toMatchObject({
      paid: 3,
    });
    expect(await stateOf(shop, id)).toMatchObject({ state: "confirmed", words: null });
  });
});
