import { randomUUID } from "node:crypto";
import { describe, expect, onTestFinished } from "vitest";
import { aProduct } from "../../testing/busy-shop.ts";
import { office, stateOf, test } from "../../testing/proposals-test.ts";
import { products, type TestShop } from "../../testing/shop-test.ts";

async function productOf325(shop: TestShop): Promise<number> {
  const { admin } = await office(shop);
  const added = { ...aProduct, id: -1, productCode: randomUUID().slice(0, 8), price: 325_00 };
  const { id } = await admin.products.save(added);
  // A sale counts with the price of each product.
  onTestFinished(async () => void (await admin.products.delete({ id })));
  return id;
}

describe("a decision that gives away", () => {
  const voided = { state: "void", failure: "proposal.outdated" };

  // shows T375
  test("counts while it waits, so that no price is lowered below it", async ({ limited: shop }) => {
    const { admin, dev } = await office(shop);
    const id = await productOf325(shop);
    const { productCode } = await admin.products.byId({ id });
    const price = (given: number) =>
      admin.products.save({ ...aProduct, productCode, id, price: given });
    const sale = { section: "sale", bfEnabled: true, bfDiscount: 60 } as const;
    const { proposalId } = await admin.settings.save(sale);
    const lowered = await price(200_00);
    expect(lowered.proposalId).not.toBeNull();
    expect((await admin.products.byId({ id })).price).toBe(325_00);
    await dev.proposals.decline({ id: String(proposalId) });
    await dev.proposals.decline({ id: String(lowered.proposalId) });
    expect((await price(200_00)).proposalId).toBeNull();
  });

  // shows T375
  test("is void where it would give more by then than was confirmed", async ({ limited: shop }) => {
    const { admin, dev } = await office(shop);
    const id = await productOf325(shop);
    const { productCode } = await admin.products.byId({ id });
    const price = (given: number) =>
      admin.products.save({ ...aProduct, productCode, id, price: given });
    const sale = { section: "sale", bfEnabled: true, bfDiscount: 60 } as const;
    onTestFinished(async () => {
      await admin.settings.save({ ...sale, bfEnabled: false, bfDiscount: 10 });
    });
    const first = String((await price(150_00)).proposalId);
    const second = String((await admin.settings.save(sale)).proposalId);
    const third = String((await price(149_00)).proposalId);
    const { open } = await dev.proposals.list();
    const shareOf = (wanted: string) => open.find((each) => each.id === wanted)?.change.data;
    expect(shareOf(first)).toMatchObject({ shareBps: 4615 });
    expect(shareOf(second)).toMatchObject({ shareBps: 4000 });
    expect(shareOf(third)).toMatchObject({ shareBps: 1834 });
    await dev.proposals.confirm({ id: first });
    expect((await admin.products.byId({ id })).price).toBe(150_00);
    await dev.proposals.confirm({ id: second });
    expect(await stateOf(shop, second)).toMatchObject(voided);
    expect((await admin.settings.get()).sale.bfEnabled).toBe(false);

    await price(325_00);
    const next = String((await price(148_00)).proposalId);
    await admin.settings.save({ ...sale, bfDiscount: 40 });
    await dev.proposals.confirm({ id: next });
    expect(await stateOf(shop, next)).toMatchObject(voided);
    expect((await admin.products.byId({ id })).price).toBe(325_00);
    await dev.proposals.decline({ id: third });
  });

  // shows T375
  test("on delivery is void where a parcel got cheaper meanwhile", async ({ limited: shop }) => {
    const { admin, dev } = await office(shop);
    const region = async () => {
      const found = (await admin.settings.get()).regions.find(({ code }) => code === "za");
      if (!found) throw new Error("No region");
      return found;
    };
    const save = async (deliveryFlat: number | null) =>
      admin.settings.save({ section: "region", ...(await region()), deliveryFlat });
    const parcel = await admin.products.byId({ id: products.delivery });
    const { picture: _picture, listingName: _name, dateCreated: _since, ...fields } = parcel;
    const { dateUpdated: _at, version: _version, ...delivery } = fields;
    const parcelAt = (price: number) => admin.products.save({ ...delivery, dimensions: "", price });
    await save(250_00);
    const { proposalId } = await save(null);
    await parcelAt(60_00);
    await dev.proposals.confirm({ id: String(proposalId) });
    expect(await stateOf(shop, String(proposalId))).toMatchObject(voided);
    expect(await region()).toMatchObject({ deliveryFlat: 250_00 });
    await parcelAt(100_00);
  });
});
