import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { asOwner } from "../../testing/as-owner.ts";
import { aTransfer, office, stateOf, test } from "../../testing/proposals-test.ts";
import { aGuestOrder, payByBank, type TestShop } from "../../testing/shop-test.ts";
import { uploadStatement } from "../../testing/upload-statement.ts";
import { shopDay } from "../../testing/shop-day.ts";
import { findFrozenCommission } from "../../platform/proposals/frozen-commission.ts";
import { requestHash } from "../../platform/ledger/canonical-json.ts";

const command = () => ({ commandId: randomUUID() });

/** Below the order, and above what its seller earns: so one admin may put a seller in. */
const aboveCommission = 1000_00;
const setLimit = (shop: TestShop, payout_second_person_above: number) =>
  asOwner(shop.deps.db, (tx) =>
    tx.updateTable("region").set({ payout_second_person_above }).execute(),
  );

/** What of an order above the limit waits for a second admin, whoever sells it. */
const proposing = {
  eft: async (shop: TestShop, code?: string) => {
    await setLimit(shop, aboveCommission);
    const { admin } = await office(shop);
    const { uuid, total } = await aGuestOrder(shop, code);
    const { proposalId } = await admin.orders.recordEft(aTransfer(uuid, total));
    return { uuid, id: String(proposalId) };
  },
  "bank-line": async (shop: TestShop, code?: string) => {
    await setLimit(shop, aboveCommission);
    const { admin } = await office(shop);
    const { uuid, total, orderNumber } = await aGuestOrder(shop, code);
    const words = `RH${orderNumber} ${randomUUID()}`;
    const row = `${shopDay()},${(total / 100).toFixed(2)},${words}`;
    await uploadStatement(shop, `Date,Amount,Description\n${row}`);
    const [line] = (await admin.bankLines.list({ search: words })).rows;
    const uses = [{ orderNumber, amount: total }];
    const used = { ...command(), lineId: line?.id ?? 0, uses };
    const { proposalId } = await admin.bankLines.use(used);
    return { uuid, id: String(proposalId) };
  },
};
const kinds = ["eft", "bank-line"] as const;

// shows T398
describe("a decision by which somebody earns", () => {
  test.for(kinds)(
    "on %s of a sale of nobody is void where a seller is put in",
    async (kind, { limited: shop }) => {
      const { admin, dev } = await office(shop);
      const { uuid, id } = await proposing[kind](shop);
      const { cara } = shop.people;
      expect(await admin.orders.reassign({ ...command(), uuid, sellerId: cara })).toMatchObject({
        proposalId: null,
      });
      expect(await dev.proposals.confirm({ id })).toMatchObject({
        failure: "proposal.person-changed",
      });
      expect(await stateOf(shop, id)).toMatchObject({ state: "void", decided_by: null });
    },
  );

  test.for(kinds)(
    "on %s is void where another parent would earn, or more",
    async (kind, { limited: shop }) => {
      const { admin, dev } = await office(shop);
      const { sam, anna, ben } = shop.people;
      const moved = await proposing[kind](shop, "SAM");
      const { open } = await dev.proposals.list();
      expect(open.find((each) => each.id === moved.id)?.commission.length).toBeGreaterThan(0);
      const parent = (await parentOf(shop, sam)) === anna ? ben : anna;
      await admin.users.moveStockist({ ...command(), id: sam, parentId: parent });
      expect((await dev.proposals.confirm({ id: moved.id })).failure).not.toBeNull();
      expect(await stateOf(shop, moved.id)).toMatchObject({ state: "void" });

      const raised = await proposing[kind](shop, "SAM");
      await sql`update projection.member set distributor_bps = distributor_bps + 100
        where user_id = ${sam}`.execute(shop.deps.db);
      expect(await dev.proposals.confirm({ id: raised.id })).toMatchObject({
        failure: "proposal.commission-changed",
      });
    },
  );

  test("on another seller is void where the seller has another parent by then", async ({
    limited: shop,
  }) => {
    const { admin, dev } = await office(shop);
    const { ben, anna } = shop.people;
    await setLimit(shop, 100_00);
    const { uuid, total } = await aGuestOrder(shop, "ANNA");
    await payByBank(shop, uuid, total);
    const { proposalId } = await admin.orders.reassign({ ...command(), uuid, sellerId: ben });
    const id = String(proposalId);
    await admin.users.uplift({ ...command(), id: ben });
    expect((await dev.proposals.confirm({ id })).failure).not.toBeNull();
    expect(await stateOf(shop, id)).toMatchObject({ state: "void" });
    expect(await sellerOf(shop, uuid)).toBe(anna);
  });

  test.for(kinds)(
    "on %s is carried out where nothing changed, and its digest has what each earns",
    async (kind, { limited: shop }) => {
      const { dev } = await office(shop);
      const { uuid, id } = await proposing[kind](shop, "CARA");
      const commission = await findFrozenCommission(shop.deps.db, id);
      expect(commission).toMatchObject([{ orderId: uuid, sellerId: shop.people.cara }]);
      const decision = await shop.deps.db
        .selectFrom("decision")
        .select(["kind", "data", "words", "way", "digest", "proposed_by as by"])
        .select("second_person_above as secondPersonAbove")
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      const { kind: of, data, words, digest, ...frozen } = decision;
      const people = await shop.deps.db
        .selectFrom("decision_person")
        .select(["user_id", "digest"])
        .where("decision_id", "=", id)
        .orderBy("user_id")
        .execute();
      const signed = {
        ...frozen,
        id,
        change: { kind: of, data, words },
        people: people.map((each) => [each.user_id, each.digest]),
        commission,
      };
      expect(requestHash(signed).toString("hex")).toBe(digest);
      expect(await dev.proposals.confirm({ id })).toMatchObject({ failure: null });
      const paid = await shop.deps.db
        .selectFrom("projection.commission_entry")
        .select(["beneficiary_id as userId", "amount"])
        .where("order_id", "=", uuid)
        .orderBy("beneficiary_id")
        .execute();
      expect(commission?.[0]?.earned).toEqual(paid);
    },
  );

  test("of an earlier release, which froze nothing, is carried out", async ({ limited: shop }) => {
    const { admin, dev } = await office(shop);
    const { uuid, id } = await proposing.eft(shop);
    await asOwner(shop.deps.db, (tx) =>
      tx.deleteFrom("decision_frozen").where("decision_id", "=", id).execute(),
    );
    await admin.orders.reassign({ ...command(), uuid, sellerId: shop.people.cara });
    expect(await dev.proposals.confirm({ id })).toMatchObject({ failure: null });
  });
});

async function parentOf({ deps }: TestShop, userId: number) {
  const { parentId } = await deps.db
    .selectFrom("projection.member")
    .select("parent_id as parentId")
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return parentId;
}

async function sellerOf({ deps }: TestShop, uuid: string) {
  const { sellerId } = await deps.db
    .selectFrom("projection.order_state")
    .select("seller_id as sellerId")
    .where("order_id", "=", uuid)
    .executeTakeFirstOrThrow();
  return sellerId;
}
