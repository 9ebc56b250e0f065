import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { shopDay } from "../../testing/shop-day.ts";
import {
  aGuestOrder,
  aRecipient,
  payByBank,
  products,
  type TestShop,
  test,
} from "../../testing/shop-test.ts";

async function anOrderOfKim(shop: TestShop, quantity = 2) {
  const kim = await shop.as(shop.people.kim);
  const { id: addressId } = await kim.addresses.save(aRecipient);
  const sections = [{ addressId, lines: [{ productId: products.bottle, quantity }] }];
  const deliveryNotes = "Ring twice";
  return kim.orders.save({ commandId: randomUUID(), sections, deliveryNotes });
}

const seen = async (shop: TestShop, userId: number | null, uuid: string) =>
  (await shop.as(userId)).orders.detail({ uuid });

const refusedAsUnknown = { cause: { code: "order.unknown" } };

describe("the order view", () => {
  test("shows everything to the office", async ({ shop }) => {
    const { uuid, total, orderNumber } = await anOrderOfKim(shop);
    await payByBank(shop, uuid, total);

    const order = await seen(shop, shop.people.admin, uuid);

    expect(order).toMatchObject({
      view: "office",
      orderNumber,
      state: "paid",
      total,
      received: total,
      buyerName: "Kim Person",
      buyerEmail: "kim@shop.test",
      sellerName: "Ben Person",
      deliveryNotes: "Ring twice",
      delivery: 100_00,
      courierData: null,
      units: 2,
      left: { amount: total, goods: 650_00, units: 2 },
      sections: [
        {
          recipient: { name: "Thandi Nkosi", email: aRecipient.recipientEmail },
          lines: [{ name: "Original 50ml", quantity: 2, lineTotal: 650_00 }],
          prices: { [products.bottle]: 325_00 },
          originalPrices: { [products.bottle]: 325_00 },
          subTotals: { [products.bottle]: 650_00 },
          subTotalsWithOriginalPrices: { [products.bottle]: 650_00 },
        },
      ],
    });
    expect(order.steps).toMatchObject([
      { type: "OrderPlaced", actorName: "Kim Person" },
      { type: "PaymentReceived", actorName: "Admin Person", amount: total, method: "eft" },
      { type: "OrderPaid" },
    ]);
    expect(order.steps[1]?.note).toBe("on the statement");
    expect(order.mails).toMatchObject([{ kind: "order-placed" }, { kind: "order-paid" }]);
  });

  // shows S2.23
  test("hides office notes from the buyer", async ({ shop }) => {
    const { uuid, total } = await anOrderOfKim(shop);
    await payByBank(shop, uuid, total);

    const order = await seen(shop, shop.people.kim, uuid);

    expect(order).toMatchObject({ view: "buyer", deliveryNotes: "Ring twice", sellerName: null });
    expect(order.sections[0]?.recipient?.name).toBe("Thandi Nkosi");
    expect(order.steps.map(({ actorName, note }) => [actorName, note])).toEqual(
      order.steps.map(() => [null, null]),
    );
    expect(order).toMatchObject({ mails: [], news: [], buyerId: null });
  });

  test("hides recipient and contact data from the seller", async ({ shop }) => {
    const { uuid } = await anOrderOfKim(shop);
    const order = await seen(shop, shop.people.ben, uuid);
    expect(order).toMatchObject({ view: "seller", buyerName: "Kim Person", buyerEmail: null });
    expect(JSON.stringify(order)).not.toMatch(/Thandi|Long Street|123 ?4567|Ring twice|example/);
  });

  test("hides all personal data from a holder of the link", async ({ shop }) => {
    const guests = await aGuestOrder(shop);
    for (const uuid of [guests.uuid, (await anOrderOfKim(shop)).uuid]) {
      const order = await seen(shop, null, uuid);
      expect(order).toMatchObject({ view: "link", state: "placed", fulfilment: null });
      expect(JSON.stringify(order)).not.toMatch(
        /Thandi|Kim|Ben|Long Street|123 ?4567|@|Ring twice/,
      );
    }
  });

  test("is refused to everyone else", async ({ shop }) => {
    const { uuid } = await anOrderOfKim(shop);
    for (const person of [shop.people.lone, shop.people.anna, shop.people.cara, shop.people.sam])
      await expect(seen(shop, person, uuid)).rejects.toMatchObject(refusedAsUnknown);
    await expect(seen(shop, shop.people.admin, randomUUID())).rejects.toMatchObject(
      refusedAsUnknown,
    );
  });

  test("shows the amount, goods and units that can still be refunded", async ({ shop }) => {
    const { uuid, total } = await anOrderOfKim(shop);
    const admin = await shop.as(shop.people.admin);
    await payByBank(shop, uuid, 10_00);
    expect((await admin.orders.detail({ uuid })).left).toEqual({
      amount: 10_00,
      goods: 0,
      units: 0,
    });

    await payByBank(shop, uuid, total - 10_00);
    const goods = { amount: 325_00, productAmount: 325_00, units: 1 };
    const why = { method: "eft", reason: "one broke" } as const;
    await admin.orders.refund({ commandId: randomUUID(), uuid, ...goods, ...why });
    expect((await admin.orders.detail({ uuid })).left).toEqual({
      amount: total - 325_00,
      goods: 325_00,
      units: 1,
    });
  });
});

