import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { officeDayFacts } from "../../office/activity/office-day.queries.ts";
import { findUndecided } from "../../office/ledger-health/undecided-money.queries.ts";
import { readOnly } from "../../platform/db/database.ts";
import { asOwner } from "../../testing/as-owner.ts";
import { aConfirmedSession } from "../../testing/busy-shop.ts";
import { anAdmin, office, refusedAs, test } from "../../testing/proposals-test.ts";
import { shopDay } from "../../testing/shop-day.ts";
import type { TestShop } from "../../testing/shop-test.ts";
import { aWaitingPayout, setOwnAccount, setPayoutLimit } from "../../testing/waiting-payouts.ts";

/** Payouts of three members, of which any two are within the limit and all three are not. */
async function threePayouts(shop: TestShop): Promise<readonly [string, string, string]> {
  await setOwnAccount(shop);
  await setPayoutLimit(shop, null);
  const { admin } = await office(shop);
  for (const { id } of (await admin.payouts.list({ state: "requested" })).rows)
    await admin.payouts.reject({ commandId: randomUUID(), id, reason: null });
  const anna = await aWaitingPayout(shop, "anna");
  const ben = await aWaitingPayout(shop, "ben");
  const cara = await aWaitingPayout(shop, "cara");
  await setPayoutLimit(shop, anna.amount + ben.amount + cara.amount - 1);
  return [anna.id, ben.id, cara.id];
}

const needed = refusedAs("decision.needed");
const settled = refusedAs("batch.settled");
const aBatch = (ids: readonly string[]) => ({
  ids: [...ids],
  layout: "fnb" as const,
  payOn: "2026-02-02",
});

