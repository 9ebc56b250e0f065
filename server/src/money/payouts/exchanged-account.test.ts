import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { purgeExpired } from "../../office/retention/purge-expired.actions.ts";
import { asOwner } from "../../testing/as-owner.ts";
import { aConfirmedSession } from "../../testing/busy-shop.ts";
import { anAdmin, refusedAs, test } from "../../testing/proposals-test.ts";
import { shopDay } from "../../testing/shop-day.ts";
import type { TestShop } from "../../testing/shop-test.ts";
import { aWaitingPayout, setOwnAccount } from "../../testing/waiting-payouts.ts";

type Name = "anna" | "ben" | "cara" | "skye";

/** Payouts of two members that one admin may pay each, and not both; and two admins who have paid nothing yet. */
async function aPair(shop: TestShop, firstName: Name, secondName: Name) {
  const first = await aWaitingPayout(shop, firstName);
  const second = await aWaitingPayout(shop, secondName);
  const limit = Math.max(first.amount, second.amount);
  await asOwner(shop.deps.db, (tx) =>
    tx.updateTable("region").set({ payout_second_person_above: limit }).execute(),
  );
  const anyone = async () => shop.as((await anAdmin(shop)).id, { session: aConfirmedSession() });
  return { first, second, one: await anyone(), two: await anyone() };
}

/** By the member's own page; the hold that follows is over. */
async function moveTo(shop: TestShop, userId: number, accountNumber: string): Promise<void> {
  const member = await shop.as(userId, { session: aConfirmedSession() });
  await member.bankDetails.save({
    bankName: "FNB",
    accountName: "A Person",
    accountNumber,
    chequeOrSavings: "Savings",
  });
  await asOwner(shop.deps.db, (tx) =>
    tx.updateTable("bank_detail").set({ changed_at: null }).execute(),
  );
}

const paying = (id: string) => ({ commandId: randomUUID(), id, paidOn: shopDay() });
const needed = refusedAs("decision.needed");

describe("money to one bank account", () => {
  // shows T359
  test("counts for whoever has the account later, though the one who was paid has left it", async ({
    limited: shop,
  }) => {
    const { first, second, one, two } = await aPair(shop, "ben", "cara");
    await one.payouts.markAsPaid(paying(first.id));
    await moveTo(shop, first.userId, "62005556667");
    await moveTo(shop, second.userId, "62-7767 65160");
    const { rows } = await two.payouts.list({ state: "requested" });
    expect(rows.find(({ id }) => id === second.id)).toMatchObject({ needsSecondPerson: true });
    await expect(two.payouts.markAsPaid(paying(second.id))).rejects.toEqual(needed);
    // To an account of one's own it may go.
    await moveTo(shop, second.userId, "62487726287");
    expect(await two.payouts.markAsPaid(paying(second.id))).toMatchObject({ state: "paid" });
  });

  // shows T359
  test("counts the accounts that a bank file had, also after its batch was cancelled", async ({
    limited: shop,
  }) => {
    await setOwnAccount(shop);
    const { first, second, one, two } = await aPair(shop, "anna", "skye");
    const batch = { layout: "fnb", payOn: "2026-02-02" } as const;
    const { batchId } = await one.payoutBatches.make({ ...batch, ids: [first.id] });
    await one.payoutBatches.file({ batchId });
    await one.payoutBatches.file({ batchId });
    await one.payoutBatches.cancel({ batchId });
    await moveTo(shop, first.userId, "62005556667");
    await moveTo(shop, second.userId, "62001234567");
    const other = await two.payoutBatches.make({ ...batch, ids: [second.id] });
    expect(other).toMatchObject({ needsDecision: true });
    await expect(two.payoutBatches.file({ batchId: other.batchId })).rejects.toEqual(needed);
  });

  // shows T359
  test("is kept as digests, and not in the ledger", async ({ limited: shop }) => {
    const kept = await shop.deps.db
      .selectFrom("payout_account")
      .select(["account_digest", "batch_id"])
      .execute();
    expect(kept).toHaveLength(3);
    expect(kept.filter(({ batch_id: ofFile }) => ofFile !== null)).toHaveLength(1);
    const paid = await shop.deps.db
      .selectFrom("ledger_events")
      .select(["data", "metadata"])
      .where("type", "=", "PayoutPaid")
      .execute();
    for (const { account_digest: digest } of kept)
      expect(JSON.stringify(paid)).not.toContain(digest);
  });

  // shows T359
  test("is not forgotten with the member who was paid, but after a month", async ({
    limited: shop,
  }) => {
    const admin = await shop.as(shop.people.admin);
    const { cara: id } = shop.people;
    const kept = () =>
      shop.deps.db.selectFrom("payout_account").select("payout_id as id").orderBy("id").execute();
    const before = await kept();
    await admin.users.delete({ commandId: randomUUID(), id });
    await admin.users.erase({ commandId: randomUUID(), id });
    expect(await kept()).toEqual(before);
    const inDays = (days: number) => () =>
      new Date(Date.parse(shop.deps.now()) + days * 24 * 3600_000).toISOString();
    await purgeExpired({ db: shop.deps.db, now: inDays(30) });
    expect(await kept()).toEqual(before);
    await purgeExpired({ db: shop.deps.db, now: inDays(32) });
    expect(await kept()).toEqual([]);
  });
});
