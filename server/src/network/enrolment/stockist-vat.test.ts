import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { UpdateUser } from "@portal/shared/people/users/user-forms.ts";
import { sql } from "kysely";
import { describe, expect, onTestFinished } from "vitest";
import { forgetRegions } from "../../platform/db/region.queries.ts";
import { asOwner } from "../../testing/as-owner.ts";
import { office, refusedAs, stateOf, test } from "../../testing/proposals-test.ts";
import { aRecipient, products, type TestShop } from "../../testing/shop-test.ts";
import { aStockist, auditOf, messagesTo } from "../../testing/some-users.ts";

type Percents = Pick<UpdateUser, "stockistVAT" | "stockistMargin" | "altNumber">;

/** A stockist of Ben's, without an own rate; that of the region is 15%. */
async function editing(shop: TestShop) {
  const { admin, dev } = await office(shop);
  const { role, ...wanted } = aStockist(shop.people.ben, { company: "Corner Shop" });
  const { id } = await admin.users.create({ ...wanted, role });
  const { email, firstName, lastName, cellNumber } = wanted;
  const save = (changes: Percents) =>
    admin.users.update({
      commandId: randomUUID(),
      id,
      email,
      firstName,
      lastName,
      cellNumber,
      ...changes,
    });
  return { admin, dev, id, save, now: () => admin.users.byId({ id }) };
}

/** As two admins, or one who raises it, would. */
async function setRegionRate(shop: TestShop, vat_bps: number): Promise<void> {
  const from_at = new Date().toISOString();
  await asOwner(shop.deps.db, (tx) =>
    tx.insertInto("region_vat_rate").values({ region: "za", vat_bps, from_at }).execute(),
  );
  forgetRegions();
}

async function rateOfAnOrder(shop: TestShop, userId: number): Promise<number> {
  const { addresses, orders } = await shop.as(userId);
  const { id: addressId } = await addresses.save(aRecipient);
  const lines = [{ productId: products.bottle, quantity: 1 }];
  const commandId = randomUUID();
  const { uuid } = await orders.save({ commandId, sections: [{ addressId, lines }] });
  const { vat_bps } = await shop.deps.db
    .selectFrom("projection.order_state")
    .select("vat_bps")
    .where("order_id", "=", uuid)
    .executeTakeFirstOrThrow();
  return vat_bps;
}