describe("several batches", () => {
  // shows T262
  test("that are each within the limit are not together above it", async ({ limited: shop }) => {
    const [anna, ben, cara] = await threePayouts(shop);
    const { admin } = await office(shop);
    const make = async (...ids: readonly string[]) => {
      const made = await admin.payoutBatches.make(aBatch(ids));
      expect(made).toMatchObject({ itemCount: ids.length });
      return { batchId: made.batchId };
    };
    const two = await make(anna, ben);
    const one = await make(cara);
    await admin.payoutBatches.file(two);
    // The same file once more lets out nothing more.
    await admin.payoutBatches.file(two);
    await expect(admin.payoutBatches.file(one)).rejects.toEqual(needed);
    await expect(admin.payoutBatches.pay({ ...one, paidOn: shopDay() })).rejects.toEqual(needed);
    // Nobody knows what the bank did with the file.
    await admin.payoutBatches.cancel(two);
    await expect(admin.payoutBatches.file(two)).rejects.toEqual(settled);
    await expect(admin.payoutBatches.file(one)).rejects.toEqual(needed);
    await admin.payoutBatches.cancel(one);
    const again = await make(anna, ben);
    await expect(admin.payoutBatches.file(again)).rejects.toEqual(needed);
    await admin.payoutBatches.cancel(again);

    // What went out by another admin counts for the same person alone.
    const colleague = await shop.as((await anAdmin(shop)).id, { session: aConfirmedSession() });
    const { batchId } = await make(ben, cara);
    await colleague.payoutBatches.file({ batchId });
    // Marking them as paid lets out nothing more.
    expect(await colleague.payoutBatches.pay({ batchId, paidOn: shopDay() })).toEqual({
      paid: 2,
      failed: [],
    });
  });

  // shows T262
  test("have no file once they are cancelled, however much they list", async ({
    limited: shop,
  }) => {
    const ids = await threePayouts(shop);
    const { admin, dev } = await office(shop);
    const { batchId, needsDecision } = await admin.payoutBatches.make(aBatch(ids));
    expect(needsDecision).toBe(true);
    const decision = async () => {
      const { open } = await dev.proposals.list();
      return String(open.find(({ change }) => change.kind === "batch")?.id);
    };
    await admin.payoutBatches.cancel({ batchId });
    await expect(admin.payoutBatches.file({ batchId })).rejects.toEqual(settled);

    const again = await admin.payoutBatches.make(aBatch(ids));
    await dev.proposals.confirm({ id: await decision() });
    await admin.payoutBatches.cancel({ batchId: again.batchId });
    await expect(admin.payoutBatches.file({ batchId: again.batchId })).rejects.toEqual(settled);
  });

  // shows T262, T410, T415
  test("use an approval up: cancelled after its file, the payout is approved again", async ({
    limited: shop,
  }) => {
    const [anna] = await threePayouts(shop);
    const { admin, dev } = await office(shop);
    await setPayoutLimit(shop, 1);
    await dev.payouts.approve({ id: anna });
    const first = await admin.payoutBatches.make(aBatch([anna]));
    // Before its file has left, nothing is used up.
    await admin.payoutBatches.cancel({ batchId: first.batchId });
    const { batchId } = await admin.payoutBatches.make(aBatch([anna]));
    await admin.payoutBatches.file({ batchId });
    await admin.payoutBatches.cancel({ batchId });
    await expect(admin.payoutBatches.make(aBatch([anna]))).rejects.toEqual(
      refusedAs("payout.second-person"),
    );
    // The bank may have paid it: whoever has the file does not put it back into the wallet.
    const rejection = { id: anna, reason: null };
    await expect(admin.payouts.reject({ commandId: randomUUID(), ...rejection })).rejects.toEqual(
      refusedAs("payout.file-left"),
    );
    const { email } = await shop.deps.db
      .selectFrom("account")
      .select("email")
      .where("id", "=", shop.people.admin)
      .executeTakeFirstOrThrow();
    const second = await anAdmin(shop, { email: email.replace("@", "+second@") });
    const close = await shop.as(second.id, { session: aConfirmedSession() });
    await expect(close.payouts.reject({ commandId: randomUUID(), ...rejection })).rejects.toEqual(
      refusedAs("payout.file-left"),
    );
    const { decided } = await admin.proposals.list();
    expect(decided[0]).toMatchObject({ state: "void", failure: "payout.file-cancelled" });
    await dev.payouts.reject({ commandId: randomUUID(), ...rejection });
  });

  // shows T440
  test("that left by one decision are not put back into the wallets one by one", async ({
    limited: shop,
  }) => {
    const ids = await threePayouts(shop);
    const { dev } = await office(shop);
    const thief = await shop.as((await anAdmin(shop)).id, { session: aConfirmedSession() });
    const { batchId } = await thief.payoutBatches.make(aBatch(ids));
    const { open } = await dev.proposals.list();
    await dev.proposals.confirm({
      id: String(open.find(({ change }) => change.kind === "batch")?.id),
    });
    await thief.payoutBatches.file({ batchId });
    await thief.payoutBatches.cancel({ batchId });
    const [anna, ben, cara] = ids;
    const reject = (by: typeof dev, id: string) =>
      by.payouts.reject({ commandId: randomUUID(), id, reason: null });
    await reject(thief, anna);
    await reject(thief, ben);
    await expect(reject(thief, cara)).rejects.toEqual(refusedAs("payout.file-left"));
    await reject(dev, cara);
  });

  // shows T418
  test("are cancelled after the second step, and the others hear what and whether a file had left", async ({
    limited: shop,
  }) => {
    const [anna, ben] = await threePayouts(shop);
    const { admin } = await office(shop);
    const [left, kept] = [
      await admin.payoutBatches.make(aBatch([anna])),
      await admin.payoutBatches.make(aBatch([ben])),
    ];
    await admin.payoutBatches.file({ batchId: left.batchId });
    const session = { ...aConfirmedSession(), passwordAt: null };
    const late = await shop.as(shop.people.admin, { session });
    await expect(late.payoutBatches.cancel({ batchId: left.batchId })).rejects.toEqual(
      refusedAs("access.password-needed"),
    );
    for (const { batchId } of [left, kept]) await admin.payoutBatches.cancel({ batchId });
    const asked = { userId: shop.people.dev, day: shopDay() };
    const { officeActs } = await officeDayFacts(shop.deps.readDb, asked, "za");
    const words = officeActs.as === "facts" ? officeActs.rows.map(([, said]) => said) : [];
    const said = words.find((each) => each.startsWith("cancelled a payout batch"));
    expect(said).toMatch(new RegExp(`payout batch ${left.batchId} \\(R[^)]*file left: yes\\)`));
    expect(said).toMatch(new RegExp(`payout batch ${kept.batchId} \\(R[^)]*file left: no\\)`));
  });

  // shows T262
  test("list no payout whose own approval was withdrawn after the others were confirmed", async ({
    limited: shop,
  }) => {
    const [anna, ben] = await threePayouts(shop);
    const { admin, dev } = await office(shop);
    await dev.payouts.approve({ id: anna });
    const waiting = async (kind: "payout" | "batch") =>
      String((await dev.proposals.list()).open.find(({ change }) => change.kind === kind)?.id);
    const approval = await waiting("payout");
    const { batchId } = await admin.payoutBatches.make(aBatch([anna, ben]));
    // The limit is lowered, so that the other one takes a decision.
    await setPayoutLimit(shop, 1);
    await expect(admin.payoutBatches.file({ batchId })).rejects.toEqual(needed);
    await dev.proposals.confirm({ id: await waiting("batch") });
    await dev.proposals.withdraw({ id: approval });
    await expect(admin.payoutBatches.file({ batchId })).rejects.toEqual(
      refusedAs("payout.second-person"),
    );
    await admin.payoutBatches.cancel({ batchId });
  });

  // shows T262, T268
  test("count on the day of their file, in the commands and in ledger health", async ({
    limited: shop,
  }) => {
    const [anna, ben, cara] = await threePayouts(shop);
    const own = await shop.as((await anAdmin(shop)).id, { session: aConfirmedSession() });
    const first = await own.payoutBatches.make(aBatch([anna, ben]));
    await own.payoutBatches.file({ batchId: first.batchId });
    const { db } = shop.deps;
    await asOwner(db, async (tx) => {
      await sql`update payout_batch set file_at = file_at - interval '25 hours' where id = ${first.batchId}`.execute(
        tx,
      );
      await sql`update money_limit set since = since - interval '30 hours'`.execute(tx);
    });
    // The next day: the first one is marked as paid, and another file leaves.
    const paidOn = shopDay();
    expect(await own.payoutBatches.pay({ batchId: first.batchId, paidOn })).toMatchObject({
      paid: 2,
    });
    const second = await own.payoutBatches.make(aBatch([cara]));
    expect(second.needsDecision).toBe(false);
    await own.payoutBatches.file({ batchId: second.batchId });
    await own.payoutBatches.pay({ batchId: second.batchId, paidOn });
    const { events } = await findUndecided(readOnly(db));
    expect(events.filter(({ type }) => type === "PayoutPaid")).toEqual([]);
  });
});
