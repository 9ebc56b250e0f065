import { randomUUID } from "node:crypto";
import { selfCollectionService } from "@portal/shared/platform/constants.ts";
import { sql } from "kysely";
import { beforeEach, describe, expect } from "vitest";
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

beforeEach<{ shop: TestShop }>(({ shop }) => {
  shop.courier.mode = "works";
});

/** Next Thursday at 10:00 at the office, always in the future and within collection hours. */
const nextThursday = (() => {
  const day = new Date(Date.now() + 7 * 24 * 3600_000);
  day.setUTCDate(day.getUTCDate() + ((11 - day.getUTCDay()) % 7));
  return `${day.toISOString().slice(0, 10)}T08:00:00.000Z`;
})();

const id = () => ({ commandId: randomUUID() });
const office = ({ as, people }: TestShop) => as(people.admin);

async function anOrder(shop: TestShop, changes: object = {}) {
  const { guest, request } = await aGuestOrder(shop);
  return guest.orders.save({ ...request, ...id(), ...changes });
}

/** Paid, quoted and ready to ship. */
async function aPaidOrder(shop: TestShop) {
  const order = await anOrder(shop, { deliveryService: "ECO" });
  await payByBank(shop, order.uuid, order.total);
  await quotePlacedOrder(shop.deps, order.uuid);
  return order;
}

const bookings = ({ courier }: TestShop) =>
  courier.asked.filter((call) => call === "POST shipments").length;

