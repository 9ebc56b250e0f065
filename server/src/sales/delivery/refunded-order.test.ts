import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, onTestFinished } from "vitest";
import { asOwner } from "../../testing/as-owner.ts";
import { aNotification, notify, signed } from "../../testing/card-notifications.ts";
import { anAdmin } from "../../testing/proposals-test.ts";
import {
  aBritishOrder,
  aGuestOrder,
  aRecipient,
  payByBank,
  products,
  type TestShop,
  test,
} from "../../testing/shop-test.ts";
import { quotePlacedOrder } from "./delivery-quote.actions.ts";

const id = () => ({ commandId: randomUUID() });
const office = ({ as, people }: TestShop) => as(people.admin);
const refusedAs = (code: string) => ({ cause: { code } });
const reason = "it came back";

/** Paid by bank transfer, with delivery of R100.00 and goods of R1,300.00 in 4 units. */
async function aPaidOrder(shop: TestShop) {
  const { guest, request } = await aGuestOrder(shop);
  const order = await guest.orders.save({ ...request, ...id(), deliveryService: "ECO" });
  await payByBank(shop, order.uuid, order.total);
  await quotePlacedOrder(shop.deps, order.uuid);
  return order;
}

async function aCollectedOrder(shop: TestShop) {
  const guest = await shop.as(null);
  const sections = [{ addressId: null, lines: [{ productId: products.bottle, quantity: 2 }] }];
  const collection = { by: "self", name: "Sipho Collector", cellNumber: "0829998888" } as const;
  const buyer = {
    firstName: "Kim",
    lastName: "Buyer",
    email: "kim.collects@people.test",
    cellNumber: "0837654321",
  };
  const order = await guest.orders.save({
    ...id(),
    sections,
    deliveryService: "COL",
    collection,
    buyer,
  });
  await payByBank(shop, order.uuid, order.total);
  return order;
}

const work = async (shop: TestShop, view: "to-ship" | "to-pack", orderNumber: number) => {
  const asked = { work: view, search: String(orderNumber), page: 1, pageSize: 20 };
  return (await (await office(shop)).orders.list(asked)).total;
};

describe("an order of which a part was refunded", () => {
  // shows T387
  test("is sent only by whoever saw what was taken back", async ({ shop }) => {
    shop.courier.mode = "works";
    const admin = await office(shop);
    const { uuid, orderNumber, total } = await aPaidOrder(shop);
    const takenBack = total - 1_00;
    const units = { productAmount: 1_299_00, units: 0, method: "eft", reason } as const;
    await admin.orders.refund({ ...id(), uuid, amount: takenBack, ...units });
    expect(await work(shop, "to-ship", orderNumber)).toBe(1);
    expect(await admin.courier.forOrder({ uuid })).toMatchObject({ takenBack });
    for (const seen of [{}, { takenBack: takenBack - 1 }])
      await expect(admin.courier.createShipment({ ...id(), uuid, ...seen })).rejects.toMatchObject(
        refusedAs("order.part-refunded"),
      );
    expect(await admin.courier.createShipment({ ...id(), uuid, takenBack })).toMatchObject({
      uuid,
    });
  });

  // shows T387
  test("is posted only by whoever saw it, and its tracking number is corrected whatever was refunded since", async ({
    shop,
  }) => {
    const admin = await office(shop);
    const { uuid, total } = await aBritishOrder(shop);
    await payByBank(shop, uuid, total);
    const refund = (amount: number, productAmount: number, units: number) =>
      admin.orders.refund({ ...id(), uuid, amount, productAmount, units, method: "eft", reason });
    await refund(1_00, 0, 0);
    const post = (former: string[], number: string, seen: object = {}) =>
      admin.courier.recordPosting({ ...id(), uuid, trackingReferences: [number], former, ...seen });
    await expect(post([], "RM111111111GB")).rejects.toMatchObject(refusedAs("order.part-refunded"));
    await post([], "RM111111111GB", { takenBack: 1_00 });
    await refund(1_00, 0, 0);
    await post(["RM111111111GB"], "RM222222222GB");
  });

  // shows T387
  test("is no work and is not packed where everything was taken back", async ({ shop }) => {
    const admin = await office(shop);
    const { uuid, orderNumber, total } = await aCollectedOrder(shop);
    expect(await work(shop, "to-pack", orderNumber)).toBe(1);
    // Overpaid by R50.00, which is kept.
    await payByBank(shop, uuid, 50_00);
    const all = { amount: total, productAmount: total, units: 2, method: "eft", reason } as const;
    await admin.orders.refund({ ...id(), uuid, ...all });
    expect(await work(shop, "to-pack", orderNumber)).toBe(0);
    const ready = (seen: object = {}) => admin.orders.readyToCollect({ ...id(), uuid, ...seen });
    await expect(ready()).rejects.toMatchObject(refusedAs("order.nothing-to-send"));
    await expect(ready({ takenBack: total })).rejects.toMatchObject(
      refusedAs("order.nothing-to-send"),
    );
    await admin.orders.refund({
      ...id(),
      uuid,
      amount: 50_00,
      productAmount: 0,
      units: 0,
      method: "eft",
      reason,
    });
    await expect(ready()).rejects.toMatchObject(refusedAs("order.nothing-to-send"));
  });

  test("is packed by whoever saw what was taken back", async ({ shop }) => {
    const admin = await office(shop);
    const { uuid } = await aCollectedOrder(shop);
    const half = {
      amount: 325_00,
      productAmount: 325_00,
      units: 1,
      method: "eft",
      reason,
    } as const;
    await admin.orders.refund({ ...id(), uuid, ...half });
    const ready = (seen: object = {}) => admin.orders.readyToCollect({ ...id(), uuid, ...seen });
    await expect(ready()).rejects.toMatchObject(refusedAs("order.part-refunded"));
    expect(await ready({ takenBack: 325_00 })).toMatchObject({ uuid });
  });
});

