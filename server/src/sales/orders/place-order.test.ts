import { randomUUID } from "node:crypto";
import type { KyselyPlugin } from "kysely";
import { describe, expect } from "vitest";
import type { Database } from "../../platform/db/database.ts";
import { changeNetwork } from "../../testing/shop-people.ts";
import { aGuestOrder, aRecipient, products, type TestShop, test } from "../../testing/shop-test.ts";

const aSection = (addressId: number, quantity = 1, productId: number = products.bottle) => ({
  addressId,
  lines: [{ productId, quantity }],
});

async function orderBy(shop: TestShop, userId: number, codes: { distributorCode?: string } = {}) {
  const api = await shop.as(userId);
  const { id } = await api.addresses.save(aRecipient);
  return api.orders.save({ commandId: randomUUID(), sections: [aSection(id)], ...codes });
}

async function placedFact(shop: TestShop, uuid: string) {
  const row = await shop.deps.db
    .selectFrom("ledger_events")
    .select("data")
    .where("stream_id", "=", `order-${uuid}`)
    .where("type", "=", "OrderPlaced")
    .executeTakeFirstOrThrow();
  return row.data;
}

async function withTest(superuser: Database, id: number, what: () => Promise<void>): Promise<void> {
  const setTest = (isTest: boolean) =>
    superuser.updateTable("account").set({ test: isTest }).where("id", "=", id).execute();
  await setTest(true);
  await what().finally(() => setTest(false));
}

const setParent = (superuser: Database, id: number, parent_id: number | null) =>
  superuser.updateTable("account").set({ parent_id }).where("id", "=", id).execute();

const countOrders = async ({ deps }: TestShop) =>
  (await deps.db.selectFrom("projection.order_state").select("order_id").execute()).length;

