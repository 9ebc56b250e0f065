import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { aConfirmedSession } from "../../testing/busy-shop.ts";
import { refusedAs, test } from "../../testing/proposals-test.ts";
import { shopDay } from "../../testing/shop-day.ts";
import { aWaitingPayout } from "../../testing/waiting-payouts.ts";

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
});
