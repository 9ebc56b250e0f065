import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { asOwner } from "../../testing/as-owner.ts";
import { office, test } from "../../testing/proposals-test.ts";
import { aGuestOrder, payByBank, type TestShop } from "../../testing/shop-test.ts";
import { aDistributor } from "../../testing/some-users.ts";
import { shopDay } from "../../testing/shop-day.ts";
import { findUndecided } from "../../office/ledger-health/undecided-money.queries.ts";
import { readOnly } from "../../platform/db/database.ts";

const setLimit = (shop: TestShop, above: number) =>
  asOwner(shop.deps.db, (tx) =>
    tx.updateTable("region").set({ payout_second_person_above: above }).execute(),
  );

const move = async (shop: TestShop, id: number, parentId: number) =>
  (await office(shop)).admin.users.moveDistributor({ commandId: randomUUID(), id, parentId });

async function undoPayment(shop: TestShop, uuid: string) {
  const { admin } = await office(shop);
  const { position } = await shop.deps.db
    .selectFrom("projection.order_payment")
    .select("position")
    .where("order_id", "=", uuid)
    .orderBy("position", "desc")
    .executeTakeFirstOrThrow();
  await admin.orders.undoPayment({ commandId: randomUUID(), uuid, position });
}

/** Small enough for one admin; what was paid before was confirmed by two. */
const lastPart = 1_00;

async function recordLastPart(shop: TestShop, uuid: string) {
  const { admin } = await office(shop);
  const { timeZone } = await admin.orders.detail({ uuid });
  const { proposalId } = await admin.orders.recordEft({
    commandId: randomUUID(),
    uuid,
    amount: lastPart,
    reference: "on the statement",
    receivedOn: shopDay(timeZone),
    knownPayments: Number.MAX_SAFE_INTEGER,
  });
  return proposalId;
}

async function earnedBy(shop: TestShop, userId: number) {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(amount), 0)::bigint as sum from projection.commission_entry
    where beneficiary_id = ${userId}`.execute(shop.deps.db);
  return rows[0]?.sum ?? 0;
}

/** What ledger health finds, had this been the limit all the time. */
async function undecidedWith(shop: TestShop, above: number) {
  await asOwner(shop.deps.db, (tx) =>
    sql`update money_limit set above = ${above}, since = since - interval '1 day'`.execute(tx),
  );
  return findUndecided(readOnly(shop.deps.db));
}

describe("recording again what was undone", () => {
  // shows T344
  test("takes a second admin where it brings more than the limit to a member who was not above the seller", async ({
    limited: shop,
  }) => {
    const { admin, dev } = await office(shop);
    const { id: friend } = await admin.users.create(aDistributor(null));
    const orders: string[] = [];
    await setLimit(shop, lastPart);
    for (let each = 0; each < 4; each++) {
      const { uuid, total } = await aGuestOrder(shop, "BEN");
      await payByBank(shop, uuid, total - lastPart);
      expect(await recordLastPart(shop, uuid)).toBeNull();
      orders.push(uuid);
    }
    await setLimit(shop, 1_000_000_00);
    for (const uuid of orders) await undoPayment(shop, uuid);
    await move(shop, shop.people.ben, friend);

    const [first = "", second = "", third = "", fourth = ""] = orders;
    expect(await recordLastPart(shop, first)).toBeNull();
    const one = await earnedBy(shop, friend);
    expect(one).toBeGreaterThan(lastPart);

    await setLimit(shop, 2 * one);
    expect(await recordLastPart(shop, second)).toBeNull();
    // The sum is the one of reassigning.
    const reassigned = await aGuestOrder(shop);
    const { proposalId: moved } = await admin.orders.reassign({
      commandId: randomUUID(),
      uuid: reassigned.uuid,
      sellerId: shop.people.ben,
    });
    expect(moved).not.toBeNull();
    const proposalId = await recordLastPart(shop, third);
    expect(proposalId).not.toBeNull();
    expect(await earnedBy(shop, friend)).toBe(2 * one);
    expect(await dev.proposals.confirm({ id: String(proposalId) })).toMatchObject({
      failure: null,
    });
    expect(await earnedBy(shop, friend)).toBe(3 * one);

    // Who earned before earns again: nothing was moved.
    const before = await earnedBy(shop, shop.people.anna);
    await move(shop, shop.people.ben, shop.people.anna);
    await setLimit(shop, lastPart);
    expect(await recordLastPart(shop, fourth)).toBeNull();
    expect(await earnedBy(shop, shop.people.anna)).toBeGreaterThan(before);
    // By any other way than these commands, what is above the limit is found.
    expect(await undecidedWith(shop, 2 * one)).toMatchObject({ count: 0 });
    expect(await undecidedWith(shop, 2 * one - 1)).toMatchObject({
      events: [{ type: "OrderPaid", sum: 2 * one }],
    });
  });

  // shows T344
  test("counts from when it was recorded again, however long ago its payments were undone", async ({
    limited: shop,
    superuser,
  }) => {
    const { admin } = await office(shop);
    const { id: friend } = await admin.users.create(aDistributor(null));
    const orders: string[] = [];
    for (let each = 0; each < 3; each++) {
      const { uuid, total } = await aGuestOrder(shop, "CARA");
      await setLimit(shop, lastPart);
      await payByBank(shop, uuid, total - lastPart);
      expect(await recordLastPart(shop, uuid)).toBeNull();
      // Undoing has a limit of its own.
      await setLimit(shop, 1_000_000_00);
      await undoPayment(shop, uuid);
      orders.push(uuid);
    }
    await move(shop, shop.people.ben, friend);
    await superuser.transaction().execute(async (tx) => {
      await sql`alter table ledger.events_0 disable trigger append_only`.execute(tx);
      await sql`update ledger.events_0 set recorded_at = recorded_at - interval '31 days'`.execute(
        tx,
      );
      await sql`alter table ledger.events_0 enable always trigger append_only`.execute(tx);
    });

    const [first = "", second = "", third = ""] = orders;
    expect(await recordLastPart(shop, first)).toBeNull();
    const one = await earnedBy(shop, friend);
    expect(one).toBeGreaterThan(lastPart);
    await setLimit(shop, 2 * one);
    expect(await recordLastPart(shop, second)).toBeNull();
    expect(await recordLastPart(shop, third)).not.toBeNull();
  });
});