describe("a refund to the card", () => {
  type Order = Awaited<ReturnType<typeof paidByCard>>;

  async function paidByCard(shop: TestShop) {
    const { guest, request } = await aGuestOrder(shop);
    const order = await guest.orders.save({ ...request, ...id() });
    await notify(shop, signed(aNotification(order)));
    return order;
  }

  // shows T388
  test("takes a second admin above the limit where the buyer keeps goods, and not where they stay here", async ({
    shop,
  }) => {
    const limitTo = (above: number | null) =>
      asOwner(shop.deps.db, (tx) =>
        tx.updateTable("region").set({ payout_second_person_above: above }).execute(),
      );
    onTestFinished(async () => void (await limitTo(null)));
    // Nobody who refunded anything else today.
    const admin = await shop.as((await anAdmin(shop)).id);
    const refund = (uuid: string, amount: number, productAmount: number, units: number) =>
      admin.orders.refund({ ...id(), uuid, amount, productAmount, units, method: "card", reason });
    const [whole, part, parts, other] = [
      await paidByCard(shop),
      await paidByCard(shop),
      await paidByCard(shop),
      await paidByCard(shop),
    ];
    await limitTo(500_00);

    expect(await refund(whole.uuid, whole.total, whole.total - 100_00, 4)).toMatchObject({
      state: "refunded",
      proposalId: null,
    });
    const { proposalId } = await refund(part.uuid, part.total - 1_00, 1_299_00, 0);
    expect(await admin.orders.detail({ uuid: part.uuid })).toMatchObject({ refunded: 0 });
    // In parts, of several orders, by one admin within a day.
    expect(await refund(parts.uuid, 400_00, 300_00, 0)).toMatchObject({ proposalId: null });
    expect((await refund(other.uuid, 101_00, 100_00, 0)).proposalId).not.toBeNull();

    const dev = await shop.as(shop.people.dev);
    expect(await dev.proposals.confirm({ id: String(proposalId) })).toMatchObject({
      failure: null,
    });
    expect(await admin.orders.detail({ uuid: part.uuid })).toMatchObject({
      state: "partly-refunded",
      refunded: part.total - 1_00,
    });
  });

  // shows T412
  test("takes a second admin above the limit where only a typed transfer made the overpayment", async ({
    shop,
  }) => {
    const limitTo = (above: number | null) =>
      asOwner(shop.deps.db, (tx) =>
        tx.updateTable("region").set({ payout_second_person_above: above }).execute(),
      );
    onTestFinished(async () => void (await limitTo(null)));
    const admin = await shop.as((await anAdmin(shop)).id);
    const back = { productAmount: 0, units: 0, reason } as const;
    const refund = (uuid: string, amount: number, method: "card" | "credit" = "card") =>
      admin.orders.refund({ ...id(), uuid, amount, method, ...back });
    const orders = await Promise.all(Array.from({ length: 4 }, () => paidByCard(shop)));
    const [typed, twice, mixed, parts] = orders as [Order, Order, Order, Order];
    await payByBank(shop, typed.uuid, typed.total);
    await notify(shop, signed(aNotification(twice)));
    // R1.00 of what it kept beyond the goods came by card.
    await notify(shop, signed(aNotification({ ...mixed, total: 1_00 })));
    await payByBank(shop, mixed.uuid, mixed.total);
    await payByBank(shop, parts.uuid, parts.total);
    await limitTo(500_00);

    // What the card paid twice goes back to it, whatever the sum is.
    expect(await refund(twice.uuid, twice.total)).toMatchObject({
      state: "paid",
      proposalId: null,
    });
    const all = await refund(typed.uuid, typed.total);
    expect(all.proposalId).not.toBeNull();
    expect(await admin.orders.detail({ uuid: typed.uuid })).toMatchObject({ refunded: 0 });
    // In parts, of several orders, by one admin within a day, each by what its card does not cover.
    expect(await refund(parts.uuid, 300_00)).toMatchObject({ proposalId: null });
    expect(await refund(mixed.uuid, 201_00)).toMatchObject({ proposalId: null });
    expect((await refund(mixed.uuid, 1)).proposalId).not.toBeNull();
    expect((await refund(parts.uuid, 1)).proposalId).not.toBeNull();
    // It is in the sum of other refunds and payouts too.
    const { uuid } = await paidByCard(shop);
    await limitTo(null);
    await payByBank(shop, uuid, 10_00);
    await limitTo(500_00);
    const byBank = { ...id(), uuid, amount: 10_00, method: "eft", ...back } as const;
    expect((await admin.orders.refund(byBank)).proposalId).not.toBeNull();

    const dev = await shop.as(shop.people.dev);
    expect(await dev.proposals.confirm({ id: String(all.proposalId) })).toMatchObject({
      failure: null,
    });
    expect(await admin.orders.detail({ uuid: typed.uuid })).toMatchObject({
      state: "paid",
      refunded: typed.total,
    });
  });

  // shows T399
  test("takes a second admin where the order was ever packed for its collector, whatever was corrected since", async ({
    shop,
  }) => {
    const limitTo = (above: number | null) =>
      asOwner(shop.deps.db, (tx) =>
        tx.updateTable("region").set({ payout_second_person_above: above }).execute(),
      );
    onTestFinished(async () => void (await limitTo(null)));
    const admin = await shop.as((await anAdmin(shop)).id);
    const { guest, request, addressId } = await aGuestOrder(shop);
    const collection = { by: "self", name: "Sipho Collector", cellNumber: "0829998888" } as const;
    const collected = { ...request, ...id(), deliveryService: "COL", collection };
    const { uuid, total, ...order } = await guest.orders.save(collected);
    await notify(shop, signed(aNotification({ uuid, total, ...order })));
    const correct = (streetAddress: string) =>
      admin.orders.correctRecipient({
        ...aRecipient,
        ...id(),
        streetAddress,
        uuid,
        section: 1,
        formerAddressId: addressId,
      });
    await expect
      .poll(async () => (await admin.orders.detail({ uuid })).state, { timeout: 10_000 })
      .toBe("paid");
    await admin.orders.readyToCollect({ ...id(), uuid });
    await expect(correct("9 Kloof Street")).rejects.toMatchObject(
      refusedAs("order.recipient-ready"),
    );
    // As a correction of an earlier release left it.
    await sql`update projection.order_state set fulfilment = null where order_id = ${uuid}`.execute(
      shop.deps.db,
    );
    expect(await admin.orders.detail({ uuid })).toMatchObject({ isOut: true });
    await limitTo(500_00);
    const all = { amount: total, productAmount: total, units: 4, method: "card", reason } as const;
    const { proposalId } = await admin.orders.refund({ ...id(), uuid, ...all });
    expect(proposalId).not.toBeNull();
    await limitTo(null);
    expect(await admin.orders.detail({ uuid })).toMatchObject({ state: "paid", refunded: 0 });
  });
});
