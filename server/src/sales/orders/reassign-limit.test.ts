import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { asOwner } from "../../testing/as-owner.ts";
import { office, stateOf, test } from "../../testing/proposals-test.ts";
import { aGuestOrder, payByBank, type TestShop } from "../../testing/shop-test.ts";

async function aPaidOrder(shop: TestShop): Promise<string> {
  const { uuid, total } = await aGuestOrder(shop);
  await payByBank(shop, uuid, total);
  return uuid;
}

const setLimit = (shop: TestShop, above: number) =>
  asOwner(shop.deps.db, (tx) =>
    tx.updateTable("region").set({ payout_second_person_above: above }).execute(),
  );

const gainOf = (shop: TestShop, userId: number) => sumOf(shop, userId, sql`true`);
const gainAlone = (shop: TestShop, userId: number) =>
  sumOf(shop, userId, sql`not event.metadata ? 'decisionId'`);

async function sumOf(shop: TestShop, userId: number, which: ReturnType<typeof sql>) {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(entry.amount), 0)::bigint as sum from projection.commission_entry entry
    join ledger_events event on event.position = entry.position
    where event.type = 'OrderReassigned' and entry.beneficiary_id = ${userId}
      and ${which}`.execute(shop.deps.db);
  return rows[0]?.sum ?? 0;
}

describe("reassigning orders", () => {
  // shows T238
  test("above the limit to one member is a proposal, and what was below stands", async ({
    limited: shop,
  }) => {
    const { admin, dev } = await office(shop);
    const sellerId = shop.people.anna;
    const uuids: string[] = [];
    for (let at = 0; at < 4; at++) uuids.push(await aPaidOrder(shop));
    const [first = "", ...others] = uuids;
    await setLimit(shop, 1_000_000_00);
    const reassign = { commandId: randomUUID(), uuid: first, sellerId };
    expect(await admin.orders.reassign(reassign)).toMatchObject({ proposalId: null });
    const one = await gainOf(shop, sellerId);
    expect(one).toBeGreaterThan(0);

    await setLimit(shop, 2 * one);
    const orders = others.map((uuid) => ({ commandId: randomUUID(), uuid }));
    const answer = await admin.orders.reassignMany({ orders, sellerId });
    expect(answer).toMatchObject({ moved: 1, failed: [] });
    expect(answer.proposed.map(({ uuid }) => uuid)).toEqual(others.slice(1));
    expect(await gainOf(shop, sellerId)).toBe(2 * one);
    expect(await admin.orders.reassignMany({ orders, sellerId })).toEqual(answer);

    const [second, third] = answer.proposed.map(({ proposalId }) => proposalId);
    expect(await dev.proposals.confirm({ id: String(second) })).toMatchObject({ failure: null });
    expect(await gainOf(shop, sellerId)).toBe(3 * one);

    // The seller is another one by now.
    const moved = { commandId: randomUUID(), uuid: String(others[2]), sellerId: shop.people.skye };
    await setLimit(shop, 1_000_000_00);
    await admin.orders.reassign(moved);
    // Above skye stands the same member, who earns a share.
    const held = await gainOf(shop, sellerId);
    expect(await dev.proposals.confirm({ id: String(third) })).toMatchObject({
      failure: "proposal.outdated",
    });
    expect(await stateOf(shop, String(third))).toMatchObject({ state: "void" });
    expect(await gainOf(shop, sellerId)).toBe(held);
    await setLimit(shop, 1);
    const away = { commandId: randomUUID(), uuid: first, sellerId: null };
    expect(await admin.orders.reassign(away)).toMatchObject({ proposalId: null });
  });

  // shows T238
  test("counts what an order brings once it is paid: nothing is won by undoing its payment first", async ({
    limited: shop,
  }) => {
    const { admin } = await office(shop);
    await setLimit(shop, 1_000_000_00);
    const seller = shop.people.anna;
    const reassign = (uuid: string) =>
      admin.orders.reassign({ commandId: randomUUID(), uuid, sellerId: seller });
    const before = await gainOf(shop, seller);
    const paid = await aPaidOrder(shop);
    expect(await reassign(paid)).toMatchObject({ proposalId: null });
    const one = (await gainOf(shop, seller)) - before;
    const alone = await gainAlone(shop, seller);

    const { uuid: undone, total } = await aGuestOrder(shop);
    await payByBank(shop, undone, total);
    const { position } = await shop.deps.db
      .selectFrom("projection.order_payment")
      .select("position")
      .where("order_id", "=", undone)
      .executeTakeFirstOrThrow();
    await admin.orders.undoPayment({ commandId: randomUUID(), uuid: undone, position });
    const { uuid: unpaid } = await aGuestOrder(shop);

    // The limit holds one more of these orders.
    await setLimit(shop, alone + one);
    expect(await reassign(undone)).toMatchObject({ proposalId: null });
    // Not paid yet, and still it counts.
    const { proposalId } = await reassign(unpaid);
    expect(proposalId).not.toBeNull();
    await payByBank(shop, undone, total);
    expect(await reassign(await aPaidOrder(shop))).not.toMatchObject({ proposalId: null });
    expect(await gainAlone(shop, seller)).toBe(alone);

    // Orders that nobody will pay offset nothing when they are taken from the member.
    const { uuid: worthless } = await aGuestOrder(shop, "ANNA");
    await admin.orders.reassign({ commandId: randomUUID(), uuid: worthless, sellerId: null });
    expect(await reassign(await aPaidOrder(shop))).not.toMatchObject({ proposalId: null });

    const { uuid: cancelled } = await aGuestOrder(shop);
    await setLimit(shop, alone + 2 * one);
    expect(await reassign(cancelled)).toMatchObject({ proposalId: null });
    await admin.orders.cancel({ commandId: randomUUID(), uuid: cancelled, reason: "" });
    expect(await reassign(await aPaidOrder(shop))).toMatchObject({ proposalId: null });
  });
});
