import { randomUUID } from "node:crypto";
import type { Preview } from "@portal/shared/network/network-tree.ts";
import { describe, expect } from "vitest";
import {
  aGuestOrder,
  aRecipient,
  payByBank,
  products,
  test as shopTest,
  type TestShop,
} from "../../testing/shop-test.ts";

/** A sale by Cara and a purchase by Kim, Ben's customer: R1,130.43 without VAT each. */
const test = shopTest.extend("sold", { scope: "file" }, async ({ shop }) => {
  const ofCara = await aGuestOrder(shop, "CARA");
  await payByBank(shop, ofCara.uuid, ofCara.total);
  await aPurchaseOf(shop, shop.people.kim);
  await aPurchaseOf(shop, shop.people.lone);
  return true;
});

async function aPurchaseOf(shop: TestShop, userId: number): Promise<void> {
  const api = await shop.as(userId);
  const { id: addressId } = await api.addresses.save(aRecipient);
  const lines = [{ productId: products.bottle, quantity: 4 }];
  const order = await api.orders.save({
    commandId: randomUUID(),
    sections: [{ addressId, lines }],
  });
  await payByBank(shop, order.uuid, order.total);
}

const refused = (code: string) => ({ cause: { code } });

async function changesFor(shop: TestShop, viewer: number, preview: Preview) {
  const { members, orders } = await (await shop.as(viewer)).network.preview(preview);
  return { orders, changes: members.map(({ name, change }) => [name.split(" ")[0], change]) };
}

