import { describe, expect } from "vitest";
import { changeNetwork } from "../../testing/shop-people.ts";
import { aGuestOrder, payByBank, test, type TestShop } from "../../testing/shop-test.ts";
import { rebuildProjections } from "../../projections/rebuild/rebuild.ts";

const refused = (code: string) => ({ cause: { code } });

async function aSaleOf(shop: TestShop, code: string) {
  const order = await aGuestOrder(shop, code);
  await payByBank(shop, order.uuid, order.total);
}

/** The codes of a tree, with children in brackets. */
type Shown = Readonly<{ code: string; clonedTo: string | null; children: readonly Shown[] }>;
function shapeOf(nodes: readonly Shown[]): string {
  return nodes
    .map(({ code, clonedTo, children }) => {
      const name = clonedTo === null ? code : `${code} once`;
      return children.length > 0 ? `${name} (${shapeOf(children)})` : name;
    })
    .join(", ");
}

describe("the tree", () => {
  // shows S6.9
  test("shows a distributor and the members below, to the requested depth", async ({ shop }) => {
    const anna = await shop.as(shop.people.anna);
    const ben = await shop.as(shop.people.ben);

    expect(shapeOf((await anna.network.tree({ depth: 1 })).nodes)).toBe("ANNA");
    expect(shapeOf((await anna.network.tree({})).nodes)).toBe("ANNA (BEN, SKYE)");
    expect(shapeOf((await anna.network.tree({ depth: 3 })).nodes)).toBe(
      "ANNA (BEN (CARA, SAM), SKYE)",
    );
    expect(shapeOf((await ben.network.tree({ depth: 3 })).nodes)).toBe("BEN (CARA, SAM)");
    const { nodes } = await anna.network.tree({ under: String(shop.people.ben), depth: 1 });
    expect(
      nodes.map(({ id, level, isStockist, school, label, email, childCount }) => [
        id,
        level,
        isStockist,
        school,
        label,
        email,
        childCount,
      ]),
    ).toEqual([
      [String(shop.people.cara), 3, false, false, "Cara Person", "cara@shop.test", 0],
      [String(shop.people.sam), 4, true, false, "Sam Person", "sam@shop.test", 0],
    ]);
  });

  // shows S3.20
  test("shows the sales and what the viewer earned from them", async ({ shop }) => {
    const { people } = shop;
    for (const code of ["BEN", "CARA", "SAM"]) await aSaleOf(shop, code);
    const ofNode = async (viewer: number, id: number) => {
      const { nodes, currency } = await (await shop.as(viewer)).network.tree({
        search: "person",
        showDeleted: true,
      });
      const node = nodes.find((each) => each.id === String(id));
      return [node?.totalUnits, node?.totalSales, node?.totalCommUnpaid, currency];
    };

    // Four bottles are R1,130.43 without VAT; each node counts them at R282.61.
    expect(await ofNode(people.anna, people.ben)).toEqual([4, 4 * 28_261, 5652, "ZAR"]);
    expect(await ofNode(people.anna, people.cara)).toEqual([4, 4 * 28_261, 5652, "ZAR"]);
    expect(await ofNode(people.anna, people.sam)).toEqual([4, 4 * 28_261, 0, "ZAR"]);
    expect(await ofNode(people.ben, people.ben)).toEqual([4, 4 * 28_261, 16_956, "ZAR"]);
    expect(await ofNode(people.ben, people.sam)).toEqual([4, 4 * 28_261, 11_304, "ZAR"]);

    const admin = await shop.as(people.admin);
    const { nodes } = await admin.network.tree({ depth: 3 });
    expect(shapeOf(nodes)).toBe("ANNA (BEN (CARA, SAM), SKYE)");
    expect(nodes[0]).toMatchObject({ totalUnits: 0, totalCommUnpaid: 2 * 5652 });
    expect(nodes[0]?.children[0]).toMatchObject({ totalCommUnpaid: 16_956 + 5652 + 11_304 });
    expect((await admin.network.tree({ of: people.ben })).nodes).toEqual(
      (await (await shop.as(people.ben)).network.tree({})).nodes,
    );
  });

  test("adds up the levels of the viewer's tree", async ({ shop }) => {
    const levels = async (userId: number) => {
      const answer = await (await shop.as(userId)).network.levels({});
      return answer.levels.map(({ level, members, units, commission }) => [
        level,
        members,
        units,
        commission,
      ]);
    };
    expect(await levels(shop.people.anna)).toEqual([
      [1, 1, 0, 0],
      [2, 2, 4, 5652],
      [3, 1, 4, 5652],
      [4, 1, 4, 0],
    ]);
    expect(await levels(shop.people.cara)).toEqual([
      [1, 0, 0, 0],
      [2, 0, 0, 0],
      [3, 1, 4, 11_304],
      [4, 0, 0, 0],
    ]);
    const admin = await shop.as(shop.people.admin);
    const { levels: all, lastPaidAt } = await admin.network.levels({});
    expect(all.map(({ members, units }) => [members, units])).toEqual([
      [1, 0],
      [2, 4],
      [1, 4],
      [1, 4],
    ]);
    expect(lastPaidAt).toBeNull();
  });

  // shows R22, T28
  test("is refused for members above or elsewhere, and to stockists and customers", async ({
    shop,
  }) => {
    const { anna, ben, cara, skye, sam, kim, lone, admin } = shop.people;
    const as = async (userId: number) => (await shop.as(userId)).network;
    const unknown = refused("network.unknown-member");

    for (const [viewer, of] of [
      [ben, anna],
      [ben, skye],
      [cara, ben],
      [skye, sam],
      [ben, kim],
    ] as const) {
      await expect((await as(viewer)).tree({ of })).rejects.toMatchObject(unknown);
      await expect((await as(viewer)).levels({ of })).rejects.toMatchObject(unknown);
      await expect((await as(viewer)).tree({ under: String(of) })).rejects.toMatchObject(unknown);
      await expect((await as(viewer)).activity({ of })).rejects.toMatchObject(unknown);
    }
    // Ben's earnings are private, although he is below Anna.
    await expect((await as(anna)).tree({ of: ben })).rejects.toMatchObject(
      refused("access.forbidden"),
    );
    await expect((await as(anna)).levels({ of: ben })).rejects.toMatchObject(
      refused("access.forbidden"),
    );
    for (const viewer of [sam, kim, lone])
      for (const procedure of ["tree", "levels", "activity"] as const) {
        const api = await as(viewer);
        await expect(api[procedure]({})).rejects.toMatchObject(refused("access.forbidden"));
      }
    await expect((await shop.as(null)).network.tree({})).rejects.toMatchObject(
      refused("access.sign-in-required"),
    );
    await expect((await as(admin)).tree({ of: sam })).rejects.toMatchObject(
      refused("network.wrong-kind"),
    );
    await expect((await as(admin)).tree({ of: kim })).rejects.toMatchObject(unknown);
    await expect((await as(admin)).tree({ under: "2147483647" })).rejects.toMatchObject(unknown);
    await expect((await as(admin)).tree({ under: `${ben}@1` })).rejects.toMatchObject(unknown);
    await expect((await as(anna)).termsHistory({ userId: 2_147_483_647 })).rejects.toMatchObject(
      unknown,
    );
    await expect((await as(skye)).termsHistory({ userId: sam })).rejects.toMatchObject(unknown);
  });

  test.for(["", "0", "9999999999", "1@2", "1@1@1", "-1", "1 or true", "١"])(
    "refuses %j as a node",
    async (under, { shop }) => {
      const admin = await shop.as(shop.people.admin);
      await expect(admin.network.tree({ under })).rejects.toMatchObject({ code: "BAD_REQUEST" });
    },
  );

  test("is searched by name, email and code, with the path to each match", async ({ shop }) => {
    const { people } = shop;
    const anna = await shop.as(people.anna);
    const find = async (search: string) => (await anna.network.tree({ search })).nodes;

    for (const search of ["cara p", "person cara", "CARA@shop", "cAr"])
      expect(await find(search)).toMatchObject([
        {
          code: "CARA",
          path: [
            { id: String(people.anna), label: "Anna Person" },
            { id: String(people.ben), label: "Ben Person" },
          ],
        },
      ]);
    expect((await find("person")).map(({ code }) => code)).toEqual([
      "ANNA",
      "BEN",
      "CARA",
      "SAM",
      "SKYE",
    ]);
    expect((await find("anna"))[0]?.path).toEqual([]);
    for (const search of ["%", "_", "\\", "kim", "' or true --"])
      expect(await find(search)).toEqual([]);
    const ben = await shop.as(people.ben);
    expect((await ben.network.tree({ search: "person" })).total).toBe(3);
    const admin = await shop.as(people.admin);
    expect((await admin.network.tree({ search: "sam" })).nodes[0]?.path).toHaveLength(2);
  });

  test("is paged by fifty siblings, and opens no more nodes than fit", async ({ shop }) => {
    const { skye } = shop.people;
    const terms = { marginBps: 0, distributorBps: 1000, vatRegistered: false };
    const bounds = { marginBps: 4000, distributorBps: 2000 };
    for (let number = 100; number < 255; number++) {
      const parentId = number < 203 ? skye : 100_000 + number - 103;
      const command = { userId: 100_000 + number, code: `S${number}` };
      if (number < 203)
        await changeNetwork(shop.deps, {
          type: "EnrolDistributor",
          level: 3,
          parentId,
          ...command,
        });
      else
        await changeNetwork(shop.deps, {
          type: "EnrolStockist",
          parentId,
          terms,
          bounds,
          ...command,
        });
    }
    const api = await shop.as(skye);

    const { nodes } = await api.network.tree({});
    expect(nodes[0]).toMatchObject({ childCount: 103 });
    expect(nodes[0]?.children).toHaveLength(50);
    const second = await api.network.tree({ under: String(skye), depth: 1, page: 2 });
    expect([second.total, second.nodes.length, second.nodes[0]?.label]).toEqual([103, 50, "S150"]);
    const third = await api.network.tree({ under: String(skye), page: 3 });
    expect([third.total, third.nodes.length]).toEqual([103, 3]);
    const beyond = await api.network.tree({ under: String(skye), page: 1_000_000 });
    expect(beyond.nodes).toEqual([]);
    // A member without an account is shown by its code.
    const found = await api.network.tree({ search: "s2" });
    expect([found.total, found.nodes.length]).toEqual([55, 50]);
  });

  test("hides inactive members unless an active one is below", async ({ shop }) => {
    const { anna, ben, cara, sam } = shop.people;
    const change = (type: "DeactivateMember" | "ReactivateMember", userId: number) =>
      changeNetwork(shop.deps, { type, userId });
    const seen = async (showDeleted: boolean) => {
      const { nodes } = await (await shop.as(anna)).network.tree({ depth: 3, showDeleted });
      return shapeOf(nodes.map((node) => ({ ...node, children: node.children.slice(0, 1) })));
    };

    await change("DeactivateMember", cara);
    expect(await seen(false)).toBe("ANNA (BEN (SAM))");
    expect(await seen(true)).toBe("ANNA (BEN (CARA, SAM))");
    await change("DeactivateMember", ben);
    expect(await seen(false)).toBe("ANNA (BEN (SAM))");
    const anew = await (await shop.as(anna)).network.tree({ search: "ben" });
    expect(anew.nodes).toMatchObject([{ code: "BEN", active: false, childCount: 1 }]);
    await change("DeactivateMember", sam);
    expect(await seen(false)).toMatch(/^ANNA \(SKYE/);
    expect(await seen(true)).toBe("ANNA (BEN (CARA, SAM))");

    for (const userId of [ben, cara, sam]) await change("ReactivateMember", userId);
    expect(await seen(false)).toBe("ANNA (BEN (CARA, SAM))");
  });

  // shows S3.20
  test("shows both lives of an uplifted member, each with its sales", async ({ shop }) => {
    const { people } = shop;
    const { ben } = people;
    await changeNetwork(shop.deps, { type: "UpliftDistributor", userId: ben });
    await aSaleOf(shop, "BEN");
    const anna = await shop.as(people.anna);

    const { nodes } = await anna.network.tree({ depth: 3 });
    const [present, earlier] = nodes[0]?.children ?? [];
    expect(shapeOf([present, earlier].filter((node) => node !== undefined))).toBe(
      "BEN (CARA, SAM), BEN once",
    );
    expect(present).toMatchObject({
      id: String(ben),
      level: 1,
      clonedFrom: `${ben}@1`,
      clonedTo: null,
      upgradeDate: expect.stringMatching(/^\d{4}-/),
      totalUnits: 4,
      totalCommUnpaid: 2261,
    });
    expect(earlier).toMatchObject({
      id: `${ben}@1`,
      level: 2,
      clonedFrom: null,
      clonedTo: String(ben),
      upgradeDate: null,
      childCount: 0,
      totalUnits: 4,
      totalCommUnpaid: 5652,
    });
    expect(nodes[0]?.levelOneCommissionData).toEqual({
      levelOnes: 1,
      bonus: 2261,
      bonusSinceLastPayout: 2261,
    });
    expect(await anna.network.tree({ under: `${ben}@1` })).toMatchObject({ nodes: [], total: 0 });
    // Ben sees both of his own lives.
    const own = await (await shop.as(ben)).network.tree({ depth: 1 });
    expect(own.nodes.map(({ id, totalCommUnpaid }) => [id, totalCommUnpaid])).toEqual([
      [String(ben), 22_609],
      [`${ben}@1`, 16_956],
    ]);
  });

  test("keeps its indexes when the projections are rebuilt", async ({ pool }) => {
    expect(await rebuildProjections(pool)).toMatchObject({ isSwapped: true });

    const { rows } = await pool.query(`select indexname from pg_indexes
      where schemaname = 'projection'
        and indexname in ('member_earlier_life', 'commission_entry_earned') order by 1`);
    expect(rows).toEqual([
      { indexname: "commission_entry_earned" },
      { indexname: "member_earlier_life" },
    ]);
  });
});