describe("the office's list", () => {
  const found = async (shop: TestShop, filter: object) => {
    const admin = await shop.as(shop.people.admin);
    const { rows } = await admin.orders.list({ page: 1, pageSize: 100, ...filter });
    return rows.map(({ uuid }) => uuid);
  };

  test("finds a guest's order by the recipient's name and email", async ({ shop }) => {
    const uniqueId = randomUUID();
    const guest = await shop.as(null);
    const recipient = { ...aRecipient, recipientFirstName: "Zodwa", recipientEmail: "z@w.example" };
    const { id: addressId } = await guest.addresses.save({ ...recipient, uniqueId });
    const sections = [{ addressId, lines: [{ productId: products.bottle, quantity: 1 }] }];
    const { uuid } = await guest.orders.save({ commandId: randomUUID(), uniqueId, sections });

    for (const search of ["zodwa", "Zodwa Nkosi", "z@w.example"])
      expect(await found(shop, { search })).toEqual([uuid]);
    expect(await found(shop, { search: "%odwa" })).toEqual([]);
    expect(await found(shop, { search: "zodwa", state: "paid" })).toEqual([]);
  });

  test("filters by payment method, region, day and overpayment", async ({ shop }) => {
    const paid = await anOrderOfKim(shop);
    await payByBank(shop, paid.uuid, paid.total + 5_00);
    const open = await anOrderOfKim(shop);
    const today = shopDay();

    expect(await found(shop, { method: "eft" })).toContain(paid.uuid);
    expect(await found(shop, { method: "eft" })).not.toContain(open.uuid);
    expect(await found(shop, { method: "card" })).toEqual([]);
    expect(await found(shop, { overpaid: true })).toContain(paid.uuid);
    expect(await found(shop, { overpaid: true })).not.toContain(open.uuid);
    expect(await found(shop, { region: "za" })).toContain(open.uuid);
    expect(await found(shop, { region: "uk" })).toEqual([]);
    expect(await found(shop, { from: today, to: today })).toContain(open.uuid);
    expect(await found(shop, { to: "2020-01-01" })).toEqual([]);
    expect(await found(shop, { from: "2999-01-01" })).toEqual([]);
  });
});

describe("reassigning several orders", () => {
  // shows R18, T22
  test("moves them to another seller and reports each failure", async ({ shop }) => {
    const first = await anOrderOfKim(shop);
    const second = await anOrderOfKim(shop);
    const admin = await shop.as(shop.people.admin);
    await admin.orders.cancel({ commandId: randomUUID(), uuid: second.uuid, reason: "" });
    const orders = [first.uuid, second.uuid, randomUUID()].map((uuid) => ({
      commandId: randomUUID(),
      uuid,
    }));

    const answer = await admin.orders.reassignMany({ orders, sellerId: shop.people.anna });

    expect(answer).toMatchObject({
      moved: 1,
      failed: [
        { uuid: second.uuid, reason: "order.already-cancelled" },
        { uuid: orders[2]?.uuid, reason: "order.unknown" },
      ],
    });
    expect((await admin.orders.detail({ uuid: first.uuid })).sellerName).toBe("Anna Person");
    // A retry gets the same answer and reassigns nothing twice.
    expect(await admin.orders.reassignMany({ orders, sellerId: shop.people.anna })).toEqual(answer);
    const { steps } = await admin.orders.detail({ uuid: first.uuid });
    expect(steps.filter(({ type }) => type === "OrderReassigned")).toHaveLength(1);
  });

  test("accepts only active members as seller", async ({ shop }) => {
    const { uuid } = await anOrderOfKim(shop);
    const admin = await shop.as(shop.people.admin);
    const orders = [{ commandId: randomUUID(), uuid }];
    const answer = await admin.orders.reassignMany({ orders, sellerId: shop.people.kim });
    expect(answer).toMatchObject({ moved: 0, failed: [{ reason: "network.unknown-member" }] });

    expect(await admin.orders.sellers({ search: "ann" })).toMatchObject([
      { fullName: "Anna Person", code: "ANNA" },
    ]);
    expect(await admin.orders.sellers({ search: "kim" })).toEqual([]);
  });
});