describe("a stockist's own VAT rate", () => {
  // shows T406
  test("is lowered by two, and the rest is saved at once", async ({ limited: shop }) => {
    const { admin, dev, id, save, now } = await editing(shop);
    const before = await messagesTo(shop, id);
    const { proposalId } = await save({ stockistVAT: 0, altNumber: "021 555 1234" });
    expect(await now()).toMatchObject({ stockistVAT: null, altNumber: "021 555 1234" });
    expect(await messagesTo(shop, id)).toEqual(before);
    await expect(admin.proposals.confirm({ id: String(proposalId) })).rejects.toEqual(
      refusedAs("proposal.own"),
    );
    const { open } = await dev.proposals.list();
    expect(open.find((each) => each.id === proposalId)).toMatchObject({
      personName: "Thandi Nkosi",
      change: { kind: "stockist-vat", data: { userId: id, vatBps: 0, before: null } },
    });
    expect(await dev.proposals.confirm({ id: String(proposalId) })).toMatchObject({
      failure: null,
    });
    expect(await now()).toMatchObject({ stockistVAT: 0 });
    expect(await messagesTo(shop, id)).toEqual([...before, "network-changed"]);
    expect((await auditOf(shop, id)).at(-1)).toMatchObject({
      action: "user.updated",
      details: { changed: ["stockist_vat_bps"], values: { stockist_vat_bps: [null, 0] } },
    });
  });

  // shows T406
  test("is raised by one, and leaving an own rate counts as the region's", async ({
    limited: shop,
  }) => {
    const { save, now } = await editing(shop);
    for (const [stockistVAT, shown] of [
      // That of all is none of their own.
      [15, null],
      [16, 16],
      [20, 20],
    ] as const) {
      expect((await save({ stockistVAT })).proposalId).toBeNull();
      expect(await now()).toMatchObject({ stockistVAT: shown });
    }
    // 20% to the 15% of all, and to 19%.
    for (const stockistVAT of [null, 19])
      expect((await save({ stockistVAT })).proposalId).not.toBeNull();
    expect(await now()).toMatchObject({ stockistVAT: 20 });
    expect((await save({ stockistVAT: 20 })).proposalId).toBeNull();
    expect((await save({})).proposalId).toBeNull();
  });

  // shows T406
  test("and a margin of the same edit are a decision each", async ({ limited: shop }) => {
    const { admin, dev, id, save, now } = await editing(shop);
    const { stockists } = await admin.settings.get();
    await asOwner(shop.deps.db, (tx) =>
      tx.updateTable("shop_setting").set({ stockist_margin_max_bps: 9900 }).execute(),
    );
    await save({ stockistMargin: 60, stockistVAT: 10 });
    expect(await now()).toMatchObject({ stockistVAT: null, stockistMargin: 25 });
    const ofThem = (await dev.proposals.list()).open.filter(
      ({ change }) => "userId" in change.data && change.data.userId === id,
    );
    expect(ofThem.map(({ change }) => change.kind).toSorted()).toEqual(["margin", "stockist-vat"]);
    for (const { id: decision } of ofThem)
      expect(await dev.proposals.confirm({ id: decision })).toMatchObject({ failure: null });
    expect(await now()).toMatchObject({ stockistVAT: 10, stockistMargin: 60 });
    await save({ stockistMargin: 25 });
    await admin.settings.save({ section: "stockists", ...stockists });
  });

  // shows T406
  test("is another by the time it is confirmed, and the decision is void", async ({
    limited: shop,
  }) => {
    const { dev, save, now } = await editing(shop);
    const { proposalId } = await save({ stockistVAT: 0 });
    await save({ stockistVAT: 16 });
    expect(await dev.proposals.confirm({ id: String(proposalId) })).toMatchObject({
      failure: "proposal.outdated",
    });
    expect(await stateOf(shop, String(proposalId))).toMatchObject({ state: "void" });
    expect(await now()).toMatchObject({ stockistVAT: 16 });
  });

  // shows T406
  test("of somebody new is not lower than that of all", async ({ limited: shop }) => {
    const { admin } = await office(shop);
    const add = (stockistVAT: number) => admin.users.create(aStockist(null, { stockistVAT }));
    await expect(add(14)).rejects.toEqual(refusedAs("network.vat-of-two"));
    const { id } = await add(15);
    expect(await admin.users.byId({ id })).toMatchObject({ stockistVAT: null });
  });

  // shows T419
  test("follows the region's when that is raised, unless two decided that it is lower", async ({
    limited: shop,
  }) => {
    onTestFinished(() => setRegionRate(shop, 1500));
    const follower = await editing(shop);
    const lower = await editing(shop);
    const earlier = await editing(shop);
    await follower.save({ stockistVAT: 16 });
    const { proposalId } = await lower.save({ stockistVAT: 10 });
    await lower.dev.proposals.confirm({ id: String(proposalId) });
    // Raised by one, and still below that of all.
    expect((await lower.save({ stockistVAT: 12 })).proposalId).toBeNull();
    // As an earlier release stored that of all.
    await asOwner(shop.deps.db, (tx) =>
      tx
        .updateTable("account")
        .set({ stockist_vat_bps: 1500 })
        .where("id", "=", earlier.id)
        .execute(),
    );
    await setRegionRate(shop, 1700);
    const ratesOf = async () => [
      await rateOfAnOrder(shop, follower.id),
      await rateOfAnOrder(shop, lower.id),
      await rateOfAnOrder(shop, earlier.id),
    ];
    expect(await ratesOf()).toEqual([1700, 1200, 1700]);
    expect(await follower.now()).toMatchObject({ stockistVAT: null });
    expect(await lower.now()).toMatchObject({ stockistVAT: 12 });
    expect(await earlier.now()).toMatchObject({ stockistVAT: null });

    // What one entered before is not a rate that one may enter again.
    for (const stockistVAT of [15, 16])
      expect((await follower.save({ stockistVAT })).proposalId).not.toBeNull();
    expect(await ratesOf()).toEqual([1700, 1200, 1700]);
    await setRegionRate(shop, 1500);
    expect(await ratesOf()).toEqual([1600, 1200, 1500]);
  });

  // shows T419
  test("of an earlier release stays where it is below the region's, and follows it otherwise", async ({
    limited: shop,
  }) => {
    onTestFinished(() => setRegionRate(shop, 1500));
    const people = await Promise.all([editing(shop), editing(shop)]);
    for (const [at, { id }] of people.entries())
      await asOwner(shop.deps.db, (tx) =>
        tx
          .updateTable("account")
          .set({ stockist_vat_bps: [0, 1500][at] ?? null })
          .where("id", "=", id)
          .execute(),
      );
    const migration = await readFile(
      path.join(
        import.meta.dirname,
        "../../../../migrations/0128-stockist-vat-and-missing-lines.sql",
      ),
      "utf8",
    );
    const update = migration.slice(migration.indexOf("update account"));
    await asOwner(shop.deps.db, (tx) => sql.raw(update).execute(tx));
    await setRegionRate(shop, 1600);
    const rates: number[] = [];
    for (const { id } of people) rates.push(await rateOfAnOrder(shop, id));
    expect(rates).toEqual([0, 1600]);
  });
});
