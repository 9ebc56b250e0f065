import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { aProduct } from "../../testing/busy-shop.ts";
import { asOwner } from "../../testing/as-owner.ts";
import { office, refusedAs, stateOf, test } from "../../testing/proposals-test.ts";
import type { TestShop } from "../../testing/shop-test.ts";

async function productOf325(shop: TestShop): Promise<number> {
  const { admin } = await office(shop);
  const added = { ...aProduct, id: -1, productCode: randomUUID().slice(0, 8), price: 325_00 };
  return (await admin.products.save(added)).id;
}

describe("a price", () => {
  async function setting(shop: TestShop) {
    const { admin, dev } = await office(shop);
    const id = await productOf325(shop);
    const priceOf = async () => (await admin.products.byId({ id })).price;
    const save = async (price: number, more: object = {}) => {
      const { productCode } = await admin.products.byId({ id });
      return admin.products.save({ ...aProduct, productCode, id, price, ...more });
    };
    return { admin, dev, id, priceOf, save };
  }

  // shows T240
  test("is lowered by more than half by two, while the rest is saved at once", async ({
    limited: shop,
  }) => {
    const { dev, admin, id, priceOf, save } = await setting(shop);
    expect(await save(200_00)).toEqual({ id, proposalId: null });
    expect(await priceOf()).toBe(200_00);
    await save(325_00);
    const { proposalId } = await save(1_00, { description: "Now with a lid" });
    expect(await admin.products.byId({ id })).toMatchObject({
      price: 325_00,
      description: "Now with a lid",
    });
    expect(await save(1_00)).toMatchObject({ proposalId });
    await expect(admin.proposals.confirm({ id: String(proposalId) })).rejects.toEqual(
      refusedAs("proposal.own"),
    );
    const { open } = await dev.proposals.list();
    expect(open.find((each) => each.id === proposalId)?.change.data).toMatchObject({
      price: 1_00,
      before: 325_00,
    });
    expect(await dev.proposals.confirm({ id: String(proposalId) })).toMatchObject({
      failure: null,
    });
    expect(await priceOf()).toBe(1_00);
  });

  // shows T240
  test("in steps counts from the highest of 30 days", async ({ limited: shop }) => {
    const { id, priceOf, save } = await setting(shop);
    await save(170_00);
    const { proposalId } = await save(162_49);
    expect(proposalId).not.toBeNull();
    expect(await save(162_50)).toEqual({ id, proposalId: null });
    expect(await priceOf()).toBe(162_50);
    await asOwner(shop.deps.db, (tx) =>
      sql`update audit_entry set at = at - interval '31 days' where target = ${`product ${id}`}`.execute(
        tx,
      ),
    );
    expect(await save(90_00)).toEqual({ id, proposalId: null });
    expect(await priceOf()).toBe(90_00);
  });

  test("that changed meanwhile is not lowered", async ({ limited: shop }) => {
    const { dev, priceOf, save } = await setting(shop);
    const id = String((await save(1_00)).proposalId);
    await save(300_00);
    await dev.proposals.confirm({ id });
    expect(await stateOf(shop, id)).toMatchObject({ state: "void", failure: "proposal.outdated" });
    expect(await priceOf()).toBe(300_00);
  });
});
