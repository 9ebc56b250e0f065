import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { findUndecided } from "../../office/ledger-health/undecided-money.queries.ts";
import { readOnly } from "../../platform/db/database.ts";
import { asOwner } from "../../testing/as-owner.ts";
import { aNotification, settled, signed } from "../../testing/card-notifications.ts";
import { office, test } from "../../testing/proposals-test.ts";
import { shopDay } from "../../testing/shop-day.ts";
import { aGuestOrder, payByBank, type TestShop } from "../../testing/shop-test.ts";
import { aDistributor, aStockist } from "../../testing/some-users.ts";

const setLimit = (shop: TestShop, above: number) =>
  asOwner(shop.deps.db, (tx) =>
    tx.updateTable("region").set({ payout_second_person_above: above }).execute(),
  );

/** Small enough for one admin; what was paid before was confirmed by two. */
const lastPart = 1_00;

async function recordLastPart(shop: TestShop, uuid: string, amount = lastPart) {
  const { admin } = await office(shop);
  const { timeZone } = await admin.orders.detail({ uuid });
  const { proposalId } = await admin.orders.recordEft({
    commandId: randomUUID(),
    uuid,
    amount,
    reference: "on the statement",
    receivedOn: shopDay(timeZone),
    knownPayments: Number.MAX_SAFE_INTEGER,
  });
  return proposalId;
}

/** Some orders of the seller's, or of nobody's, each paid with one small part at the end. */
async function paidOrders(shop: TestShop, count: number, code?: string): Promise<string[]> {
  const orders: string[] = [];
  await setLimit(shop, lastPart);
  for (let each = 0; each < count; each++) {
    const { uuid, total } = await aGuestOrder(shop, code);
    await payByBank(shop, uuid, total - lastPart);
    await payByBank(shop, uuid, lastPart);
    orders.push(uuid);
  }
  await setLimit(shop, 1_000_000_00);
  return orders;
}

async function undoLastPart(shop: TestShop, uuid: string) {
  const { admin } = await office(shop);
  const { position } = await shop.deps.db
    .selectFrom("projection.order_payment")
    .select("position")
    .where("order_id", "=", uuid)
    .orderBy("position", "desc")
    .executeTakeFirstOrThrow();
  await admin.orders.undoPayment({ commandId: randomUUID(), uuid, position });
}

const reassign = async (shop: TestShop, uuid: string, sellerId: number | null) =>
  (await office(shop)).admin.orders.reassign({ commandId: randomUUID(), uuid, sellerId });

async function earnedBy(shop: TestShop, userId: number) {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(amount), 0)::bigint as sum from projection.commission_entry
    where beneficiary_id = ${userId}`.execute(shop.deps.db);
  return rows[0]?.sum ?? 0;
}

/** What ledger health finds of orders, had this been the limit all the time. */
async function foundWith(shop: TestShop, above: number) {
  await asOwner(shop.deps.db, (tx) =>
    sql`update money_limit set above = ${above}, since = since - interval '1 day'`.execute(tx),
  );
  const { events } = await findUndecided(readOnly(shop.deps.db));
  return events.flatMap(({ type, sum }) => (type === "OrderPaid" ? [sum] : []));
}

describe("an order that is reassigned while it is not paid", () => {
  // shows T361
  test("counts with what it brings when it is paid, wherever its seller was moved between", async ({
    limited: shop,
  }) => {
    const { admin } = await office(shop);
    const { id: friend } = await admin.users.create(aDistributor(null));
    const { ben } = shop.people;
    const [first = "", second = ""] = await paidOrders(shop, 2, "BEN");
    for (const uuid of [first, second]) {
      await undoLastPart(shop, uuid);
      await reassign(shop, uuid, null);
      await reassign(shop, uuid, ben);
    }
    await admin.users.moveDistributor({ commandId: randomUUID(), id: ben, parentId: friend });

    expect(await recordLastPart(shop, first)).toBeNull();
    const one = await earnedBy(shop, friend);
    expect(one).toBeGreaterThan(lastPart);
    await setLimit(shop, 2 * one - 1);
    expect(await recordLastPart(shop, second)).not.toBeNull();
    expect(await earnedBy(shop, friend)).toBe(one);
    // The other order brings what it would by any other way too.
    await setLimit(shop, 2 * one);
    expect(await recordLastPart(shop, second)).toBeNull();
    expect(await foundWith(shop, 2 * one)).toEqual([]);
    expect(await foundWith(shop, 2 * one - 1)).toEqual([2 * one]);
  });

  // shows T361
  test("counts where the terms of its stockist are changed between", async ({ limited: shop }) => {
    const { admin } = await office(shop);
    const { id: friend } = await admin.users.create(aDistributor(null));
    const stockist = aStockist(friend, { distributorPercent: 0 });
    const { id } = await admin.users.create(stockist);
    const [first = "", second = ""] = await paidOrders(shop, 2);
    for (const uuid of [first, second]) {
      await undoLastPart(shop, uuid);
      await reassign(shop, uuid, id);
    }
    const { firstName, lastName, email, cellNumber, companyAddress, vatNo } = stockist;
    const person = { firstName, lastName, email, cellNumber, companyAddress, vatNo };
    const commandId = randomUUID();
    await admin.users.update({
      commandId,
      id,
      ...person,
      company: "A shop",
      distributorPercent: 20,
    });
    expect(await recordLastPart(shop, first)).toBeNull();
    const one = await earnedBy(shop, friend);
    expect(one).toBeGreaterThan(lastPart);
    await setLimit(shop, 2 * one - 1);
    expect(await recordLastPart(shop, second)).not.toBeNull();
    expect(await earnedBy(shop, friend)).toBe(one);
  });
});

describe("a part of an order whose payment was undone", () => {
  // shows T361
  test("counts with what the whole order brings, because the rest may come by card", async ({
    limited: shop,
  }) => {
    const { admin } = await office(shop);
    const { id: friend } = await admin.users.create(aDistributor(null));
    const { cara } = shop.people;
    const [first = "", second = "", third = ""] = await paidOrders(shop, 3, "CARA");
    for (const uuid of [first, second, third]) await undoLastPart(shop, uuid);
    await admin.users.moveDistributor({ commandId: randomUUID(), id: cara, parentId: friend });
    expect(await recordLastPart(shop, first)).toBeNull();
    const one = await earnedBy(shop, friend);
    expect(one).toBeGreaterThan(lastPart);

    await setLimit(shop, 2 * one);
    expect(await recordLastPart(shop, second, lastPart - 1)).toBeNull();
    expect(await recordLastPart(shop, third, lastPart - 1)).not.toBeNull();
    expect(await earnedBy(shop, friend)).toBe(one);
    // What a card then pays was refused by nobody; ledger health counts it.
    const before = await foundWith(shop, 2 * one - 1);
    const rest = { amount_fee: "0.00", amount_net: "0.01" };
    await settled(shop, signed(aNotification({ uuid: second, total: 1 }, rest)));
    expect(await earnedBy(shop, friend)).toBe(2 * one);
    expect(await foundWith(shop, 2 * one - 1)).toHaveLength(before.length + 1);
  });
});