/** The same database, which counts the statements that are sent to it. */
function counting(db: Database) {
  let statements = 0;
  const counter: KyselyPlugin = {
    transformQuery({ node }) {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { db: db.withPlugin(counter), statements: () => statements };
}

// Each is a round trip and, where it writes, a commit: they are most of what an order costs.
test("an order of a guest takes one statement for the recipient and two before the ledger's", async ({
  shop,
}) => {
  const uniqueId = randomUUID();
  const { db, statements } = counting(shop.deps.db);
  const guest = await shop.as(null, { db });

  const { id } = await guest.addresses.save({ ...aRecipient, uniqueId });
  expect(statements()).toBe(1);

  await guest.orders.save({ commandId: randomUUID(), uniqueId, sections: [aSection(id)] });
  expect(statements()).toBe(3);
});

describe("the VAT of an order", () => {
  test("is the region's rate, or a stockist's own rate if the office set one", async ({ shop }) => {
    const vatOf = async (userId: number) => placedFact(shop, (await orderBy(shop, userId)).uuid);
    const { sam, kim } = shop.people;
    expect(await vatOf(sam)).toMatchObject({ vatBps: 1500 });
    const setVat = (bps: number | null, id: number) =>
      shop.deps.db
        .updateTable("account")
        .set({ stockist_vat_bps: bps, stockist_vat_lower: bps !== null })
        .where("id", "=", id)
        .execute();
    await setVat(0, sam);
    await setVat(700, kim);
    expect(await vatOf(sam)).toMatchObject({ vatBps: 0 });
    // Only a stockist's own rate counts.
    expect(await vatOf(kim)).toMatchObject({ vatBps: 1500 });
    await setVat(null, sam);
  });
});

describe("the price of an order", () => {
  // shows S3.3
  test("equals the quote of the server", async ({ shop }) => {
    const { uuid, total, guest } = await aGuestOrder(shop);

    const quote = await guest.catalog.quote({
      sections: [{ lines: [{ productId: products.bottle, quantity: 4 }] }],
    });
    expect(total).toBe(4 * 325_00 + 100_00);
    expect(quote).toMatchObject({ goods: 4 * 325_00, delivery: 100_00, total });
    expect(await guest.orders.byUuid({ uuid })).toMatchObject({
      total,
      received: 0,
      state: "placed",
    });
  });

  // shows R12, T15, L8
  test("cannot be set by the client", async ({ shop }) => {
    const { guest, uniqueId, addressId } = await aGuestOrder(shop);
    const dictated = {
      commandId: randomUUID(),
      uniqueId,
      total: 1,
      live: false,
      sections: [
        {
          addressId,
          discount: 99,
          lines: [{ productId: products.bottle, quantity: 1, unitPrice: 1, listPrice: 1 }],
        },
      ],
    };

    const forAnna = { ...dictated, sellerId: shop.people.anna };
    await expect(guest.orders.save(forAnna)).rejects.toThrow("the field “sellerId”");
    const { uuid, total } = await guest.orders.save(dictated);
    expect(total).toBe(425_00);
    expect(await placedFact(shop, uuid)).toMatchObject({ live: true, sellerId: null });
  });

  // shows R16, T19
  test("must equal the total that the buyer was shown", async ({ shop, superuser }) => {
    const { guest, request, total } = await aGuestOrder(shop);
    const price = (cents: number) =>
      superuser
        .updateTable("product")
        .set({ price: cents })
        .where("id", "=", products.bottle)
        .execute();
    const commandId = randomUUID();
    await price(350_00);
    const shown = { ...request, commandId, expectedTotal: total };
    await expect(guest.orders.save(shown)).rejects.toMatchObject({
      cause: { code: "order.price-changed" },
    });
    const agreed = { ...shown, expectedTotal: total + 4 * 25_00 };
    const placed = await guest.orders.save(agreed);
    expect(placed.total).toBe(total + 4 * 25_00);

    // A retry gets the first answer, although the price has changed since.
    await price(325_00);
    expect(await guest.orders.save(agreed)).toEqual(placed);
    expect(await guest.orders.save({ ...agreed, expectedTotal: total })).toEqual(placed);
  });

  test("deducts a stockist's margin, but not from the commission price", async ({ shop }) => {
    const { uuid, total } = await orderBy(shop, shop.people.sam);

    expect(total).toBe(243_75 + 100_00);
    expect(await placedFact(shop, uuid)).toMatchObject({
      sellerId: shop.people.sam,
      sections: [
        {
          lines: [
            { listPrice: 325_00, unitPrice: 243_75, commissionPrice: 325_00 },
            { commissionPrice: 0 },
          ],
        },
      ],
    });
  });

  // shows S3.8, S9.13
  test("is reduced on Black Friday for guests, not for distributors", async ({
    shop,
    superuser,
  }) => {
    await superuser
      .updateTable("shop_setting")
      .set({ bf_enabled: true, bf_discount_bps: 1000 })
      .execute();
    try {
      expect((await aGuestOrder(shop)).total).toBe(4 * 292_50 + 100_00);
      expect((await orderBy(shop, shop.people.anna)).total).toBe(425_00);
    } finally {
      await superuser.updateTable("shop_setting").set({ bf_enabled: false }).execute();
    }
  });

  // shows R16, T19
  test("stays the same after a product's price changes", async ({ shop, superuser }) => {
    const { uuid, total, guest } = await aGuestOrder(shop);
    const setPrice = (price: number) =>
      superuser.updateTable("product").set({ price }).where("id", "=", products.bottle).execute();

    await setPrice(999_00);
    try {
      expect(await guest.orders.byUuid({ uuid })).toMatchObject({ total });
    } finally {
      await setPrice(325_00);
    }
  });

  test.for([
    [1, 100_00],
    [60, 100_00],
    [61, 200_00],
    [121, 300_00],
  ] as const)("adds a parcel for every 60 of %i units", async ([quantity, delivery], { shop }) => {
    const guest = await shop.as(null);
    const sections = [{ lines: [{ productId: products.bottle, quantity }] }];
    expect(await guest.catalog.quote({ sections })).toMatchObject({ delivery });
    expect(await guest.catalog.quote({ sections, deliveryService: "COL" })).toMatchObject({
      delivery: 0,
    });
  });
});

describe("the seller of an order", () => {
  test("is the buyer if the buyer is a member", async ({ shop }) => {
    const { uuid } = await orderBy(shop, shop.people.cara, { distributorCode: "ANNA" });
    expect(await placedFact(shop, uuid)).toMatchObject({ sellerId: shop.people.cara });
  });

  test("is the parent of a registered customer, despite a code in the order", async ({ shop }) => {
    const { uuid } = await orderBy(shop, shop.people.kim, { distributorCode: "ANNA" });
    expect(await placedFact(shop, uuid)).toMatchObject({
      buyerId: shop.people.kim,
      sellerId: shop.people.ben,
    });
  });

  // shows S3.4
  test("is the member with the given code, in any letter case", async ({ shop }) => {
    const { uuid } = await orderBy(shop, shop.people.lone, { distributorCode: "cara" });
    expect(await placedFact(shop, uuid)).toMatchObject({ sellerId: shop.people.cara });
  });

  test("is the member whose referral link was opened", async ({ shop }) => {
    const { uniqueId, addressId } = await aGuestOrder(shop);
    const guest = await shop.as(null, { viaCode: "BEN" });
    const { uuid } = await guest.orders.save({
      commandId: randomUUID(),
      uniqueId,
      sections: [aSection(addressId)],
    });
    expect(await placedFact(shop, uuid)).toMatchObject({ sellerId: shop.people.ben });
  });

  test("is empty for an unknown code, and the order is placed", async ({ shop }) => {
    const warnings: object[] = [];
    const { uniqueId, addressId } = await aGuestOrder(shop);
    const warn = (details: object) => void warnings.push(details);
    const guest = await shop.as(null, { log: { info: () => {}, warn, error: () => {} } });

    const { uuid } = await guest.orders.save({
      commandId: randomUUID(),
      uniqueId,
      distributorCode: "NOBODY",
      sections: [aSection(addressId)],
    });

    expect(await placedFact(shop, uuid)).toMatchObject({ sellerId: null });
    expect(warnings).toEqual([{ orderNumber: expect.any(Number) }]);
  });

  test("is empty if the member is inactive", async ({ shop }) => {
    await changeNetwork(shop.deps, { type: "DeactivateMember", userId: shop.people.cara });
    try {
      const { uuid } = await aGuestOrder(shop, "CARA");
      expect(await placedFact(shop, uuid)).toMatchObject({ sellerId: null });
    } finally {
      await changeNetwork(shop.deps, { type: "ReactivateMember", userId: shop.people.cara });
    }
  });

  // shows T14
  test("is never a test account in a live order, by code, link, parent or reassignment", async ({
    shop,
    superuser,
  }) => {
    const { anna, cara, kim, admin } = shop.people;
    await withTest(superuser, cara, async () => {
      const uniqueId = randomUUID();
      const guest = await shop.as(null, { viaCode: "CARA" });
      const { id } = await guest.addresses.save({ ...aRecipient, uniqueId });
      const order = (codes: object) =>
        guest.orders.save({
          commandId: randomUUID(),
          uniqueId,
          sections: [aSection(id)],
          ...codes,
        });
      const unknown = { live: true, sellerId: null };
      expect(await placedFact(shop, (await order({})).uuid)).toMatchObject(unknown);
      const coded = await order({ distributorCode: "cara" });
      expect(await placedFact(shop, coded.uuid)).toMatchObject(unknown);
      const second = await order({ distributorCode: "CARA", stockistCode: "ANNA" });
      expect(await placedFact(shop, second.uuid)).toMatchObject({ live: true, sellerId: anna });
      expect(await guest.orders.via()).toEqual({ firstName: null });
      expect((await shop.app.inject("/via/CARA")).headers["location"]).toBe("/?via=unknown");

      await setParent(superuser, kim, cara);
      const child = await orderBy(shop, kim, { distributorCode: "ANNA" });
      await setParent(superuser, kim, null);
      expect(await placedFact(shop, child.uuid)).toMatchObject({ live: true, sellerId: anna });

      const office = await shop.as(admin);
      const change = { commandId: randomUUID(), uuid: second.uuid, sellerId: cara };
      await expect(office.orders.reassign(change)).rejects.toMatchObject({
        cause: { code: "network.unknown-member" },
      });
      const sellers = await office.orders.sellers({ search: "CARA" });
      expect(sellers.map((seller) => seller.id)).not.toContain(cara);
    });
  });

  // shows S3.3
  test("an order of a test account is not live", async ({ shop, superuser }) => {
    await withTest(superuser, shop.people.lone, async () => {
      const { uuid } = await orderBy(shop, shop.people.lone);
      expect(await placedFact(shop, uuid)).toMatchObject({ live: false });
    });
  });
});

describe("an invalid order", () => {
  const quantities = [
    -1,
    0.5,
    "4",
    "4abc",
    1e9,
    2_147_483_648,
    Number.NaN,
    null,
    [4],
    { $gt: 0 },
    {},
    true,
  ];

  // shows R13, T16
  test.for(quantities)("with a quantity of %j is refused", async (quantity, { shop }) => {
    const { uniqueId, addressId } = await aGuestOrder(shop);
    const before = await countOrders(shop);

    const response = await shop.app.inject({
      method: "POST",
      url: "/trpc/orders.save",
      payload: {
        commandId: randomUUID(),
        uniqueId,
        sections: [{ addressId, lines: [{ productId: products.bottle, quantity }] }],
      },
    });

    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      error: { data: { fieldErrors: { "sections.0.lines.0.quantity": expect.any(String) } } },
    });
    expect(await countOrders(shop)).toBe(before);
  });

  test.for([
    ["no units", 0, products.bottle, "order.empty"],
    ["an unknown product", 1, 4711, "order.unknown-product"],
    ["a discontinued product", 1, products.hidden, "order.product-unavailable"],
    ["a sold-out product", 1, products.soldOut, "order.product-unavailable"],
    ["delivery only", 1, products.delivery, "order.empty"],
  ] as const)("with %s is refused", async ([, quantity, productId, code], { shop }) => {
    const { guest, uniqueId, addressId } = await aGuestOrder(shop);
    const sections = [aSection(addressId, quantity, productId)];
    await expect(
      guest.orders.save({ commandId: randomUUID(), uniqueId, sections }),
    ).rejects.toMatchObject({ cause: { code } });
  });

  // shows R13, T16
  test("with the same product twice in a section is refused", async ({ shop }) => {
    const { guest, uniqueId, addressId } = await aGuestOrder(shop);
    const line = { productId: products.bottle, quantity: 1 };
    await expect(
      guest.orders.save({
        commandId: randomUUID(),
        uniqueId,
        sections: [{ addressId, lines: [line, line] }],
      }),
    ).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  test("to another buyer's recipient is refused", async ({ shop }) => {
    const other = await aGuestOrder(shop);
    const mine = await aGuestOrder(shop);
    const kim = await shop.as(shop.people.kim);
    const sections = [aSection(other.addressId)];

    const refusal = { cause: { code: "order.unknown-address" } };
    const commandId = randomUUID();
    await expect(
      mine.guest.orders.save({ commandId, uniqueId: mine.uniqueId, sections }),
    ).rejects.toMatchObject(refusal);
    await expect(mine.guest.orders.save({ commandId, sections })).rejects.toMatchObject(refusal);
    await expect(kim.orders.save({ commandId, sections })).rejects.toMatchObject(refusal);
  });
});
