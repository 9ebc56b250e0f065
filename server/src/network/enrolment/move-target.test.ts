import { randomUUID } from "node:crypto";
import type { ListTargets } from "@portal/shared/people/users/user-list.ts";
import { describe, expect } from "vitest";
import { type TestShop, test as base } from "../../testing/shop-test.ts";
import { aDistributor, aStockist, refused, users } from "../../testing/some-users.ts";

/** In addition to the usual line: a level 1 with a level 2, a deleted member, and a stockist. */
const test = base.extend("others", { scope: "file" }, async ({ shop }) => {
  const office = await users(shop, shop.people.admin);
  const named = (firstName: string) => ({ firstName, distributorCode: firstName });
  const { id: olga } = await office.create(aDistributor(null, named("Olga_1")));
  const { id: piet } = await office.create(aDistributor(olga, named("Piet")));
  const { id: gone } = await office.create(aDistributor(null, named("Gone")));
  const { id: stockist } = await office.create(aStockist(piet));
  await office.delete({ commandId: randomUUID(), id: gone });
  return { olga, piet, gone, stockist };
});

const targets = async (shop: TestShop, userId: number, asked: ListTargets) =>
  (await (await users(shop, userId)).targets(asked)).map(({ id }) => id);
const sorted = (...ids: number[]) => ids.toSorted((one, other) => one - other);

describe("the possible parents", () => {
  test("are ordered by level and name, with code and parent", async ({ shop, others }) => {
    const office = await users(shop, shop.people.admin);
    const all = await office.targets({ purpose: "new-stockist" });
    expect(all.map(({ code, level }) => [code, level])).toEqual([
      ["ANNA", 1],
      ["Olga_1", 1],
      ["BEN", 2],
      ["Piet", 2],
      ["SKYE", 2],
      ["CARA", 3],
    ]);
    expect(all.find(({ id }) => id === others.piet)).toEqual({
      id: others.piet,
      fullName: "Piet Nkosi",
      code: "Piet",
      level: 2,
      parentName: "Olga_1 Nkosi",
    });
  });

  test("are found by words in any order, and by code", async ({ shop }) => {
    const { admin } = shop.people;
    const anna = await shop.as(admin);
    const { fullName = "", code = "" } =
      (await anna.users.targets({ purpose: "new-stockist", search: "BEN" }))[0] ?? {};
    const [first = "", last = ""] = fullName.split(" ");
    for (const search of [`${last} ${first}`, `${first}  ${last}`, `${code} ${last.slice(0, 3)}`])
      expect(await targets(shop, admin, { purpose: "new-stockist", search })).toContain(
        shop.people.ben,
      );
    const search = `${last} nobody`;
    expect(await targets(shop, admin, { purpose: "new-stockist", search })).toEqual([]);
    await expect(
      targets(shop, admin, { purpose: "new-stockist", search: "x".repeat(101) }),
    ).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  test.for(["new-distributor", "convert-to-distributor"] as const)(
    "for %s are level 1 and 2",
    async (purpose, { shop, others }) => {
      const { admin, anna, ben, skye, cara } = shop.people;
      expect(sorted(...(await targets(shop, admin, { purpose })))).toEqual(
        sorted(anna, ben, skye, others.olga, others.piet),
      );
      expect(sorted(...(await targets(shop, anna, { purpose })))).toEqual(sorted(anna, ben, skye));
      expect(await targets(shop, ben, { purpose })).toEqual([ben]);
      expect(await targets(shop, cara, { purpose })).toEqual([]);
    },
  );

  // shows S6.16
  test("for a stockist are the user and all distributors below", async ({ shop }) => {
    const { anna, ben, skye, cara } = shop.people;
    for (const purpose of ["new-stockist", "convert-to-stockist"] as const) {
      expect(sorted(...(await targets(shop, anna, { purpose })))).toEqual(
        sorted(anna, ben, skye, cara),
      );
      expect(await targets(shop, cara, { purpose })).toEqual([cara]);
    }
  });

  // shows S6.16
  test("for a move are above the member's level, and never below the member", async ({
    shop,
    others,
  }) => {
    const { admin, anna, ben, skye, cara, sam } = shop.people;
    const forMove = async (userId: number) =>
      sorted(...(await targets(shop, admin, { purpose: "move-distributor", userId })));
    expect(await forMove(ben)).toEqual(sorted(anna, others.olga));
    expect(await forMove(cara)).toEqual(sorted(anna, ben, skye, others.olga, others.piet));
    expect(await forMove(anna)).toEqual([others.olga]);
    expect(
      sorted(...(await targets(shop, admin, { purpose: "move-stockist", userId: sam }))),
    ).toEqual(sorted(anna, ben, skye, cara, others.olga, others.piet));
  });

  test("are found by name, email and code, without wildcards", async ({ shop, others }) => {
    const { admin, anna } = shop.people;
    const find = (search: string) => targets(shop, admin, { purpose: "new-stockist", search });
    expect(await find("ANNA@SHOP")).toEqual([anna]);
    expect(await find("olga_")).toEqual([others.olga]);
    expect(await find("_")).toEqual([others.olga]);
    expect(await find("%")).toEqual([]);
    expect(await find("gone")).toEqual([]);
  });

  test("are refused to distributors for moves, and for an unknown member", async ({ shop }) => {
    const { admin, anna, ben, kim } = shop.people;
    const purpose = "move-distributor";
    await expect(targets(shop, anna, { purpose, userId: ben })).rejects.toEqual(
      refused("access.forbidden"),
    );
    await expect(targets(shop, admin, { purpose, userId: kim })).rejects.toEqual(
      refused("network.unknown-member"),
    );
  });
});
