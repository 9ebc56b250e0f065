import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { aRecipient, products, type TestShop, test } from "../../testing/shop-test.ts";
import {
  accountOf,
  aDistributor,
  aPerson,
  aStockist,
  auditOf,
  eventsOf,
  memberOf,
  messagesTo,
  refused,
  uniqueEmail,
  users,
} from "../../testing/some-users.ts";

/** A new customer, without a parent if `parentId` is null. */
async function aCustomer({ deps }: TestShop, parentId: number | null, changes = {}) {
  const { id } = await deps.db
    .insertInto("account")
    .values({
      email: uniqueEmail(),
      first_name: "Pule",
      last_name: "Mokoena",
      role: "customer",
      verified: true,
      margin_bps: 700,
      parent_id: parentId,
      ...changes,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

const toDistributor = (customerId: number, parentId: number | null, changes = {}) => ({
  commandId: randomUUID(),
  customerId,
  parentId,
  ...changes,
});
const toStockist = (customerId: number, parentId: number | null, changes = {}) => ({
  commandId: randomUUID(),
  customerId,
  parentId,
  stockistMargin: 25,
  companyAddress: "1 Main Road",
  vatNo: "4123456789",
  ...changes,
});
const move = (id: number, parentId: number | null) => ({ commandId: randomUUID(), id, parentId });

async function anOrderOf(shop: TestShop, userId: number) {
  const person = await shop.as(userId);
  const { id: addressId } = await person.addresses.save(aRecipient);
  const sections = [{ addressId, lines: [{ productId: products.bottle, quantity: 1 }] }];
  const { uuid, total } = await person.orders.save({ commandId: randomUUID(), sections });
  const { seller_id } = await shop.deps.db
    .selectFrom("projection.order_state")
    .select("seller_id")
    .where("order_id", "=", uuid)
    .executeTakeFirstOrThrow();
  return { total, sellerId: seller_id };
}

describe("converting a customer", () => {
  // shows S4.8
  test("to a distributor changes role, position and rights immediately, and notifies the customer", async ({
    shop,
  }) => {
    const { ben } = shop.people;
    const id = await aCustomer(shop, ben);
    const { sessions } = shop.deps;
    const { token } = await sessions.start({ userId: id, device: "", withPassword: true });

    const ask = toDistributor(id, null, { distributorArea: "Paarl" });
    expect(await (await users(shop, ben)).convertToDistributor(ask)).toEqual({ id });
    expect(await (await users(shop, ben)).convertToDistributor(ask)).toEqual({ id });

    expect(await accountOf(shop, id)).toMatchObject({
      role: "distributor",
      margin_bps: null,
      area: "Paarl",
      parent_id: ben,
    });
    expect(await memberOf(shop, id)).toMatchObject({
      level: 3,
      parent_id: ben,
      code: expect.stringMatching(`^[A-Z]+${id}$`),
    });
    expect(await sessions.find(token)).toBe(null);
    expect(await messagesTo(shop, id)).toEqual(["converted"]);
    expect(await auditOf(shop, id)).toEqual([
      {
        action: "user.converted",
        actor_id: ben,
        details: { role: "distributor", level: 3, parentId: ben, formerParentId: ben },
      },
    ]);
  });

  // shows S3.17, S4.9
  test("to a stockist grants the margin and own sales from the next order on", async ({ shop }) => {
    const { ben, admin } = shop.people;
    const id = await aCustomer(shop, ben);
    expect(await anOrderOf(shop, id)).toEqual({ total: 302_25 + 100_00, sellerId: ben });

    await (await users(shop, admin)).convertToStockist(
      toStockist(id, ben, {
        stockistMargin: 20,
        distributorPercent: 12,
        stockistCode: "PULES",
      }),
    );

    expect(await memberOf(shop, id)).toMatchObject({
      kind: "stockist",
      margin_bps: 2000,
      distributor_bps: 1200,
      vat_registered: true,
      code: "PULES",
      parent_id: ben,
    });
    expect(await accountOf(shop, id)).toMatchObject({
      role: "stockist",
      vat_no: "4123456789",
      company_address: "1 Main Road",
    });
    expect(await anOrderOf(shop, id)).toEqual({ total: 260_00 + 100_00, sellerId: id });
  });

  test.for([
    ["admin", null, 1],
    ["admin", "anna", 2],
    ["admin", "ben", 3],
    ["anna", null, 2],
    ["anna", "skye", 3],
    ["ben", "ben", 3],
  ] as const)("by %s under %s gives a level %s", async ([asker, parent, level], { shop }) => {
    const id = await aCustomer(shop, shop.people.ben);
    const parentId = parent && shop.people[parent];
    await (await users(shop, shop.people[asker])).convertToDistributor(toDistributor(id, parentId));
    const expectedParent = parentId ?? (asker === "admin" ? null : shop.people[asker]);
    expect(await memberOf(shop, id)).toMatchObject({ level, parent_id: expectedParent });
  });

  test("without a parent places the customer below the user", async ({ shop }) => {
    const { anna, ben } = shop.people;
    const id = await aCustomer(shop, ben);
    const { parentId: _parent, stockistMargin: _margin, ...unsaid } = toStockist(id, null);

    await (await users(shop, anna)).convertToStockist(unsaid);

    expect(await memberOf(shop, id)).toMatchObject({
      kind: "stockist",
      parent_id: anna,
      margin_bps: 2500,
      distributor_bps: 1000,
    });
  });

  test("without a parent is possible for the office only", async ({ shop }) => {
    const { admin, cara } = shop.people;
    const id = await aCustomer(shop, null);
    await expect((await users(shop, cara)).convertToStockist(toStockist(id, null))).rejects.toEqual(
      refused("account.unknown"),
    );
    await (await users(shop, admin)).convertToStockist(toStockist(id, cara));
    expect(await memberOf(shop, id)).toMatchObject({ parent_id: cara });
  });

  // shows S7.33, T36
  test("is refused for other users, and nothing changes", async ({ shop }) => {
    const { admin, anna, ben, cara, skye, sam, kim } = shop.people;
    const mine = await aCustomer(shop, skye);
    const gone = await aCustomer(shop, ben, { active: false });
    const refusals: readonly [number, number, number | null, string][] = [
      // Another distributor's customer, a parent outside the tree, and a user who is not a customer.
      [ben, mine, null, "account.unknown"],
      [skye, mine, ben, "network.unknown-member"],
      [skye, mine, anna, "network.unknown-member"],
      [admin, sam, null, "account.not-a-customer"],
      [admin, ben, null, "account.not-a-customer"],
      [admin, admin, null, "account.not-a-customer"],
      [anna, admin, null, "account.unknown"],
      [admin, gone, null, "account.inactive"],
      [admin, 999_999, null, "account.unknown"],
    ];
    for (const [asker, id, parentId, code] of refusals) {
      const api = await users(shop, asker);
      await expect(api.convertToStockist(toStockist(id, parentId))).rejects.toEqual(refused(code));
    }
    const bens = await users(shop, ben);
    await expect(bens.convertToDistributor(toDistributor(mine, ben))).rejects.toEqual(
      refused("account.unknown"),
    );
    const office = await users(shop, admin);
    await expect(office.convertToDistributor(toDistributor(mine, cara))).rejects.toEqual(
      refused("network.wrong-parent"),
    );
    // A level 3 adds stockists only (docs/decisions.md, 4); a customer cannot convert users.
    for (const asker of [cara, kim])
      await expect(
        (await users(shop, asker)).convertToDistributor(toDistributor(mine, null)),
      ).rejects.toMatchObject({ code: "FORBIDDEN" });
    // Only the office sets terms, within the bounds.
    for (const [asker, terms, code] of [
      [skye, { distributorPercent: 99 }, "access.forbidden"],
      [skye, { stockistMargin: 99 }, "access.forbidden"],
      [skye, { stockistMargin: 24 }, "access.forbidden"],
      [admin, { stockistMargin: 99 }, "network.wrong-margin"],
      [admin, { distributorPercent: 21 }, "network.wrong-percent"],
      [admin, { stockistMargin: undefined }, "account.no-margin"],
    ] as const)
      await expect(
        (await users(shop, asker)).convertToStockist(toStockist(mine, null, terms)),
      ).rejects.toEqual(refused(code));

    expect(await accountOf(shop, mine)).toMatchObject({ role: "customer", margin_bps: 700 });
    expect(await eventsOf(shop, mine)).toEqual([]);
    expect(await auditOf(shop, mine)).toEqual([]);
  });

  test("concurrently by two users happens once", async ({ shop }) => {
    const id = await aCustomer(shop, shop.people.ben);
    const [office, bens] = [
      await users(shop, shop.people.admin),
      await users(shop, shop.people.ben),
    ];
    const answers = await Promise.allSettled([
      office.convertToStockist(toStockist(id, null)),
      bens.convertToDistributor(toDistributor(id, null)),
      office.convertToDistributor(toDistributor(id, null)),
    ]);
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const member = await memberOf(shop, id);
    expect(await accountOf(shop, id)).toMatchObject({ role: member?.kind });
    expect(await eventsOf(shop, id)).toHaveLength(1);
    expect(await messagesTo(shop, id)).toEqual(["converted"]);
  });
});

/** Level 1s without a sponsor or members below. */
async function levelOnes(shop: TestShop, count: number) {
  const office = await users(shop, shop.people.admin);
  const ids: number[] = [];
  for (let each = 0; each < count; each++) ids.push((await office.create(aDistributor(null))).id);
  return { office, ids };
}

describe("moving", () => {
  // shows S4.10
  test("keeps the level, moves all members below, and is audited", async ({ shop }) => {
    const { office, ids } = await levelOnes(shop, 2);
    const [from = 0, to = 0] = ids;
    const { id: second } = await office.create(aDistributor(from));
    const { id: third } = await office.create(aDistributor(second));
    const { id: stockist } = await office.create(aStockist(third));

    await office.moveDistributor(move(second, to));

    expect(await memberOf(shop, second)).toMatchObject({ level: 2, parent_id: to });
    const below = await shop.deps.db
      .selectFrom("projection.member_path")
      .select("descendant_id")
      .where("ancestor_id", "=", to)
      .where("depth", ">", 0)
      .execute();
    expect(new Set(below.map((row) => row.descendant_id))).toEqual(
      new Set([second, third, stockist]),
    );
    expect((await auditOf(shop, second)).at(-1)).toMatchObject({
      action: "member.moved",
      actor_id: shop.people.admin,
      details: { formerParentId: from, parentId: to },
    });

    await office.moveStockist(move(stockist, null));
    expect(await memberOf(shop, stockist)).toMatchObject({ parent_id: null });
  });

  test("to the present parent changes nothing, and is not audited", async ({ shop }) => {
    const { office, ids } = await levelOnes(shop, 1);
    const [id = 0] = ids;
    await office.moveDistributor(move(id, null));
    expect(await eventsOf(shop, id)).toHaveLength(1);
    expect(await auditOf(shop, id)).toHaveLength(1);
  });

  test("against the rules of the tree is refused", async ({ shop }) => {
    const { admin, anna, ben, cara, sam, kim } = shop.people;
    const office = await users(shop, admin);
    for (const [id, parentId, code] of [
      [ben, cara, "network.cycle"],
      [anna, ben, "network.cycle"],
      [ben, null, "network.wrong-parent"],
      [cara, sam, "network.wrong-parent"],
      [kim, anna, "network.unknown-member"],
      [sam, anna, "network.wrong-kind"],
    ] as const)
      await expect(office.moveDistributor(move(id, parentId))).rejects.toEqual(refused(code));
    await expect(office.moveStockist(move(cara, anna))).rejects.toEqual(
      refused("network.wrong-kind"),
    );
  });

  test("a deleted member, or below a deleted member, is refused", async ({ shop }) => {
    const { office, ids } = await levelOnes(shop, 2);
    const [gone = 0, other = 0] = ids;
    await office.delete({ commandId: randomUUID(), id: gone });
    await expect(office.moveDistributor(move(gone, other))).rejects.toEqual(
      refused("account.inactive"),
    );
    await expect(office.moveDistributor(move(other, gone))).rejects.toEqual(
      refused("network.inactive-parent"),
    );
  });

  // shows R56, T74
  test("two members below each other concurrently never makes a cycle", async ({ shop }) => {
    for (let round = 0; round < 5; round++) {
      const { ids } = await levelOnes(shop, 3);
      const [one = 0, two = 0, three = 0] = ids;
      const [admin, dev] = [
        await users(shop, shop.people.admin),
        await users(shop, shop.people.dev),
      ];
      await Promise.allSettled([
        admin.moveDistributor(move(one, two)),
        dev.moveDistributor(move(two, three)),
        admin.moveDistributor(move(three, one)),
        dev.moveDistributor(move(two, one)),
      ]);

      const parents = new Map<number, number | null>();
      for (const id of ids) parents.set(id, (await memberOf(shop, id))?.parent_id ?? null);
      for (const id of ids) {
        const seen: number[] = [];
        for (let at: number | null = id; at !== null; at = parents.get(at) ?? null) {
          expect(seen).not.toContain(at);
          seen.push(at);
        }
      }
      expect([...parents.values()].filter((parent) => parent === null).length).toBeGreaterThan(0);
    }
  });

  // shows R22, S7.34, T28
  test("and uplifting are possible for the office only", async ({ shop }) => {
    const { anna, ben } = shop.people;
    const annas = await users(shop, anna);
    const change = { commandId: randomUUID(), id: ben };
    for (const call of [
      annas.moveDistributor(move(ben, anna)),
      annas.moveStockist(move(shop.people.sam, anna)),
      annas.uplift(change),
      annas.update({ ...aPerson(), id: ben }),
      annas.restore(change),
    ])
      await expect(call).rejects.toMatchObject({ code: "FORBIDDEN" });
  });
});

describe("an uplift", () => {
  // shows S7.34
  test("makes a level 2 a level 1 below its former parent, once, even by two concurrent requests", async ({
    shop,
  }) => {
    const { office, ids } = await levelOnes(shop, 1);
    const [parent = 0] = ids;
    const { id } = await office.create(aDistributor(parent));
    const uplift = () => office.uplift({ commandId: randomUUID(), id });
    const answers = await Promise.allSettled([uplift(), uplift(), uplift()]);

    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await memberOf(shop, id)).toMatchObject({ level: 1, parent_id: parent });
    expect((await eventsOf(shop, id)).map(({ type }) => type)).toEqual([
      "DistributorEnrolled",
      "DistributorUplifted",
    ]);
    await expect(uplift()).rejects.toEqual(refused("network.not-upliftable"));
    await expect(office.uplift({ commandId: randomUUID(), id: shop.people.cara })).rejects.toEqual(
      refused("network.not-upliftable"),
    );
  });
});
