import { randomUUID } from "node:crypto";
import type { SettingsOf } from "@portal/shared/catalogue/settings.ts";
import type { UpdateUser } from "@portal/shared/people/users/user-forms.ts";
import { describe, expect, onTestFinished } from "vitest";
import { aProduct } from "../../testing/busy-shop.ts";
import { insertAccount } from "../../testing/insert-account.ts";
import { withMeanwhile } from "../../testing/meanwhile.ts";
import { office, refusedAs, test } from "../../testing/proposals-test.ts";
import type { TestShop } from "../../testing/shop-test.ts";
import { aPerson, aStockist } from "../../testing/some-users.ts";

/** A product of R325.00 whose price is changed under its own code. */
async function pricing(shop: TestShop) {
  const { admin } = await office(shop);
  const productCode = randomUUID().slice(0, 8);
  const product = { ...aProduct, productCode };
  const { id } = await admin.products.save({ ...product, id: -1, price: 325_00 });
  // Every product counts where a margin is judged.
  onTestFinished(async () => void (await admin.products.delete({ id })));
  const price = (given: number) => admin.products.save({ ...product, id, price: given });
  const priceNow = async () => (await admin.products.byId({ id })).price;
  return { admin, price, priceNow };
}

type Api = Awaited<ReturnType<TestShop["as"]>>;

const business = { companyAddress: "1 Main Road", vatNo: "4123456789" };

/** Gives a new stockist a margin of so many percent, by one admin; it is taken back after the test, because a margin counts for 30 days. */
const ways = {
  creating: async (shop: TestShop) => {
    const { commandId: _own, ...person } = aStockist(shop.people.ben);
    return async (api: Api, stockistMargin: number) => {
      const commandId = randomUUID();
      const { id } = await api.users.create({ ...person, commandId, stockistMargin });
      takeBackAfterTest(shop, { ...person, id });
    };
  },
  converting: async (shop: TestShop) => {
    const { email, firstName, lastName } = aPerson();
    const passwordHash = "none";
    const cellNumber = "+27821234567";
    const account = { email, firstName, lastName, passwordHash, role: "customer" } as const;
    const id = await insertAccount(shop.deps.db, { ...account, cell: cellNumber });
    return async (api: Api, stockistMargin: number) => {
      const terms = { stockistMargin, ...business, parentId: shop.people.ben };
      await api.users.convertToStockist({ commandId: randomUUID(), customerId: id, ...terms });
      const person = { id, email, firstName, lastName, cellNumber, company: "Corner Shop" };
      takeBackAfterTest(shop, person);
    };
  },
};

type Person = Pick<
  UpdateUser,
  "id" | "email" | "firstName" | "lastName" | "cellNumber" | "company"
>;

function takeBackAfterTest(
  shop: TestShop,
  { id, email, firstName, lastName, cellNumber }: Person,
): void {
  onTestFinished(async () => {
    const { admin } = await office(shop);
    const person = { id, email, firstName, lastName, cellNumber, company: "Corner Shop" };
    await admin.users.update({ commandId: randomUUID(), ...person, stockistMargin: 0 });
  });
}

/** What is raised takes two admins. */
async function restoreAfterTest(shop: TestShop, stockists: SettingsOf<"stockists">) {
  onTestFinished(async () => {
    const { admin, dev } = await office(shop);
    const { proposalId } = await admin.settings.save({ section: "stockists", ...stockists });
    if (proposalId !== null) await dev.proposals.confirm({ id: proposalId });
  });
}

