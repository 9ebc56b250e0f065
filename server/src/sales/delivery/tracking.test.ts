import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect } from "vitest";
import {
  aGuestOrder,
  aRecipient,
  payByBank,
  products,
  type TestShop,
  test,
} from "../../testing/shop-test.ts";
import { quotePlacedOrder } from "./delivery-quote.actions.ts";
import { listParcelsToAskAbout, trackDueParcels, trackShipment } from "./track-shipment.actions.ts";

beforeEach<{ shop: TestShop }>(({ shop }) => {
  shop.courier.mode = "works";
});

const id = () => ({ commandId: randomUUID() });
const office = ({ as, people }: TestShop) => as(people.admin);

async function aQuotedOrder(shop: TestShop, recipients = 1) {
  const { guest, request, addressId } = await aGuestOrder(shop);
  const { uniqueId } = request;
  const ids = [addressId];
  while (ids.length < recipients)
    ids.push((await guest.addresses.save({ ...aRecipient, uniqueId })).id);
  const lines = [{ productId: products.bottle, quantity: 1 }];
  const sections = ids.map((recipient) => ({ addressId: recipient, lines }));
  const order = await guest.orders.save({ ...request, ...id(), sections, deliveryService: "ECO" });
  await payByBank(shop, order.uuid, order.total);
  await quotePlacedOrder(shop.deps, order.uuid);
  return { ...order, guest };
}

async function aShipment(shop: TestShop, recipients = 1) {
  const order = await aQuotedOrder(shop, recipients);
  const admin = await office(shop);
  const { trackingReferences } = await admin.courier.createShipment({ ...id(), uuid: order.uuid });
  return {
    ...order,
    admin,
    references: trackingReferences,
    reference: trackingReferences[0] ?? "",
  };
}

/** Changes the status at the courier without a notification to the shop. */
const becomes = ({ deps }: TestShop, reference: string, status: string) =>
  deps.db
    .updateTable("sandbox_shipment")
    .set({ status })
    .where("tracking_reference", "=", reference)
    .execute();

const arrivals = async ({ deps }: TestShop, uuid: string) =>
  (
    await deps.db
      .selectFrom("message")
      .select("id")
      .where("message_key", "=", `order-delivered:${uuid}`)
      .execute()
  ).length;

const found = async (shop: TestShop, filter: object) => {
  const { rows } = await (await office(shop)).orders.list({ page: 1, pageSize: 100, ...filter });
  return rows.map(({ uuid }) => uuid);
};

