import { randomUUID } from "node:crypto";
import type { SaveProduct } from "@portal/shared/catalogue/products.ts";
import { newItemId } from "@portal/shared/platform/editing.ts";
import { describe, expect, onTestFinished } from "vitest";
import { aProduct } from "../../testing/busy-shop.ts";
import { office, refusedAs, stateOf, test } from "../../testing/proposals-test.ts";
import { aGuestOrder, products, type TestShop } from "../../testing/shop-test.ts";

/** A group of its own, so that it is compared with nothing. */
const sample = {
  ...aProduct,
  name: "Sachet",
  productCode: "SACHET",
  productGroup: "100c",
} as const;
const bottle = { ...aProduct, id: products.bottle };

type Changes = Partial<Omit<SaveProduct, "id">>;

async function catalogue(shop: TestShop) {
  const { admin, dev } = await office(shop);
  const save = (given: Changes & { id: number }) => admin.products.save({ ...sample, ...given });
  const add = async (given: Changes) => {
    const added = await save({ ...given, id: newItemId });
    onTestFinished(async () => {
      const { open } = await dev.proposals.list();
      for (const { id, change } of open)
        if (change.kind === "price" && change.data.productId === added.id)
          await dev.proposals.decline({ id });
      await admin.products.delete({ id: added.id });
    });
    return added;
  };
  const of = (id: number) => admin.products.byId({ id });
  return { admin, dev, save, add, of };
}

describe("a product that is new", () => {
  // shows T373
  test("or named like another, far below its price, is hidden until two decided", async ({
    limited: shop,
  }) => {
    const { dev, add, of } = await catalogue(shop);
    for (const name of ["50 ML", "Originаl 5Oml", "Special offer: original 50ml"]) {
      const { id, proposalId } = await add({ name, price: 1_00, productCode: randomUUID() });
      expect(await of(id)).toMatchObject({ hide: true, price: 1_00 });
      await dev.proposals.confirm({ id: String(proposalId) });
      expect(await of(id)).toMatchObject({ hide: false, price: 1_00, name });
    }
  });

  // shows T373
  test("is compared with the cheapest of its group, and fine in a group of its own", async ({
    limited: shop,
  }) => {
    const { add, of, save } = await catalogue(shop);
    const { id, proposalId } = await add({ price: 100_00 });
    expect(proposalId).toBeNull();
    const cheap = { name: "Leaflet", productCode: "LEAFLET", price: 49_00 };
    const second = await add(cheap);
    expect(second.proposalId).not.toBeNull();
    expect(await of(second.id)).toMatchObject({ hide: true });
    // Neither showing it nor asking again puts it into the shop.
    const again = await save({ ...cheap, id: second.id, hide: false });
    expect(again.proposalId).not.toBeNull();
    expect(await of(second.id)).toMatchObject({ hide: true });
    expect((await save({ ...cheap, id: second.id, price: 50_00 })).proposalId).toBeNull();
    expect(await of(second.id)).toMatchObject({ hide: false });
    // What it is compared with was there when it was added; the group's cheapest may have been hidden since.
    await save({ id, hide: true, price: 100_00 });
    expect((await save({ ...cheap, id: second.id, price: 49_00 })).proposalId).not.toBeNull();
  });

  // shows T373
  test("is lowered in steps from what it looks like, not from its own first price", async ({
    limited: shop,
  }) => {
    const { add, of, save } = await catalogue(shop);
    const named = { name: "Original 50ml, new", productCode: "NEW" };
    const { id, proposalId } = await add({ ...named, price: 170_00 });
    expect(proposalId).toBeNull();
    expect((await save({ ...named, id, price: 162_49 })).proposalId).not.toBeNull();
    expect(await of(id)).toMatchObject({ price: 170_00, hide: false });
    expect((await save({ ...named, id, price: 162_50 })).proposalId).toBeNull();
  });

  // shows T373
  test("has a code of its own, however it is written", async ({ limited: shop }) => {
    const { add } = await catalogue(shop);
    await add({ productCode: "LOT-10" });
    for (const productCode of ["LOT-10", "lot 10", "l0t1o", "LОT-10"])
      await expect(add({ productCode })).rejects.toEqual(refusedAs("product.same-code"));
  });

  test("is added once, with one decision, however often it is sent", async ({ limited: shop }) => {
    const { add, save } = await catalogue(shop);
    const sent = { commandId: randomUUID(), name: "50ml", productCode: "ONCE", price: 1_00 };
    const first = await add(sent);
    expect(first.proposalId).not.toBeNull();
    expect(await save({ ...sent, id: newItemId })).toEqual(first);
  });
});

describe("a product that is renamed", () => {
  // shows T373
  test("to what another was called is hidden until two decided", async ({ limited: shop }) => {
    const { add, admin, dev, of, save } = await catalogue(shop);
    const { id } = await add({ price: 10_00 });
    onTestFinished(async () => void (await admin.products.save(bottle)));
    await admin.products.save({ ...bottle, name: "Sachet of old", productCode: "OLD" });
    const renamed = await save({ id, name: "Original 50ml", price: 10_00 });
    expect(await of(id)).toMatchObject({ hide: true, name: "Original 50ml" });
    await dev.proposals.confirm({ id: String(renamed.proposalId) });
    expect(await of(id)).toMatchObject({ hide: false });
  });

  // shows T373
  test("while two decide its price makes the decision void", async ({ limited: shop }) => {
    const { add, dev, of, save } = await catalogue(shop);
    for (const other of [
      { name: "Original 50ml" },
      { productCode: "OTHER" },
      { productGroup: "100" as const },
    ]) {
      const { id } = await add({ price: 300_00 });
      const { proposalId } = await save({ id, price: 100_00 });
      await save({ id, price: 300_00, ...other });
      await dev.proposals.confirm({ id: String(proposalId) });
      expect(await stateOf(shop, String(proposalId))).toMatchObject({
        state: "void",
        failure: "proposal.outdated",
      });
      expect((await of(id)).price).toBe(300_00);
      await save({ id, price: 300_00, hide: true, productCode: randomUUID() });
    }
  });

  // shows T373
  test("or new, of another code, group or size, or shown again, needs the second factor shown just now", async ({
    limited: shop,
  }) => {
    const { add } = await catalogue(shop);
    const { id } = await add({ price: 300_00, hide: true });
    const session = { token: "none", handle: randomUUID(), impersonatorId: null, passwordAt: null };
    const late = await shop.as(shop.people.admin, { session });
    const hidden = { ...sample, id, price: 300_00, hide: true };
    for (const other of [
      { id: newItemId, productCode: "LATE" },
      { name: "Renamed" },
      { productCode: "RECODED" },
      { productGroup: "50" as const },
      { dimensions: "1 x 1 x 1 cm" },
      { hide: false },
    ])
      await expect(late.products.save({ ...hidden, ...other })).rejects.toEqual(
        refusedAs("access.password-needed"),
      );
    // Words alone ask for nothing.
    await late.products.save({ ...hidden, description: "With a lid" });
  });

  test("is not ordered while it waits", async ({ limited: shop }) => {
    const { admin, dev, of, save } = await catalogue(shop);
    await expect(aGuestOrder(shop)).resolves.toBeDefined();
    const { proposalId } = await save({ ...bottle, price: 1_00 });
    expect(await of(bottle.id)).toMatchObject({ price: 325_00, hide: false });
    await dev.proposals.decline({ id: String(proposalId) });
    await admin.products.save(bottle);
  });
});
