import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { asOwner } from "../../testing/as-owner.ts";
import { anAdmin, office, refusedAs, test } from "../../testing/proposals-test.ts";
import {
  aGuestOrder,
  aRecipient,
  payByBank,
  products,
  type TestShop,
} from "../../testing/shop-test.ts";
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

/** A paid order of a member's own. */
async function anOrderOf(shop: TestShop, userId: number): Promise<string> {
  const member = await shop.as(userId);
  const { id: addressId } = await member.addresses.save(aRecipient);
  const { uuid } = await member.orders.save({
    commandId: randomUUID(),
    sections: [{ addressId, lines: [{ productId: products.bottle, quantity: 4 }] }],
  });
  await payByBank(shop, uuid, 500_00);
  return uuid;
}

const saveAccount = ({ deps }: TestShop, userId: number, accountNumber: string) =>
  asOwner(deps.db, (tx) =>
    sql`insert into bank_detail (user_id, bank_name, account_name, account_number, cheque_or_savings, changed_at)
      values (${userId}, 'FNB', 'A Person', ${accountNumber}, 'Savings', now() - interval '1 month')
      on conflict (user_id) do update set account_number = excluded.account_number`.execute(tx),
  );

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

  // shows T235, T237
  test("to one member counts in parts, and what two decided counts for nobody", async ({
    limited: shop,
  }) => {
    const { dev } = await office(shop);
    const [one, two] = [await aFreshAdmin(shop), await aFreshAdmin(shop)];
    const { kim, lone, sam } = shop.people;
    await saveAccount(shop, kim, "6212345678");
    await saveAccount(shop, lone, "62-1234 5678");
    const ofKim = await anOrderOf(shop, kim);
    expect(await one.orders.refund(aRefund(ofKim, 60_00))).toMatchObject({ proposalId: null });
    const over = await two.orders.refund(aRefund(ofKim, 41_00));
    expect(over.proposalId).not.toBeNull();
    expect(await two.orders.refund(aRefund(ofKim, 40_00))).toMatchObject({ proposalId: null });
    const same = await two.orders.refund(aRefund(await anOrderOf(shop, lone), 1_00));
    expect(same.proposalId).not.toBeNull();

    const ofSam = await anOrderOf(shop, sam);
    const large = await one.orders.refund(aRefund(ofSam, 150_00));
    await dev.proposals.confirm({ id: String(large.proposalId) });
    expect(await one.orders.refund(aRefund(ofSam, 9_00))).toMatchObject({ proposalId: null });
    for (const { proposalId } of [over, same])
      await two.proposals.withdraw({ id: String(proposalId) });
  });

  // shows T236
  test("to twelve in a day takes a second admin from the eleventh, or another one", async ({
    limited: shop,
  }) => {
    const [one, two] = [await aFreshAdmin(shop), await aFreshAdmin(shop)];
    const refunds = [];
    for (let at = 0; at < 12; at++)
      refunds.push(await one.orders.refund(aRefund(await anOrderToRefund(shop), 10_00)));
    const proposed = refunds.flatMap(({ uuid, proposalId }) =>
      proposalId === null ? [] : [{ uuid, proposalId }],
    );
    expect(proposed.map(({ uuid }) => uuid)).toEqual(refunds.slice(10).map(({ uuid }) => uuid));
    for (const { uuid, proposalId } of proposed) {
      await one.proposals.withdraw({ id: proposalId });
      expect(await two.orders.refund(aRefund(uuid, 10_00))).toMatchObject({ proposalId: null });
    }
  });

  // shows T235, T236
  test("is said of a payout before it is paid, where only the sum is above", async ({
    limited: shop,
  }) => {
    const { id, amount, userId } = await aWaitingPayout(shop, "skye");
    const limit = amount + 50_00;
    const [one, two] = [await aFreshAdmin(shop, limit), await aFreshAdmin(shop, limit)];
    const needs = async (admin: typeof one) =>
      (await admin.payouts.list({ state: "requested" })).rows.find((row) => row.id === id)
        ?.needsSecondPerson;
    const uuid = await anOrderOf(shop, userId);
    await one.orders.refund(aRefund(uuid, 50_00));
    expect([await needs(one), await needs(two)]).toEqual([false, false]);
    await one.orders.refund(aRefund(await anOrderToRefund(shop), 1));
    expect([await needs(one), await needs(two)]).toEqual([true, false]);
    await two.orders.refund(aRefund(uuid, 1));
    expect([await needs(one), await needs(two)]).toEqual([true, true]);
    await expect(two.payouts.markAsPaid(paying(id))).rejects.toEqual(refusedAs("decision.needed"));
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
