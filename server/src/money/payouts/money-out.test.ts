import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { asOwner } from "../../testing/as-owner.ts";
import { anAdmin, office, refusedAs, test } from "../../testing/proposals-test.ts";
import { aGuestOrder, payByBank, type TestShop } from "../../testing/shop-test.ts";
import { shopDay } from "../../testing/shop-day.ts";
import { orderStream } from "../../sales/orders/order.events.ts";
import { aWaitingPayout } from "../../testing/waiting-payouts.ts";

/** An admin who has paid nothing yet. */
async function aFreshAdmin(shop: TestShop, limit = 100_00) {
  await asOwner(shop.deps.db, (tx) =>
    tx.updateTable("region").set({ payout_second_person_above: limit }).execute(),
  );
  const { id } = await anAdmin(shop);
  return shop.as(id);
}

async function anOrderToRefund(shop: TestShop): Promise<string> {
  const { uuid } = await aGuestOrder(shop);
  await payByBank(shop, uuid, 500_00);
  return uuid;
}

const aRefund = (uuid: string, amount: number, method: "eft" | "card" = "eft") => ({
  commandId: randomUUID(),
  uuid,
  amount,
  productAmount: 0,
  units: 0,
  method,
  reason: "Paid too much",
});
const paying = (id: string) => ({ commandId: randomUUID(), id, paidOn: shopDay() });

describe("money that one admin lets out", () => {
  // shows T235
  test("is refunded in parts up to the limit, and above it by two", async ({ limited: shop }) => {
    const admin = await aFreshAdmin(shop);
    const { dev } = await office(shop);
    const uuid = await anOrderToRefund(shop);
    expect(await admin.orders.refund(aRefund(uuid, 60_00))).toMatchObject({ proposalId: null });
    const over = aRefund(uuid, 40_01);
    const proposed = await admin.orders.refund(over);
    expect(proposed).toMatchObject({ uuid, proposalId: over.commandId });
    expect(await admin.orders.refund(over)).toEqual(proposed);
    expect(await refundedOf(shop, uuid)).toBe(60_00);
    expect(await dev.proposals.confirm({ id: over.commandId })).toMatchObject({ failure: null });
    expect(await refundedOf(shop, uuid)).toBe(100_01);
    // What two decided does not count.
    expect(await admin.orders.refund(aRefund(uuid, 40_00))).toMatchObject({ proposalId: null });
  });

  // shows T235
  test("counts for the order of a guest whoever sends it", async ({ limited: shop }) => {
    const [one, two] = [await aFreshAdmin(shop), await aFreshAdmin(shop)];
    const uuid = await anOrderToRefund(shop);
    expect(await one.orders.refund(aRefund(uuid, 60_00))).toMatchObject({ proposalId: null });
    const over = await two.orders.refund(aRefund(uuid, 41_00));
    expect(over.proposalId).not.toBeNull();
    await two.proposals.withdraw({ id: String(over.proposalId) });
  });

  // shows T236
  test("counts in a day, to whomever it goes, and another admin sends it alone", async ({
    limited: shop,
  }) => {
    const [one, two] = [await aFreshAdmin(shop), await aFreshAdmin(shop)];
    const orders = [await anOrderToRefund(shop), await anOrderToRefund(shop)] as const;
    expect(await one.orders.refund(aRefund(orders[0], 60_00))).toMatchObject({ proposalId: null });
    const over = await one.orders.refund(aRefund(orders[1], 41_00));
    expect(over.proposalId).not.toBeNull();
    await one.proposals.withdraw({ id: String(over.proposalId) });
    expect(await two.orders.refund(aRefund(orders[1], 41_00))).toMatchObject({ proposalId: null });
  });

  // shows T236
  test("fits together once, when it is sent six times at once", async ({ limited: shop }) => {
    const admin = await aFreshAdmin(shop);
    const orders: string[] = [];
    for (let at = 0; at < 6; at++) orders.push(await anOrderToRefund(shop));
    const answers = await Promise.all(
      orders.map((uuid) => admin.orders.refund(aRefund(uuid, 52_25))),
    );
    expect(answers.filter(({ proposalId }) => proposalId === null)).toHaveLength(1);
    for (const { proposalId } of answers)
      if (proposalId !== null) await admin.proposals.withdraw({ id: proposalId });
  });

  // shows T237
  test("counts for everybody with one bank account, however it is written", async ({
    limited: shop,
  }) => {
    const { dev } = await office(shop);
    const ben = await aWaitingPayout(shop, "ben", "62776765160");
    const cara = await aWaitingPayout(shop, "cara", "62-7767 65160");
    const limit = Math.max(ben.amount, cara.amount);
    const [one, two] = [await aFreshAdmin(shop, limit), await aFreshAdmin(shop, limit)];
    expect(await one.payouts.markAsPaid(paying(ben.id))).toMatchObject({ state: "paid" });
    await expect(two.payouts.markAsPaid(paying(cara.id))).rejects.toEqual(
      refusedAs("decision.needed"),
    );
    await two.payouts.approve({ id: cara.id });
    const { open } = await dev.proposals.list();
    const decision = open.find(
      ({ change }) => change.kind === "payout" && change.data.payoutId === cara.id,
    );
    await dev.proposals.confirm({ id: String(decision?.id) });
    expect(await two.payouts.markAsPaid(paying(cara.id))).toMatchObject({ state: "paid" });
    const { rows } = await sql`
      select metadata ->> 'decisionId' as id from ledger_events
      where type = 'PayoutPaid' and data ->> 'payoutId' = ${cara.id}`.execute(shop.deps.db);
    expect(rows).toEqual([{ id: decision?.id }]);
    // The approved money is in nobody's sum.
    const uuid = await anOrderToRefund(shop);
    expect(await two.orders.refund(aRefund(uuid, 60_00))).toMatchObject({ proposalId: null });
  });

  // shows T235
  test("does not count what an import brought from an earlier system", async ({
    limited: shop,
  }) => {
    const admin = await aFreshAdmin(shop);
    const uuid = await anOrderToRefund(shop);
    const refund = { orderId: uuid, refundId: "earlier-1", amount: 90_00, method: "eft" } as const;
    const event = {
      type: "PaymentRefunded",
      data: { ...refund, productAmount: 0, units: 0, reasonId: null },
    } as const;
    const command = { commandId: randomUUID(), request: null, metadata: { source: "import" } };
    await shop.deps.ledger.execute({ ...command, occurredAt: shop.deps.now() }, async () => ({
      events: [{ streamId: orderStream(uuid), event }],
      answer: null,
    }));
    expect(await admin.orders.refund(aRefund(uuid, 60_00))).toMatchObject({ proposalId: null });
  });
});

async function refundedOf(shop: TestShop, uuid: string): Promise<number | undefined> {
  const row = await shop.deps.db
    .selectFrom("projection.order_state")
    .select("refunded")
    .where("order_id", "=", uuid)
    .executeTakeFirst();
  return row?.refunded;
}
