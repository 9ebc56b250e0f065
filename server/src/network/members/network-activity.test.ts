import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { changeNetwork } from "../../testing/shop-people.ts";
import { test as shopTest, type TestShop } from "../../testing/shop-test.ts";

/** The office moves Cara from Ben to Skye and changes Sam's percentages. */
const test = shopTest.extend("changed", { scope: "file" }, async ({ shop }) => {
  const { admin, cara, skye, sam } = shop.people;
  const office = await shop.as(admin);
  await office.users.moveDistributor({ commandId: randomUUID(), id: cara, parentId: skye });
  const terms = { marginBps: 3000, distributorBps: 1200, vatRegistered: true };
  const bounds = { marginBps: 4000, distributorBps: 2000 };
  await changeNetwork(shop.deps, { type: "ChangeStockistTerms", userId: sam, terms, bounds });
  return true;
});

async function changesSeenBy(shop: TestShop, viewer: number, of?: number) {
  const { rows } = await (await shop.as(viewer)).network.activity(of === undefined ? {} : { of });
  return rows.map(({ type, userName, parentName, actorName }) => [
    type,
    userName,
    parentName,
    actorName,
  ]);
}

describe("the changes of the network", () => {
  test("are listed newest first, with all names for the office", async ({ shop, changed }) => {
    expect(changed).toBe(true);
    expect(await changesSeenBy(shop, shop.people.admin)).toEqual([
      ["StockistTermsChanged", "Sam Person", null, null],
      ["DistributorMoved", "Cara Person", "Skye Person", "Admin Person"],
      ["StockistEnrolled", "Sam Person", "Ben Person", null],
      ["DistributorEnrolled", "Skye Person", "Anna Person", null],
      ["DistributorEnrolled", "Cara Person", "Ben Person", null],
      ["DistributorEnrolled", "Ben Person", "Anna Person", null],
      ["DistributorEnrolled", "Anna Person", null, null],
    ]);
    expect(await changesSeenBy(shop, shop.people.admin, shop.people.ben)).toHaveLength(3);
  });

  test("show a distributor its own tree, without names from above or elsewhere", async ({
    shop,
    changed,
  }) => {
    expect(changed).toBe(true);
    const { anna, ben, skye, cara } = shop.people;
    expect(await changesSeenBy(shop, skye)).toEqual([
      ["DistributorMoved", "Cara Person", "Skye Person", null],
      ["DistributorEnrolled", "Skye Person", null, null],
      ["DistributorEnrolled", "Cara Person", null, null],
    ]);
    expect(await changesSeenBy(shop, anna, skye)).toHaveLength(3);
    await expect(changesSeenBy(shop, ben, cara)).rejects.toMatchObject({
      cause: { code: "network.unknown-member" },
    });
  });

  test("are searched literally and paged", async ({ shop, changed }) => {
    expect(changed).toBe(true);
    const office = await shop.as(shop.people.admin);
    const found = async (search: string) => (await office.network.activity({ search })).total;
    expect([await found("cARa"), await found("%"), await found("_"), await found("")]).toEqual([
      2, 0, 0, 7,
    ]);
    const second = await office.network.activity({ page: 2, pageSize: 5 });
    expect([second.total, second.rows.map(({ userName }) => userName)]).toEqual([
      7,
      ["Ben Person", "Anna Person"],
    ]);
    expect(await office.network.activity({ page: 9 })).toEqual({ rows: [], total: 7 });
  });

  test("show the history of a stockist's percentages to members above", async ({
    shop,
    changed,
  }) => {
    expect(changed).toBe(true);
    const { admin, ben, sam, kim } = shop.people;
    for (const viewer of [admin, ben]) {
      const terms = await (await shop.as(viewer)).network.termsHistory({ userId: sam });
      expect(
        terms.map(({ stockistMargin, distributorPercent, vatRegistered }) => [
          stockistMargin,
          distributorPercent,
          vatRegistered,
        ]),
      ).toEqual([
        [30, 12, true],
        [25, 10, false],
      ]);
    }
    const office = await shop.as(admin);
    expect(await office.network.termsHistory({ userId: ben })).toEqual([]);
    await expect(office.network.termsHistory({ userId: kim })).rejects.toMatchObject({
      cause: { code: "network.unknown-member" },
    });
  });
});
