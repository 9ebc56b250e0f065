import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { findUndecided } from "../../office/ledger-health/undecided-money.queries.ts";
import { readOnly } from "../../platform/db/database.ts";
import { asOwner } from "../../testing/as-owner.ts";
import { office, test } from "../../testing/proposals-test.ts";
import { aGuestOrder, payByBank, type TestShop } from "../../testing/shop-test.ts";
import { aDistributor } from "../../testing/some-users.ts";

const setLimit = (shop: TestShop, above: number) =>
  asOwner(shop.deps.db, (tx) =>
    tx.updateTable("region").set({ payout_second_person_above: above }).execute(),
  );

async function aPaidOrder(shop: TestShop, code?: string): Promise<string> {
  const { uuid, total } = await aGuestOrder(shop, code);
  await payByBank(shop, uuid, total);
  return uuid;
}

const reassign = async (shop: TestShop, uuid: string, sellerId: number | null) =>
  (await office(shop)).admin.orders.reassign({ commandId: randomUUID(), uuid, sellerId });

/** What the member earned by reassigned orders. */
async function movedTo({ deps }: TestShop, userId: number): Promise<number> {
  const rows = await deps.db
    .selectFrom("projection.commission_entry as entry")
    .innerJoin("ledger_events as event", "event.position", "entry.position")
    .select("entry.amount")
    .where("event.type", "=", "OrderReassigned")
    .where("entry.beneficiary_id", "=", userId)
    .execute();
  return rows.reduce((sum, { amount }) => sum + amount, 0);
}

describe("the limit of what reassigning brings", () => {
  // shows T357
  test("is not raised by orders that were moved away from the member before", async ({
    limited: shop,
  }) => {
    const { anna } = shop.people;
    await setLimit(shop, 1_000_000_00);
    await reassign(shop, await aPaidOrder(shop), anna);
    const one = await movedTo(shop, anna);
    // Paid by nobody: the payments are undone, and the orders cancelled, once they have been moved away.
    for (let each = 0; each < 3; each++) await reassign(shop, await aPaidOrder(shop, "ANNA"), null);
    expect(await movedTo(shop, anna)).toBeLessThan(0);

    await setLimit(shop, one);
    expect(await reassign(shop, await aPaidOrder(shop), anna)).not.toMatchObject({
      proposalId: null,
    });
    // One order to and fro is worth nothing to anybody.
    const toAndFro = await aPaidOrder(shop);
    await setLimit(shop, 2 * one);
    for (const sellerId of [anna, null, anna, null])
      expect(await reassign(shop, toAndFro, sellerId)).toMatchObject({ proposalId: null });
    await setLimit(shop, one);
    expect(await reassign(shop, await aPaidOrder(shop), anna)).not.toMatchObject({
      proposalId: null,
    });

    // Ledger health counts alike, whatever was the limit.
    await asOwner(shop.deps.db, (tx) =>
      sql`update money_limit set above = ${2 * one - 1}, since = since - interval '1 day'`.execute(
        tx,
      ),
    );
    const { events } = await findUndecided(readOnly(shop.deps.db));
    const moved = events.filter(({ type }) => type === "OrderReassigned");
    expect(moved.map(({ sum }) => sum)).toEqual([2 * one, 2 * one]);
  });

  // shows T357
  test("holds for members who share a bank account", async ({ limited: shop }) => {
    const { admin } = await office(shop);
    const { id: one } = await admin.users.create(aDistributor(null));
    const { id: other } = await admin.users.create(aDistributor(null));
    const account = {
      bank_name: "FNB",
      account_name: "A Person",
      cheque_or_savings: "Cheque",
      branch_code: "250655",
    } as const;
    await setLimit(shop, 1_000_000_00);
    await reassign(shop, await aPaidOrder(shop), one);
    const gained = await movedTo(shop, one);
    await setLimit(shop, gained);
    expect(await reassign(shop, await aPaidOrder(shop), other)).toMatchObject({
      proposalId: null,
    });
    for (const [user_id, account_number] of [
      [one, "62 0001 7771"],
      [other, "6200017771"],
    ] as const)
      await shop.deps.db
        .insertInto("bank_detail")
        .values({ ...account, user_id, account_number })
        .execute();
    expect(await reassign(shop, await aPaidOrder(shop), other)).not.toMatchObject({
      proposalId: null,
    });
  });
});