describe.each(["creating", "converting"] as const)("%s a stockist", (way) => {
  // shows T400
  test("while a price is lowered is judged by the lower price", async ({ limited: shop }) => {
    const { price, priceNow } = await pricing(shop);
    const give = await ways[way](shop);
    const ledger = withMeanwhile(shop.deps.ledger, () => price(170_00));
    await expect(give(await shop.as(shop.people.admin, { ledger }), 40)).rejects.toEqual(
      refusedAs("network.margin-of-two"),
    );
    expect(await priceNow()).toBe(170_00);
  });

  // shows T400
  test("while the largest margin is lowered is refused", async ({ limited: shop }) => {
    const { admin } = await office(shop);
    const { stockists } = await admin.settings.get();
    await restoreAfterTest(shop, stockists);
    const lower = { section: "stockists", ...stockists, stockistMarginMax: 30 } as const;
    const give = await ways[way](shop);
    const ledger = withMeanwhile(shop.deps.ledger, () => admin.settings.save(lower));
    await expect(give(await shop.as(shop.people.admin, { ledger }), 40)).rejects.toEqual(
      refusedAs("edit.changed-meanwhile"),
    );
    await give(admin, 30);
  });

  // shows T400
  test("and lowering a price at once never both pass", async ({ limited: shop }) => {
    const { admin, price, priceNow } = await pricing(shop);
    const give = await ways[way](shop);
    const [given] = await Promise.allSettled([give(admin, 40), price(170_00)]);
    const isLowered = (await priceNow()) === 170_00;
    expect([given.status, isLowered]).not.toEqual(["fulfilled", true]);
    expect([given.status, isLowered]).not.toEqual(["rejected", false]);
  });
});

describe("a stockist's terms", () => {
  // shows T400
  test.for([
    ["margin", { stockistMargin: 35 }, { stockistMarginMax: 30 }],
    ["percentage", { distributorPercent: 18 }, { stockistPercentMax: 12 }],
  ] as const)(
    "raised while the largest %s is lowered are refused",
    async ([, more, lower], { limited: shop }) => {
      const { admin } = await office(shop);
      const { stockists } = await admin.settings.get();
      await restoreAfterTest(shop, stockists);
      const { commandId: _own, ...person } = aStockist(shop.people.ben, { stockistMargin: 10 });
      const { id } = await admin.users.create({ ...person, commandId: randomUUID() });
      const { email, firstName, lastName, cellNumber } = person;
      const edit = { id, email, firstName, lastName, cellNumber, company: "Corner Shop" };
      const save = () => admin.settings.save({ section: "stockists", ...stockists, ...lower });
      const ledger = withMeanwhile(shop.deps.ledger, save);
      const late = await shop.as(shop.people.admin, { ledger });
      await expect(
        late.users.update({ commandId: randomUUID(), ...edit, ...more }),
      ).rejects.toEqual(refusedAs("edit.changed-meanwhile"));
    },
  );
});

describe("at once with a lower price", () => {
  // shows T271, T354
  test.for(["a sale", "a customer's margin", "the standard margin of stockists"] as const)(
    "%s never passes beside it",
    async (what, { limited: shop }) => {
      const { admin, price, priceNow } = await pricing(shop);
      const { sale, stockists } = await admin.settings.get();
      const { email, firstName, lastName } = aPerson();
      const names = { email, firstName, lastName };
      const cell = "+27821234567";
      const account = { ...names, cell, passwordHash: "none", role: "customer" } as const;
      const kept = { id: await insertAccount(shop.deps.db, account), ...names, cellNumber: cell };
      const edit = (margin: number | null) =>
        admin.users.update({ commandId: randomUUID(), ...kept, margin });
      const ofStockists = (stockistMarginDefault: number) =>
        admin.settings.save({ section: "stockists", ...stockists, stockistMarginDefault });
      const more = {
        "a sale": () => admin.settings.save({ section: "sale", bfEnabled: true, bfDiscount: 40 }),
        "a customer's margin": () => edit(40),
        "the standard margin of stockists": () => ofStockists(40),
      };
      onTestFinished(async () => {
        await admin.settings.save({ section: "sale", ...sale });
        await ofStockists(stockists.stockistMarginDefault);
        await edit(null);
      });
      const [given, lowered] = await Promise.allSettled([more[what](), price(170_00)]);
      const isGiven = given.status === "fulfilled" && given.value.proposalId === null;
      expect(lowered.status).toBe("fulfilled");
      expect([isGiven, (await priceNow()) === 170_00]).not.toEqual([true, true]);
      expect([isGiven, (await priceNow()) === 170_00]).not.toEqual([false, false]);
    },
  );
});
