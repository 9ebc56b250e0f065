import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { officeDayFacts } from "../../office/activity/office-day.queries.ts";
import { aNotification, settled, signed } from "../../testing/card-notifications.ts";
import { office, refusedAs } from "../../testing/proposals-test.ts";
import { shopDay } from "../../testing/shop-day.ts";
import { aGuestOrder, payByBank, test, type TestShop } from "../../testing/shop-test.ts";
import { uploadSettlement, uploadStatement } from "../../testing/upload-statement.ts";
import { aWaitingPayout, setPayoutLimit } from "../../testing/waiting-payouts.ts";

const own = refusedAs("difference.own");
const note = "The bank has it later";

/** An order of a guest that an admin recorded a bank transfer for, which no statement has. */
async function aRecordedEft(shop: TestShop) {
  const { uuid, total, orderNumber } = await aGuestOrder(shop);
  await payByBank(shop, uuid, total);
  const { admin } = await office(shop);
  const { rows } = (await admin.books.bankReconciliation({ asOf: null })).entries;
  const key = rows.find((row) => row.orderNumber === orderNumber)?.thing ?? "";
  return { uuid, total, orderNumber, key };
}

const aStatement = (shop: TestShop) =>
  uploadStatement(shop, `Date,Amount,Description\n${shopDay()},-1.00,FEE ${randomUUID()}`);

/** What the other admin reads tomorrow of what this one did today. */
async function heardOf(shop: TestShop, action: string): Promise<string> {
  const facts = { userId: shop.people.admin, day: shopDay() };
  const { officeActs } = await officeDayFacts(shop.deps.readDb, facts, "za");
  const words = officeActs.as === "facts" ? officeActs.rows.map(([, said]) => said) : [];
  return words.find((said) => said.startsWith(action)) ?? "";
}

// shows T416
describe("what the bank never had", () => {
  test("is accepted above the limit by another admin than who recorded it", async ({ shop }) => {
    const { admin, dev } = await office(shop);
    await setPayoutLimit(shop, null);
    await aStatement(shop);
    const { key, total, orderNumber } = await aRecordedEft(shop);
    await setPayoutLimit(shop, total - 1);
    await expect(admin.differences.accept({ key, note })).rejects.toEqual(own);
    const { id } = await dev.differences.accept({ key, note });
    const { details } = await shop.deps.db
      .selectFrom("audit_entry")
      .select("details")
      .where("target", "=", `difference ${id}`)
      .executeTakeFirstOrThrow();
    expect(details).toMatchObject({ amount: total, orderNumber });
    expect(await heardOf(shop, "accepted a difference")).toContain(`order number: ${orderNumber}`);
  });

  test("counts together, also where two are accepted at once, without what was reopened", async ({
    shop,
  }) => {
    const { admin } = await office(shop);
    await setPayoutLimit(shop, null);
    await aStatement(shop);
    const [one, two] = [await aRecordedEft(shop), await aRecordedEft(shop)];
    await setPayoutLimit(shop, one.total + two.total - 1);
    const accept = (key: string) => admin.differences.accept({ key, note });
    const both = await Promise.allSettled([accept(one.key), accept(two.key)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(both.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { cause: { code: "difference.own" } },
    });
    const accepted = both.find((each) => each.status === "fulfilled");
    await admin.differences.reopen({ id: accepted?.value.id ?? 0 });
    await accept(both[0].status === "fulfilled" ? two.key : one.key);
  });

  test("is a payout too, and the others hear whose", async ({ shop }) => {
    const { admin, dev } = await office(shop);
    await setPayoutLimit(shop, null);
    await aStatement(shop);
    const { id, amount } = await aWaitingPayout(shop, "ben");
    await admin.payouts.markAsPaid({ commandId: randomUUID(), id, paidOn: shopDay() });
    await setPayoutLimit(shop, amount - 1);
    const key = `payout ${id}`;
    await expect(admin.differences.accept({ key, note })).rejects.toEqual(own);
    const accepted = await dev.differences.accept({ key, note });
    const entry = await shop.deps.db
      .selectFrom("audit_entry")
      .select(["subject_id", sql<number>`(details ->> 'amount')::integer`.as("amount")])
      .where("target", "=", `difference ${accepted.id}`)
      .executeTakeFirstOrThrow();
    expect(entry).toEqual({ subject_id: shop.people.ben, amount });
  });

  test("is a refund to a card that the settlement has otherwise", async ({ shop }) => {
    const { admin, dev } = await office(shop);
    await setPayoutLimit(shop, null);
    const order = await aGuestOrder(shop);
    const { uuid, orderNumber } = order;
    await settled(shop, signed(aNotification(order, { pf_payment_id: "990416" })));
    const goods = { amount: 100_00, productAmount: 100_00, units: 0 };
    const refund = { commandId: randomUUID(), uuid, ...goods, reason: "Came back" };
    await admin.orders.refund({ ...refund, method: "card" });
    await uploadSettlement(
      shop,
      [
        "Date,Type,Name,Gross,Fee,Net,M Payment ID,PF Payment ID",
        `${shopDay()},REFUND,,-1.00,0.00,-1.00,RH${orderNumber},990416`,
      ].join("\n"),
    );
    const days = { from: shopDay(), to: shopDay() };
    const { rows } = await admin.cardMatch.list({ ...days, search: String(orderNumber) });
    const [row] = rows;
    expect(row).toMatchObject({ state: "amount-differs", kind: "refund" });
    const exception = {
      ...days,
      state: "amount-differs",
      paymentId: row?.paymentId ?? null,
      orderId: uuid,
      orderNumber,
      settledOn: shopDay(),
      settledAmount: -1_00,
      note,
    } as const;
    await setPayoutLimit(shop, 99_99);
    await expect(admin.cardMatch.ignore(exception)).rejects.toEqual(own);
    await dev.cardMatch.ignore(exception);
  });
});
