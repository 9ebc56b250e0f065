import { newItemId } from "@portal/shared/platform/editing.ts";
import { describe, expect } from "vitest";
import { aProduct } from "../../testing/busy-shop.ts";
import { aGuestOrder, products, type TestShop, test } from "../../testing/shop-test.ts";

const office = (shop: TestShop) => shop.as(shop.people.admin);
const added = { ...aProduct, id: newItemId, name: "Linen pouch", productCode: "POUCH" };
const auditOf = (shop: TestShop, target: string) =>
  shop.deps.db
    .selectFrom("audit_entry")
    .select(["action", "details"])
    .where("target", "=", target)
    .orderBy("id")
    .execute();

describe("a product", () => {
  // shows S3.9, S4.17
  test("is added, found, changed and deleted, and each change is audited", async ({ shop }) => {
    const { products: context } = await office(shop);
    const { id } = await context.save(added);
    const { rows, total } = await context.list({ search: "linen" });
    expect(total).toBe(1);
    expect(rows[0]).toMatchObject({ ...added, id, listingName: "Linen pouch", picture: null });

    const version = rows[0]?.version;
    await context.save({ ...added, id, price: 212_50, version });
    expect(await context.byId({ id })).toMatchObject({ id, price: 212_50 });
    expect(await context.delete({ id })).toEqual({ id });
    await expect(context.byId({ id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await auditOf(shop, `product ${id}`)).toEqual([
      { action: "product.added", details: { price: 325_00 } },
      { action: "product.changed", details: { changed: { price: [325_00, 212_50] } } },
      { action: "product.deleted", details: { price: 212_50 } },
    ]);
  });

  // shows S3.27
  test("rejects a stale version", async ({ shop }) => {
    const { products: context } = await office(shop);
    const { id } = await context.save(added);
    const { version } = await context.byId({ id });
    await context.save({ ...added, id, price: 301_00, version });
    await expect(context.save({ ...added, id, price: 302_00, version })).rejects.toThrow(
      "Someone else has changed this.",
    );
    expect((await context.byId({ id })).price).toBe(301_00);
    await context.delete({ id });
  });

  // shows S3.10
  test("cannot be deleted once it was ordered, paid or not", async ({ shop }) => {
    const { products: context } = await office(shop);
    await aGuestOrder(shop);
    const id = products.bottle;
    await expect(context.delete({ id })).rejects.toThrow("This product has been ordered");
    await context.save({ ...aProduct, id, hide: true });
    await expect(aGuestOrder(shop)).rejects.toThrow("A product in this order is not available.");
    await context.save({ ...aProduct, id });
    expect((await aGuestOrder(shop)).total).toBeGreaterThan(0);
  });

  test("keeps the prices of earlier orders when its price changes", async ({ shop }) => {
    const { products: context } = await office(shop);
    const order = await aGuestOrder(shop);
    await context.save({ ...aProduct, id: products.bottle, price: 599_00 });
    const before = await order.guest.orders.detail({ uuid: order.uuid });
    expect(before.total).toBe(order.total);
    expect((await aGuestOrder(shop)).total).toBe(order.total + 4 * (599_00 - 325_00));
    await context.save({ ...aProduct, id: products.bottle });
  });

  test.for([
    ["no name", { name: " " }],
    ["a price with cents of cents", { price: 1.5 }],
    ["a price below nothing", { price: -1 }],
    ["a weight that is no whole number", { weightInGrams: 0.5 }],
    ["no code", { productCode: "" }],
    ["no group", { productGroup: null }],
    ["no dimensions", { dimensions: "" }],
    ["a picture that is not there", { imageId: 4_000_000 }],
  ] as const)("with %s is refused", async ([, wrong], { shop }) => {
    const { products: context } = await office(shop);
    const asked = { ...added, ...wrong };
    await expect(context.save(asked)).rejects.toMatchObject({
      code: expect.stringMatching(/BAD_REQUEST|NOT_FOUND/),
    });
    expect((await context.list({ search: added.name })).total).toBe(0);
  });

  test("stores markup as plain text", async ({ shop }) => {
    const { products: context } = await office(shop);
    const description = `<img src=x onerror=alert(1)>{{7*7}}`;
    const { id } = await context.save({ ...added, description });
    expect(await context.byId({ id })).toMatchObject({ description });
    await context.delete({ id });
  });
});

describe("the delivery line", () => {
  const line = { ...aProduct, id: products.delivery, productCode: "DELIVERY", productGroup: null };

  // shows S5.22
  test("needs no group, and a new price applies to new orders", async ({ shop }) => {
    const { products: context } = await office(shop);
    const before = (await aGuestOrder(shop)).total;
    await context.save({ ...line, dimensions: "", price: 150_00 });
    expect((await aGuestOrder(shop)).total).toBe(before + 50_00);
    await context.save({ ...line, price: 100_00 });
  });

  test.for([
    ["discontinued", { hide: true }],
    ["out of stock", { outOfStock: true }],
    ["called something else", { productCode: "POST", productGroup: "50" }],
  ] as const)("cannot be %s", async ([, wrong], { shop }) => {
    const { products: context } = await office(shop);
    await expect(context.save({ ...line, ...wrong })).rejects.toThrow(
      "The DELIVERY product is used to charge",
    );
  });

  // shows S3.11
  test("is unique and cannot be deleted", async ({ shop }) => {
    const { products: context } = await office(shop);
    await expect(context.save({ ...line, id: newItemId })).rejects.toThrow("there can only be one");
    await expect(context.delete({ id: products.delivery })).rejects.toThrow(
      "there can only be one",
    );
  });
});

describe("the list of products", () => {
  // shows S7.31
  test("is searched literally, sorted and paged", async ({ shop }) => {
    const { products: context } = await office(shop);
    const all = await context.list({});
    expect(all.currency).toBe("ZAR");
    const names = all.rows.map(({ name }) => name);
    expect(names).toEqual(names.toSorted());
    expect(names).toContain("Gone");
    const reversed = await context.list({ direction: "desc", pageSize: 2, page: 2 });
    expect(reversed.rows.map(({ name }) => name)).toEqual(names.toReversed().slice(2, 4));
    for (const search of ["%", "_", "\\", "' or 1=1--"])
      expect((await context.list({ search })).total).toBe(0);
  });
});
