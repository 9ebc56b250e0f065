import { randomUUID } from "node:crypto";
import { describe, expect, onTestFinished } from "vitest";
import { aProduct } from "../../testing/busy-shop.ts";
import { office, refusedAs, stateOf, test } from "../../testing/proposals-test.ts";
import type { TestShop } from "../../testing/shop-test.ts";

async function productOf325(shop: TestShop): Promise<number> {
  const { admin } = await office(shop);
  const added = { ...aProduct, id: -1, productCode: randomUUID().slice(0, 8), price: 325_00 };
  const { id } = await admin.products.save(added);
  // A sale counts with the price of each product.
  onTestFinished(async () => void (await admin.products.delete({ id })));
  return id;
}

describe("a price", () => {
  async function setting(
    shop: TestShop,
    own?: Awaited<ReturnType<TestShop["as"]>>,
    known?: number,
  ) {
    const { admin: first, dev } = await office(shop);
    const admin = own ?? first;
    const id = known ?? (await productOf325(shop));
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
    const now = () => new Date(Date.now() + 31 * 24 * 3600_000).toISOString();
    const later = await setting(shop, await shop.as(shop.people.admin, { now }), id);
    expect(await later.save(90_00)).toEqual({ id, proposalId: null });
    expect(await priceOf()).toBe(90_00);
  });

  // shows T271
  test("and a sale count together, whichever comes first", async ({ limited: shop }) => {
    const { admin, dev, priceOf, save } = await setting(shop);
    const sell = (bfEnabled: boolean, bfDiscount: number) =>
      admin.settings.save({ section: "sale", bfEnabled, bfDiscount });
    await save(170_00);
    // Put on later, it takes 40% of a price that was almost halved.
    expect((await sell(false, 40)).proposalId).toBeNull();
    const { proposalId } = await sell(true, 40);
    expect((await admin.settings.get()).sale.bfEnabled).toBe(false);
    await dev.proposals.confirm({ id: String(proposalId) });
    await sell(false, 10);

    await save(325_00);
    expect((await sell(true, 40)).proposalId).toBeNull();
    expect((await save(271_00)).proposalId).toBeNull();
    expect((await save(270_00)).proposalId).not.toBeNull();
    expect(await priceOf()).toBe(271_00);
    await sell(false, 10);
    expect((await save(170_00)).proposalId).toBeNull();
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

describe("a sale", () => {
  const saleOf = async (shop: TestShop) => (await (await office(shop)).admin.settings.get()).sale;

  // shows T241
  test.for([true, false])("above half, on: %s, takes two", async (bfEnabled, { limited: shop }) => {
    const { admin, dev } = await office(shop);
    const save = (bfDiscount: number) =>
      admin.settings.save({ section: "sale", bfEnabled, bfDiscount });
    expect((await save(40)).proposalId).toBeNull();
    const { proposalId } = await save(99);
    expect(await saleOf(shop)).toMatchObject({ bfDiscount: 40 });
    await dev.proposals.confirm({ id: String(proposalId) });
    expect(await saleOf(shop)).toMatchObject({ bfEnabled, bfDiscount: 99 });
    expect((await save(10)).proposalId).toBeNull();
  });

  // shows T241
  test("that two decided while it was off is put on by two", async ({ limited: shop }) => {
    const { admin, dev } = await office(shop);
    const sale = { section: "sale", bfEnabled: false, bfDiscount: 90 } as const;
    await dev.proposals.confirm({ id: String((await admin.settings.save(sale)).proposalId) });
    const { proposalId } = await admin.settings.save({ ...sale, bfEnabled: true });
    expect(proposalId).not.toBeNull();
    expect(await saleOf(shop)).toMatchObject({ bfEnabled: false });
    await admin.settings.save({ ...sale, bfDiscount: 10 });
  });
});

describe("the delivery price per recipient", () => {
  // shows T271
  test("is lowered by more than half by two, also instead of the price of a parcel", async ({
    limited: shop,
  }) => {
    const { admin, dev } = await office(shop);
    const region = async () => {
      const found = (await admin.settings.get()).regions.find(({ code }) => code === "za");
      if (!found) throw new Error("No region");
      return found;
    };
    const save = async (more: object) =>
      admin.settings.save({ section: "region", ...(await region()), ...more });
    expect((await save({ deliveryFlat: 60_00 })).proposalId).toBeNull();
    const { proposalId } = await save({ deliveryFlat: 0, unitValue: 300_00 });
    expect(await region()).toMatchObject({ deliveryFlat: 60_00, unitValue: 300_00 });
    const { open } = await dev.proposals.list();
    expect(open.find(({ id }) => id === proposalId)?.change.data).toEqual({
      region: "za",
      deliveryFlat: 0,
      before: 60_00,
      highest: 100_00,
      shareBps: 0,
    });
    await dev.proposals.confirm({ id: String(proposalId) });
    expect(await region()).toMatchObject({ deliveryFlat: 0, unitValue: 300_00 });
    expect((await save({ deliveryFlat: 120_00 })).proposalId).toBeNull();
    // The price of a parcel is 100.00.
    expect((await save({ deliveryFlat: null, unitValue: 282_61 })).proposalId).toBeNull();
    expect((await save({ deliveryFlat: 59_99 })).proposalId).not.toBeNull();
    expect(await region()).toMatchObject({ deliveryFlat: null });
  });

  // shows T271
  test("and a higher limit in one save wait each for itself", async ({ limited: shop }) => {
    const { admin, dev } = await office(shop);
    const region = async () =>
      (await admin.settings.get()).regions.find(({ code }) => code === "za");
    const before = await region();
    if (!before) throw new Error("No region");
    const known = new Set((await dev.proposals.list()).open.map(({ id }) => id));
    const given = { ...before, deliveryFlat: 1, payoutSecondPersonAbove: null };
    await admin.settings.save({ section: "region", ...given });
    expect(await region()).toEqual(before);
    const { open } = await dev.proposals.list();
    const kinds = open.filter(({ id }) => !known.has(id)).map(({ change }) => change.kind);
    expect(kinds.toSorted()).toEqual(["delivery-fee", "limit"]);
  });
});

describe("a margin", () => {
  async function editing(shop: TestShop, id: number) {
    const { admin, dev } = await office(shop);
    const { firstName, lastName, email, cell, company } = await admin.users.byId({ id });
    const named = { id, firstName, lastName, email, cellNumber: cell ?? "082 123 4567" };
    const save = (more: object) =>
      admin.users.update({
        commandId: randomUUID(),
        ...named,
        company: company || "Sam’s Shop",
        ...more,
      });
    return { admin, dev, save, now: () => admin.users.byId({ id }) };
  }

  // shows T241
  test("of a customer above half takes two, and the rest is saved", async ({ limited: shop }) => {
    const { dev, save, now } = await editing(shop, shop.people.kim);
    expect((await save({ margin: 30 })).proposalId).toBeNull();
    const { proposalId } = await save({ margin: 99, altNumber: "021 555 1234" });
    expect(await now()).toMatchObject({ margin: 30, altNumber: "021 555 1234" });
    await dev.proposals.confirm({ id: String(proposalId) });
    expect(await now()).toMatchObject({ margin: 99 });
    expect((await save({ margin: 98 })).proposalId).toBeNull();
    await save({ margin: null });
  });

  // shows T354
  test("and a lower price count together, whichever comes first", async ({ limited: shop }) => {
    const { admin, dev, save, now } = await editing(shop, shop.people.kim);
    const id = await productOf325(shop);
    const { productCode } = await admin.products.byId({ id });
    const price = (given: number) =>
      admin.products.save({ ...aProduct, productCode, id, price: given });
    expect((await save({ margin: 50 })).proposalId).toBeNull();
    const lowered = await price(163_00);
    expect(lowered.proposalId).not.toBeNull();
    expect((await admin.products.byId({ id })).price).toBe(325_00);
    await dev.proposals.decline({ id: String(lowered.proposalId) });

    await save({ margin: 20 });
    expect((await price(203_13)).proposalId).toBeNull();
    const { proposalId } = await save({ margin: 21 });
    expect(await now()).toMatchObject({ margin: 20 });
    await dev.proposals.confirm({ id: String(proposalId) });
    expect(await now()).toMatchObject({ margin: 21 });
    // Less is not raised.
    expect((await save({ margin: 19 })).proposalId).toBeNull();
    await save({ margin: null });
    expect((await price(163_00)).proposalId).toBeNull();
  });

  // shows T354
  test("of a stockist, the standard one and that of a new stockist count with a lower price too", async ({
    limited: shop,
  }) => {
    const { admin, dev, save, now } = await editing(shop, shop.people.sam);
    const { stockists } = await admin.settings.get();
    const id = await productOf325(shop);
    const { productCode } = await admin.products.byId({ id });
    const price = (given: number) =>
      admin.products.save({ ...aProduct, productCode, id, price: given });
    await save({ stockistMargin: 20 });
    expect((await price(163_00)).proposalId).toBeNull();
    expect((await save({ stockistMargin: 40 })).proposalId).not.toBeNull();
    expect(await now()).toMatchObject({ stockistMargin: 20 });
    const standard = { ...stockists, stockistMarginDefault: 26 };
    const raise = () => admin.settings.save({ section: "stockists", ...standard });
    const raised = await raise();
    expect((await admin.settings.get()).stockists).toEqual(stockists);
    await dev.proposals.decline({ id: String(raised.proposalId) });
    const person = { firstName: "New", lastName: "Friend", cellNumber: "082 123 4567" };
    const business = { company: "Friend", companyAddress: "1 Road", vatNo: "4123456789" };
    const add = (stockistMargin: number) =>
      admin.users.create({
        commandId: randomUUID(),
        role: "stockist",
        email: `${randomUUID()}@shop.test`,
        ...person,
        ...business,
        parentId: null,
        stockistVAT: null,
        stockistMargin,
      });
    await expect(add(26)).rejects.toEqual(refusedAs("network.margin-of-two"));

    await price(325_00);
    expect((await raise()).proposalId).toBeNull();
    expect((await price(219_00)).proposalId).not.toBeNull();
    await admin.settings.save({ section: "stockists", ...stockists });
    await add(40);
    expect((await price(270_00)).proposalId).not.toBeNull();
    expect((await price(271_00)).proposalId).toBeNull();
  });

  // shows T241
  test("of a stockist above half takes two, as raising the largest does", async ({
    limited: shop,
  }) => {
    const { admin, dev, save, now } = await editing(shop, shop.people.sam);
    const { stockists } = await admin.settings.get();
    const raised = await admin.settings.save({
      section: "stockists",
      ...stockists,
      stockistMarginMax: 99,
    });
    expect((await admin.settings.get()).stockists).toEqual(stockists);
    await expect(save({ stockistMargin: 60 })).rejects.toEqual(refusedAs("network.wrong-margin"));
    await dev.proposals.confirm({ id: String(raised.proposalId) });
    expect((await admin.settings.get()).stockists.stockistMarginMax).toBe(99);

    expect((await save({ stockistMargin: 45 })).proposalId).toBeNull();
    const { proposalId } = await save({ stockistMargin: 60 });
    expect(await now()).toMatchObject({ stockistMargin: 45 });
    expect(await dev.proposals.confirm({ id: String(proposalId) })).toMatchObject({
      failure: null,
    });
    expect(await now()).toMatchObject({ stockistMargin: 60 });
    await save({ stockistMargin: 20 });
    const lowered = await admin.settings.save({ section: "stockists", ...stockists });
    expect(lowered.proposalId).toBeNull();
  });
});
