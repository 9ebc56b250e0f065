import { describe, expect } from "vitest";
import { aConfirmedSession } from "../../testing/busy-shop.ts";
import { anAdmin, office, refusedAs, test } from "../../testing/proposals-test.ts";
import { shopDay } from "../../testing/shop-day.ts";
import type { TestShop } from "../../testing/shop-test.ts";
import { aWaitingPayout, setOwnAccount, setPayoutLimit } from "../../testing/waiting-payouts.ts";

/** Payouts of three members, of which any two are within the limit and all three are not. */
async function threePayouts(shop: TestShop): Promise<readonly [string, string, string]> {
  await setOwnAccount(shop);
  await setPayoutLimit(shop, null);
  const anna = await aWaitingPayout(shop, "anna");
  const ben = await aWaitingPayout(shop, "ben");
  const cara = await aWaitingPayout(shop, "cara");
  await setPayoutLimit(shop, anna.amount + ben.amount + cara.amount - 1);
  return [anna.id, ben.id, cara.id];
}

const needed = refusedAs("decision.needed");

describe("several batches", () => {
  // shows T262
  test("that are each within the limit are not together above it", async ({ limited: shop }) => {
    const [anna, ben, cara] = await threePayouts(shop);
    const { admin } = await office(shop);
    const make = async (...ids: readonly string[]) => {
      const made = await admin.payoutBatches.make({
        ids: [...ids],
        layout: "fnb",
        payOn: "2026-02-02",
      });
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
    await expect(admin.payoutBatches.file(one)).rejects.toEqual(needed);
    await admin.payoutBatches.cancel(one);
    const again = await make(anna, ben);
    await expect(admin.payoutBatches.file(again)).rejects.toEqual(needed);
    await admin.payoutBatches.cancel(again);

    // What went out by another admin counts for the same person alone.
    const colleague = await shop.as((await anAdmin(shop)).id, { session: aConfirmedSession() });
    const { batchId } = await make(cara);
    await colleague.payoutBatches.file({ batchId });
    expect(await colleague.payoutBatches.pay({ batchId, paidOn: shopDay() })).toEqual({
      paid: 1,
      failed: [],
    });
  });
});