async function jobsFor(db: TestShop["deps"]["db"], uuid: string) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from job_outbox
    where name = 'quote-delivery' and data ->> 'orderId' = ${uuid}`.execute(db);
  return rows[0]?.count;
}

describe("a placed order", () => {
  // shows S3.6
  test("is quoted once by a job, for the chosen service", async ({ shop }) => {
    const { uuid, orderNumber } = await anOrder(shop, { deliveryService: "LOF" });
    expect(await jobsFor(shop.deps.db, uuid)).toBe(1);
    const admin = await office(shop);
    expect(await admin.courier.forOrder({ uuid })).toMatchObject({
      service: "LOF",
      goesByCourier: true,
      isToBeQuoted: true,
      quote: null,
    });

    await quotePlacedOrder(shop.deps, uuid);
    await quotePlacedOrder(shop.deps, uuid);

    expect(await admin.courier.forOrder({ uuid })).toMatchObject({
      isToBeQuoted: false,
      quote: { service: "LOF", rate: 110_00 },
    });
    const quoted = await shop.deps.db
      .selectFrom("ledger_events")
      .select("data")
      .where("stream_id", "=", `order-${uuid}`)
      .where("type", "=", "DeliveryQuoted")
      .execute();
    expect(quoted).toMatchObject([{ data: { quoteNumber: `RH${orderNumber}-1` } }]);
  });

  test("gets the cheapest service if none was chosen", async ({ shop }) => {
    for (const changes of [{}, { deliveryService: "DOOR" }]) {
      const { uuid } = await anOrder(shop, changes);
      await quotePlacedOrder(shop.deps, uuid);
      const delivery = await (await office(shop)).courier.forOrder({ uuid });
      expect(delivery).toMatchObject({ service: "ECO", quote: { service: "ECO", rate: 75_00 } });
    }
  });

  test("stays unquoted while the courier is down, and the job fails to be retried", async ({
    shop,
  }) => {
    const { uuid } = await anOrder(shop);
    shop.courier.mode = "away";
    await expect(quotePlacedOrder(shop.deps, uuid)).rejects.toThrow("503");
    const admin = await office(shop);
    expect(await admin.courier.forOrder({ uuid })).toMatchObject({ isToBeQuoted: true });
    await expect(
      admin.courier.updateQuote({ ...id(), uuid, service: "ECO" }),
    ).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE", cause: { code: "courier.down" } });
  });

  test("is not quoted if it is collected, and names the collector", async ({ shop }) => {
    const collection = { by: "courier", courierName: "Swift" } as const;
    const { uuid, total } = await anOrder(shop, {
      deliveryService: selfCollectionService,
      collection,
    });
    expect(total).toBe(4 * 325_00);
    expect(await jobsFor(shop.deps.db, uuid)).toBe(0);
    await quotePlacedOrder(shop.deps, uuid);
    const admin = await office(shop);
    expect(await admin.courier.forOrder({ uuid })).toMatchObject({
      goesByCourier: false,
      isToBeQuoted: false,
      quote: null,
      collection,
    });
    await expect(
      admin.courier.updateQuote({ ...id(), uuid, service: "ECO" }),
    ).rejects.toMatchObject({ cause: { code: "courier.not-for-this-order" } });
  });

  test.for(["OVN", "LSX", "RM", "FREE", "'; drop table address"])(
    "is refused with the service %s",
    async (deliveryService, { shop }) => {
      await expect(anOrder(shop, { deliveryService })).rejects.toMatchObject({
        cause: { code: "order.unknown-service", field: "deliveryService" },
      });
    },
  );

  // shows S4.15
  test("for collection is refused without a collector", async ({ shop }) => {
    await expect(anOrder(shop, { deliveryService: "COL" })).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
  });
});

describe("the office", () => {
  // shows T213
  test("changes twice within a minute under ids that begin alike, and both are recorded", async ({
    shop,
  }) => {
    const { uuid } = await anOrder(shop);
    const admin = await office(shop);
    const change = (commandId: string, service: string) =>
      admin.courier.updateQuote({ commandId, uuid, service });
    await change("0190a1b2-c3d4-7e5f-8a6b-000000000001", "LSF");
    await change("0190a1b2-c3d4-7e5f-8a6b-000000000002", "ECO");
    expect(await admin.courier.forOrder({ uuid })).toMatchObject({
      service: "ECO",
      quote: { service: "ECO" },
    });
  });

  test("changes the service at the courier's rate, and the change is audited once", async ({
    shop,
  }) => {
    const { uuid } = await anOrder(shop);
    const admin = await office(shop);
    const request = { ...id(), uuid, service: "LSF" };
    await admin.courier.updateQuote(request);
    await admin.courier.updateQuote(request);
    expect(await admin.courier.forOrder({ uuid })).toMatchObject({
      service: "LSF",
      quote: { service: "LSF", rate: 165_00 },
    });
    const audit = await shop.deps.db
      .selectFrom("audit_entry")
      .select(["actor_id", "action"])
      .where("target", "=", uuid)
      .execute();
    expect(audit).toEqual([{ actor_id: shop.people.admin, action: "order.delivery-quoted" }]);
  });

  test.for(["OVN", "NONE", "COL", "AIR"])(
    "cannot change the service to %s",
    async (service, { shop }) => {
      const { uuid } = await anOrder(shop);
      const admin = await office(shop);
      await expect(admin.courier.updateQuote({ ...id(), uuid, service })).rejects.toMatchObject({
        cause: { code: "courier.no-service" },
      });
    },
  );

  // shows S9.10
  test("books a collection within the collection hours, after a quote", async ({ shop }) => {
    const { uuid } = await anOrder(shop);
    const admin = await office(shop);
    const book = (collectionAt: string) =>
      admin.courier.quoteToCollection({ ...id(), uuid, collectionAt });
    await expect(book(nextThursday)).rejects.toMatchObject({
      cause: { code: "courier.not-quoted" },
    });
    await quotePlacedOrder(shop.deps, uuid);
    const outside = { cause: { code: "courier.outside-hours", field: "collectionAt" } };
    await expect(book(nextThursday.replace("T08", "T14"))).rejects.toMatchObject(outside);
    await expect(book("2020-11-26T08:00:00.000Z")).rejects.toMatchObject(outside);
    await expect(book("tomorrow")).rejects.toMatchObject({ code: "BAD_REQUEST" });

    await book(nextThursday);
    expect(await admin.courier.forOrder({ uuid })).toMatchObject({ collectionAt: nextThursday });
  });

  // shows S7.1
  test("quotes the Royal Mail flat rate for UK parcels only", async ({ shop }) => {
    const { uuid } = await aBritishOrder(shop);
    const admin = await office(shop);
    await admin.courier.ukUpdateQuote({ ...id(), uuid });
    expect(await admin.courier.forOrder({ uuid })).toMatchObject({
      region: "uk",
      goesByCourier: false,
      quote: { service: "RM", rate: 499 },
    });
    const { uuid: here } = await anOrder(shop);
    await expect(admin.courier.ukUpdateQuote({ ...id(), uuid: here })).rejects.toMatchObject({
      cause: { code: "courier.not-for-this-order" },
    });
  });
});

describe("a shipment", () => {
  test("is booked, announced to the buyer, and has a waybill", async ({ shop }) => {
    const { uuid, orderNumber } = await aPaidOrder(shop);
    const admin = await office(shop);
    await admin.courier.quoteToCollection({ ...id(), uuid, collectionAt: nextThursday });
    const { trackingReferences } = await admin.courier.createShipment({ ...id(), uuid });

    const [tracking] = trackingReferences;
    expect(tracking).toMatch(/^[A-Z0-9]{6}$/);
    expect(await admin.courier.forOrder({ uuid })).toMatchObject({
      isShipped: true,
      shipments: [{ section: 1, trackingReference: tracking }],
    });
    const sent = await shop.deps.db
      .selectFrom("sandbox_shipment")
      .select("request")
      .where("customer_reference", "=", `RH${orderNumber}`)
      .execute();
    expect(sent).toMatchObject([
      { request: { service_level_code: "ECO", collection_after: "10:00" } },
    ]);
    const messages = await shop.deps.db
      .selectFrom("message")
      .select("kind")
      .where("message_key", "=", `order-shipped:${uuid}`)
      .execute();
    expect(messages).toEqual([{ kind: "order-shipped" }]);

    const [waybill] = await admin.courier.waybillUrl({ uuid });
    expect(waybill).toMatchObject({ trackingReference: tracking });
    expect(waybill?.url).toMatch(/^http:\/\/shop\.test\/sandbox\/courier\/labels\/[0-9a-f-]{36}$/);
  });

  test("is booked once by concurrent and repeated requests", async ({ shop }) => {
    const { uuid, orderNumber } = await aPaidOrder(shop);
    const admin = await office(shop);
    const before = bookings(shop);
    const ask = () => admin.courier.createShipment({ ...id(), uuid });
    const answers = await Promise.allSettled(Array.from({ length: 8 }, ask));
    const refused = answers.filter(({ status }) => status === "rejected");
    for (const answer of refused)
      expect(answer).toMatchObject({ reason: { cause: { code: "request.in-progress" } } });
    expect(refused.length).toBeLessThan(8);
    const again = await ask();

    expect(bookings(shop) - before).toBe(1);
    expect(await shop.deps.courier.findShipments(`RH${orderNumber}`)).toMatchObject([
      { trackingReference: again.trackingReferences[0] },
    ]);
    const created = await shop.deps.db
      .selectFrom("ledger_events")
      .select("type")
      .where("stream_id", "=", `order-${uuid}`)
      .where("type", "=", "ShipmentCreated")
      .execute();
    expect(created).toHaveLength(1);
  });

  // shows T25
  test("that was cancelled is not booked again by a retry of its command", async ({ shop }) => {
    const { uuid } = await aPaidOrder(shop);
    const admin = await office(shop);
    const command = { ...id(), uuid };
    const first = await admin.courier.createShipment(command);
    await admin.courier.cancelShipment({ uuid, reason: "wrong parcel" });
    const before = bookings(shop);

    expect(await admin.courier.createShipment(command)).toEqual(first);
    expect(bookings(shop)).toBe(before);
    const anew = await admin.courier.createShipment({ ...id(), uuid });
    expect(bookings(shop)).toBe(before + 1);
    const { rows } = await sql<{ waybill: string }>`
      select data ->> 'waybill' as waybill from ledger_events
      where stream_id = ${`order-${uuid}`} and type = 'ShipmentCreated' order by position`.execute(
      shop.deps.db,
    );
    expect(rows.map(({ waybill }) => waybill)).toEqual([
      ...first.trackingReferences,
      ...anew.trackingReferences,
    ]);
  });

  // shows T288
  test("that was shipped without a booking of ours is not booked", async ({ shop, superuser }) => {
    const { uuid } = await aPaidOrder(shop);
    const admin = await office(shop);
    await admin.courier.createShipment({ ...id(), uuid });
    await superuser.deleteFrom("courier_booking").where("order_id", "=", uuid).execute();
    const before = bookings(shop);

    await expect(admin.courier.createShipment({ ...id(), uuid })).rejects.toMatchObject({
      cause: { code: "courier.already-shipped" },
    });
    expect(bookings(shop)).toBe(before);
  });

  test("is booked for each recipient", async ({ shop }) => {
    const { guest, request, addressId } = await aGuestOrder(shop);
    const { uniqueId } = request;
    const { id: other } = await guest.addresses.save({ ...aRecipient, uniqueId });
    const lines = [{ productId: products.bottle, quantity: 1 }];
    const sections = [addressId, other].map((recipient) => ({ addressId: recipient, lines }));
    const order = await guest.orders.save({ ...request, ...id(), sections });
    await payByBank(shop, order.uuid, order.total);
    await quotePlacedOrder(shop.deps, order.uuid);
    const admin = await office(shop);
    const shipped = await admin.courier.createShipment({ ...id(), uuid: order.uuid });
    expect(new Set(shipped.trackingReferences).size).toBe(2);
    expect(await admin.courier.waybillUrl({ uuid: order.uuid })).toHaveLength(2);
  });

  test("is refused for an unpaid, unquoted or unknown order", async ({ shop }) => {
    const admin = await office(shop);
    const before = bookings(shop);
    const codeFor = (uuid: string) =>
      admin.courier.createShipment({ ...id(), uuid }).then(
        () => "shipped",
        (error: { cause: { code: string } }) => error.cause.code,
      );
    const unpaid = await anOrder(shop);
    expect(await codeFor(unpaid.uuid)).toBe("courier.not-paid");
    await payByBank(shop, unpaid.uuid, unpaid.total);
    expect(await codeFor(unpaid.uuid)).toBe("courier.not-quoted");
    expect(await codeFor(randomUUID())).toBe("order.unknown");
    await expect(admin.courier.waybillUrl({ uuid: unpaid.uuid })).rejects.toMatchObject({
      cause: { code: "courier.not-shipped" },
    });
    expect(bookings(shop)).toBe(before);
  });
});

test("only admins arrange deliveries", async ({ shop }) => {
  const { uuid } = await anOrder(shop);
  for (const person of [shop.people.anna, shop.people.sam, shop.people.kim]) {
    const somebody = await shop.as(person);
    await expect(somebody.courier.createShipment({ ...id(), uuid })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    await expect(somebody.courier.forOrder({ uuid })).rejects.toMatchObject({ code: "FORBIDDEN" });
  }
});