describe("a parcel", () => {
  test("is tracked until it is delivered, and the buyer is notified once", async ({ shop }) => {
    const { uuid, reference, admin, guest } = await aShipment(shop);
    await trackShipment(shop.deps, reference);
    expect(await admin.orders.detail({ uuid })).toMatchObject({
      fulfilment: "shipped",
      shipments: [{ trackingReference: reference, state: "booked" }],
    });

    await becomes(shop, reference, "out-for-delivery");
    await trackShipment(shop.deps, reference);
    // The link shows the state only: the tracking number would open the courier's own page.
    expect((await guest.orders.detail({ uuid })).shipments).toMatchObject([
      { trackingReference: null, state: "out-for-delivery" },
    ]);
    expect(await arrivals(shop, uuid)).toBe(0);

    await becomes(shop, reference, "delivered");
    await Promise.all([1, 2, 3].map(() => trackShipment(shop.deps, reference)));
    expect(await admin.orders.detail({ uuid })).toMatchObject({ fulfilment: "delivered" });
    expect(await arrivals(shop, uuid)).toBe(1);
    expect(await listParcelsToAskAbout(shop.deps.db, shop.deps.now())).not.toContain(reference);
  });

  test("of several triggers the delivery message only if it is the last one", async ({ shop }) => {
    const { uuid, references } = await aShipment(shop, 2);
    const listed = async () => {
      const { rows } = await (await office(shop)).orders.list({ page: 1, pageSize: 100 });
      return rows.find((row) => row.uuid === uuid);
    };
    expect(await listed()).toMatchObject({ toShip: false, parcel: "booked" });
    for (const [at, reference] of references.entries()) {
      await becomes(shop, reference, "delivered");
      await trackShipment(shop.deps, reference);
      expect(await arrivals(shop, uuid)).toBe(at);
      expect((await listed())?.parcel).toBe(at === 0 ? "booked" : "delivered");
    }
  });

  test("that the courier refuses to tell of holds up no other, and has its turn again later", async ({
    shop,
  }) => {
    const { references } = await aShipment(shop, 3);
    const [refused = "", ...others] = references;
    shop.courier.unknown = refused;
    const lines: object[] = [];
    const log = { warn: (details: object) => void lines.push(details) };
    await trackDueParcels({ ...shop.deps, log });
    shop.courier.unknown = null;

    const asked = await shop.deps.db
      .selectFrom("courier_booking")
      .select(["tracking_reference", "tracking_status"])
      .where("tracking_reference", "in", others)
      .where("status_asked_at", "is not", null)
      .execute();
    expect(asked).toHaveLength(2);
    expect(lines).toEqual([{ orderNumber: expect.any(Number) }]);
    expect(await listParcelsToAskAbout(shop.deps.db, shop.deps.now())).not.toContain(refused);
  });

  test("is due for tracking again after two hours, or at once after a failed request", async ({
    shop,
  }) => {
    const { reference } = await aShipment(shop);
    const asked = async (hours: number) => {
      const now = new Date(Date.now() + hours * 3600_000).toISOString();
      return (await listParcelsToAskAbout(shop.deps.db, now)).includes(reference);
    };
    expect(await asked(0)).toBe(true);
    shop.courier.mode = "away";
    await expect(trackShipment(shop.deps, reference)).rejects.toThrow("503");
    expect(await asked(0)).toBe(true);
    shop.courier.mode = "works";
    await trackShipment(shop.deps, reference);
    expect(await asked(1)).toBe(false);
    expect(await asked(3)).toBe(true);
  });

  test("with a failed delivery attempt is in the problem view", async ({ shop }) => {
    const { uuid, reference } = await aShipment(shop);
    expect(await found(shop, { work: "problem" })).not.toContain(uuid);
    await becomes(shop, reference, "delivery-failed-attempt");
    await trackShipment(shop.deps, reference);
    expect(await found(shop, { work: "problem" })).toContain(uuid);
  });
});

describe("a tracking notification", () => {
  const tell = ({ app }: TestShop, authorization: string | null, payload: unknown) =>
    app.inject({
      method: "POST",
      url: "/api/the-courier-guy/tracking",
      headers: { "content-type": "application/json", ...(authorization && { authorization }) },
      payload: JSON.stringify(payload),
    });
  const key = "key-of-the-courier";

  test("is accepted with the key, but its status is not trusted", async ({ shop }) => {
    const { uuid, reference, admin } = await aShipment(shop);
    // The notification claims a delivery that the courier does not confirm when asked.
    const told = { short_tracking_reference: reference, status: "delivered" };
    expect((await tell(shop, key, told)).statusCode).toBe(200);
    await trackShipment(shop.deps, reference);
    expect(await admin.orders.detail({ uuid })).toMatchObject({ fulfilment: "shipped" });
  });

  test("is refused without the key, and accepted with any content with it", async ({ shop }) => {
    const news = { short_tracking_reference: "PZDRMT" };
    for (const wrong of [null, "", "Bearer key-of-the-courier", "key-of-the-couriers"])
      expect((await tell(shop, wrong, news)).statusCode).toBe(403);
    for (const odd of [news, {}, [], { short_tracking_reference: "x".repeat(5000) }, null])
      expect((await tell(shop, key, odd)).statusCode).toBe(200);
  });
});