describe("the preview", () => {
  test("of a move shows the position before and after, and the gains and losses", async ({
    shop,
    sold,
  }) => {
    expect(sold).toBe(true);
    const { admin, cara, ben, skye } = shop.people;
    const office = await shop.as(admin);

    const preview = await office.network.preview({ change: "move", userId: cara, parentId: skye });

    expect(preview).toEqual({
      days: 90,
      orders: 1,
      currency: "ZAR",
      now: { level: 3, parentId: ben, parentName: "Ben Person" },
      after: { level: 3, parentId: skye, parentName: "Skye Person" },
      members: [
        { userId: skye, name: "Skye Person", before: 0, after: 5652, change: 5652 },
        { userId: ben, name: "Ben Person", before: 5652, after: 0, change: -5652 },
      ],
    });
    const unmoved = await office.network.preview({ change: "move", userId: cara, parentId: ben });
    expect(unmoved).toMatchObject({ orders: 1, members: [] });
  });

  test("of an uplift counts the sales below", async ({ shop, sold }) => {
    expect(sold).toBe(true);
    const { admin, ben } = shop.people;
    // Cara's sale and Kim's purchase: 20 % of the latter instead of 15 %; Anna earns a tenth of what Ben earns.
    expect(await changesFor(shop, admin, { change: "uplift", userId: ben })).toEqual({
      orders: 2,
      changes: [
        ["Anna", 565 + 2261 - 2 * 5652],
        ["Ben", 5652 + 1],
      ],
    });
  });

  test("covers the last ninety days", async ({ shop, sold }) => {
    expect(sold).toBe(true);
    const { admin, cara, skye } = shop.people;
    const after = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const ordersSeen = async (days: number) => {
      const office = await shop.as(admin, { now: () => after(days) });
      const { orders } = await office.network.preview({
        change: "move",
        userId: cara,
        parentId: skye,
      });
      return orders;
    };
    expect([await ordersSeen(89), await ordersSeen(91)]).toEqual([1, 0]);
  });

  test("of a conversion shows a distributor its own line, and the office all members", async ({
    shop,
    sold,
  }) => {
    expect(sold).toBe(true);
    const { admin, ben, cara, kim } = shop.people;
    const toDistributor = { change: "convert-to-distributor", userId: kim, parentId: ben } as const;
    const bySelf = {
      orders: 1,
      changes: [
        ["Ben", 5652 - 16_956],
        ["Kim", 11_304],
      ],
    };
    expect(await changesFor(shop, admin, toDistributor)).toEqual(bySelf);
    expect(await changesFor(shop, ben, toDistributor)).toEqual(bySelf);
    const toStockist: Preview = {
      change: "convert-to-stockist",
      userId: kim,
      parentId: cara,
      stockistMargin: 25,
      distributorPercent: 10,
    };
    const unsaid = { change: "convert-to-stockist", userId: kim, parentId: cara } as const;
    expect(await changesFor(shop, ben, unsaid)).toEqual(await changesFor(shop, ben, toStockist));
    expect(await changesFor(shop, ben, toStockist)).toEqual({
      orders: 1,
      changes: [
        ["Ben", -16_956],
        ["Cara", 11_304],
      ],
    });
    expect((await changesFor(shop, admin, toStockist)).changes).toEqual([
      ["Ben", -16_956],
      ["Cara", 11_304],
      ["Anna", -5652],
    ]);
  });

  test("does not reveal the purchases of a customer without a parent", async ({ shop, sold }) => {
    expect(sold).toBe(true);
    const { admin, ben, lone } = shop.people;
    const asked = { change: "convert-to-distributor", userId: lone, parentId: ben } as const;
    await expect((await shop.as(ben)).network.preview(asked)).rejects.toMatchObject(
      refused("account.unknown"),
    );
    expect(await changesFor(shop, admin, asked)).toMatchObject({ orders: 1 });
  });

  // shows T36
  test("is refused as the change itself would be, and changes nothing", async ({ shop }) => {
    const { people, deps } = shop;
    const { admin, anna, ben, cara, sam, skye, kim, lone } = people;
    const events = () =>
      deps.db.selectFrom("ledger_head").select("position").executeTakeFirstOrThrow();
    const before = await events();
    const terms = { stockistMargin: 25, distributorPercent: 10 };
    const cases: readonly [viewer: number, preview: Preview, code: string][] = [
      [admin, { change: "move", userId: cara, parentId: sam }, "network.wrong-parent"],
      [admin, { change: "move", userId: cara, parentId: cara }, "network.cycle"],
      [admin, { change: "move", userId: ben, parentId: cara }, "network.cycle"],
      [admin, { change: "move", userId: ben, parentId: null }, "network.wrong-parent"],
      [admin, { change: "move", userId: kim, parentId: ben }, "network.unknown-member"],
      [admin, { change: "uplift", userId: anna }, "network.not-upliftable"],
      [
        admin,
        { change: "convert-to-distributor", userId: sam, parentId: ben },
        "account.not-a-customer",
      ],
      [
        admin,
        { change: "convert-to-distributor", userId: kim, parentId: cara },
        "network.wrong-parent",
      ],
      [ben, { change: "move", userId: cara, parentId: skye }, "access.forbidden"],
      [anna, { change: "uplift", userId: ben }, "access.forbidden"],
      [skye, { change: "convert-to-distributor", userId: kim, parentId: skye }, "account.unknown"],
      [
        ben,
        { change: "convert-to-distributor", userId: kim, parentId: anna },
        "network.unknown-member",
      ],
      [cara, { change: "convert-to-distributor", userId: lone, parentId: cara }, "account.unknown"],
      [
        ben,
        { ...terms, change: "convert-to-stockist", userId: kim, parentId: ben, stockistMargin: 99 },
        "access.forbidden",
      ],
      [
        admin,
        { ...terms, change: "convert-to-stockist", userId: kim, parentId: ben, stockistMargin: 99 },
        "network.wrong-margin",
      ],
      [
        ben,
        {
          ...terms,
          change: "convert-to-stockist",
          userId: kim,
          parentId: ben,
          distributorPercent: 99,
        },
        "access.forbidden",
      ],
      [
        sam,
        { ...terms, change: "convert-to-stockist", userId: lone, parentId: sam },
        "access.forbidden",
      ],
    ];
    for (const [viewer, preview, code] of cases)
      await expect(
        (await shop.as(viewer)).network.preview(preview),
        JSON.stringify(preview),
      ).rejects.toMatchObject(refused(code));
    expect(await events()).toEqual(before);
  });
});