describe("cancelling a shipment", () => {
  test("allows a new booking under another reference, with a new message", async ({ shop }) => {
    const { uuid, orderNumber, reference, admin } = await aShipment(shop);
    expect(await found(shop, { work: "to-ship" })).not.toContain(uuid);
    await admin.courier.cancelShipment({ uuid, reason: "Wrong street" });
    expect(await admin.courier.forOrder({ uuid })).toMatchObject({
      isShipped: false,
      isCancellable: false,
      shipments: [{ state: "cancelled" }],
    });
    expect(await admin.orders.detail({ uuid })).toMatchObject({ fulfilment: "quoted" });
    expect(await found(shop, { work: "to-ship" })).toContain(uuid);

    await admin.courier.updateQuote({ ...id(), uuid, service: "LOF" });
    const again = await admin.courier.createShipment({ ...id(), uuid });
    expect(again.trackingReferences).not.toContain(reference);
    expect(await shop.deps.courier.findShipments(`RH${orderNumber}.2`)).toHaveLength(1);
    const detail = await admin.orders.detail({ uuid });
    expect(detail).toMatchObject({
      fulfilment: "shipped",
      shipments: [{ trackingReference: again.trackingReferences[0] }],
    });
    expect(detail.mails.filter(({ kind }) => kind === "order-shipped")).toHaveLength(2);
    expect(await found(shop, { work: "to-ship" })).not.toContain(uuid);
  });

  test("works once, and not after the courier has collected the parcel", async ({ shop }) => {
    const { uuid, reference, admin } = await aShipment(shop);
    shop.courier.mode = "away";
    await expect(admin.courier.cancelShipment({ uuid, reason: "r" })).rejects.toMatchObject({
      cause: { code: "courier.cancel-unclear" },
    });
    shop.courier.mode = "works";
    await becomes(shop, reference, "collected");
    await trackShipment(shop.deps, reference);
    await expect(admin.courier.cancelShipment({ uuid, reason: "r" })).rejects.toMatchObject({
      cause: { code: "courier.already-collected" },
    });
    const other = await aShipment(shop);
    // The shop has not tracked the collection yet, so the courier itself refuses.
    await becomes(shop, other.reference, "collected");
    await expect(
      admin.courier.cancelShipment({ uuid: other.uuid, reason: "r" }),
    ).rejects.toMatchObject({ cause: { code: "courier.refused" } });
    await becomes(shop, other.reference, "submitted");
    await admin.courier.cancelShipment({ uuid: other.uuid, reason: "r" });
    await expect(
      admin.courier.cancelShipment({ uuid: other.uuid, reason: "r" }),
    ).rejects.toMatchObject({ cause: { code: "courier.not-shipped" } });
  });

  test("on the courier's side keeps the order paid and to be shipped", async ({ shop }) => {
    const { uuid, reference, admin } = await aShipment(shop);
    await becomes(shop, reference, "cancelled");
    await trackShipment(shop.deps, reference);
    expect(await admin.orders.detail({ uuid })).toMatchObject({
      state: "paid",
      fulfilment: "quoted",
    });
    expect(await found(shop, { work: "to-ship" })).toContain(uuid);
  });
});

describe("the work views of the office", () => {
  test("list an order only while its work is open", async ({ shop }) => {
    const { guest, request } = await aGuestOrder(shop);
    const collected = await guest.orders.save({
      ...request,
      ...id(),
      deliveryService: "COL",
      collection: { by: "self" },
    });
    const unquoted = await guest.orders.save({ ...request, ...id() });
    expect(await found(shop, { work: "collection" })).toContain(collected.uuid);
    expect(await found(shop, { work: "collection" })).not.toContain(unquoted.uuid);
    const toQuote = await found(shop, { work: "to-quote" });
    expect(toQuote).toContain(unquoted.uuid);
    expect(toQuote).not.toContain(collected.uuid);

    await quotePlacedOrder(shop.deps, unquoted.uuid);
    expect(await found(shop, { work: "to-quote" })).not.toContain(unquoted.uuid);
    expect(await found(shop, { work: "to-ship" })).not.toContain(unquoted.uuid);
    await payByBank(shop, unquoted.uuid, unquoted.total);
    expect(await found(shop, { work: "to-ship" })).toContain(unquoted.uuid);
  });

  test("list a stale quote again, and the new quote returns the former one", async ({ shop }) => {
    const { uuid } = await aQuotedOrder(shop);
    const now = () => new Date(Date.now() + 8 * 24 * 3600_000).toISOString();
    const later = await shop.as(shop.people.admin, { now });
    const { rows } = await later.orders.list({ page: 1, pageSize: 100, work: "to-quote" });
    expect(rows).toContainEqual(expect.objectContaining({ uuid, toBeQuoted: true }));
    expect(await later.courier.forOrder({ uuid })).toMatchObject({ isQuoteStale: true });

    const quoted = await later.courier.updateQuote({ ...id(), uuid, service: "LOF" });
    expect(quoted).toMatchObject({ former: { service: "ECO" }, service: "LOF" });
    expect(await later.courier.forOrder({ uuid })).toMatchObject({ isQuoteStale: false });
  });
});
