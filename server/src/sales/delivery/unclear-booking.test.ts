import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, describe, expect } from "vitest";
import { aGuestOrder, payByBank, type TestShop, test } from "../../testing/shop-test.ts";
import { quotePlacedOrder } from "./delivery-quote.actions.ts";

beforeEach<{ shop: TestShop }>(({ shop }) => {
  shop.courier.mode = "works";
});

const id = () => ({ commandId: randomUUID() });
const minutes = 60_000;
/** The office some minutes from now. */
const office = ({ as, people }: TestShop, ms = 0) =>
  as(people.admin, { now: () => new Date(Date.now() + ms).toISOString() });

async function aPaidOrder(shop: TestShop) {
  const { guest, request } = await aGuestOrder(shop);
  const order = await guest.orders.save({ ...request, ...id(), deliveryService: "ECO" });
  await payByBank(shop, order.uuid, order.total);
  await quotePlacedOrder(shop.deps, order.uuid);
  return order;
}

const bookings = ({ courier }: TestShop) =>
  courier.asked.filter((call) => call === "POST shipments").length;
const refusedAs = (code: string) => ({ cause: expect.objectContaining({ code }) });

async function problems(shop: TestShop): Promise<number[]> {
  const { rows } = await (await office(shop)).orders.list({ work: "problem" });
  return rows.map(({ orderNumber }) => orderNumber);
}

describe("a booking without an answer", () => {
  // shows R73, T106, T427
  test("is looked up at once, and is the shipment where the courier has it", async ({ shop }) => {
    const { uuid, orderNumber } = await aPaidOrder(shop);
    const before = bookings(shop);
    shop.courier.mode = "books and says nothing";
    const { trackingReferences } = await (await office(shop)).courier.createShipment({
      ...id(),
      uuid,
    });

    expect(bookings(shop) - before).toBe(1);
    expect(await shop.deps.courier.findShipments(`RH${orderNumber}`)).toMatchObject([
      { trackingReference: trackingReferences[0] },
    ]);
  });

  // shows R73, T106, T427
  test("is not repeated while the courier may still carry it out", async ({ shop }) => {
    const { uuid, orderNumber } = await aPaidOrder(shop);
    const admin = await office(shop);
    const before = bookings(shop);
    shop.courier.mode = "books later";
    const unclear = refusedAs("courier.unclear");
    await expect(admin.courier.createShipment({ ...id(), uuid })).rejects.toMatchObject(unclear);
    expect(await admin.courier.forOrder({ uuid })).toMatchObject({ isShipped: false });

    shop.courier.mode = "works";
    const soon = await office(shop, 4 * minutes);
    await expect(soon.courier.createShipment({ ...id(), uuid })).rejects.toMatchObject(unclear);
    // Without a lookup nothing is booked either, and the time counts from the booking.
    shop.courier.mode = "away";
    const down = refusedAs("courier.down");
    const late = await office(shop, 6 * minutes);
    await expect(late.courier.createShipment({ ...id(), uuid })).rejects.toMatchObject(down);
    expect(bookings(shop) - before).toBe(1);

    shop.courier.mode = "works";
    await shop.courier.bookLate();
    const { trackingReferences } = await soon.courier.createShipment({ ...id(), uuid });
    expect(bookings(shop) - before).toBe(2);
    expect(await shop.deps.courier.findShipments(`RH${orderNumber}`)).toMatchObject([
      { trackingReference: trackingReferences[0] },
    ]);
  });

  test("is booked anew after some minutes, once", async ({ shop }) => {
    const { uuid, orderNumber } = await aPaidOrder(shop);
    shop.courier.mode = "away";
    await expect((await office(shop)).courier.createShipment({ ...id(), uuid })).rejects.toThrow(
      "The courier did not confirm the booking",
    );
    expect(await problems(shop)).toContain(orderNumber);
    shop.courier.mode = "works";
    const before = bookings(shop);
    const late = await office(shop, 6 * minutes);
    const ask = () => late.courier.createShipment({ ...id(), uuid });
    const answers = await Promise.allSettled(Array.from({ length: 6 }, ask));
    const refused = answers.flatMap((answer): unknown[] =>
      answer.status === "rejected" ? [answer.reason] : [],
    );
    expect(refused).toEqual(
      refused.map(() => expect.objectContaining(refusedAs("request.in-progress"))),
    );

    expect(await ask()).toMatchObject({ uuid });
    expect(bookings(shop) - before).toBe(1);
    expect(await shop.deps.courier.findShipments(`RH${orderNumber}`)).toHaveLength(1);
    expect(await problems(shop)).not.toContain(orderNumber);
  });

  // shows T427
  test("that arrives after it was booked anew is a task until the office takes it back", async ({
    shop,
  }) => {
    const { uuid, orderNumber } = await aPaidOrder(shop);
    shop.courier.mode = "books later";
    await expect(
      (await office(shop)).courier.createShipment({ ...id(), uuid }),
    ).rejects.toMatchObject(refusedAs("courier.unclear"));
    const late = await office(shop, 6 * minutes);
    // The first request is carried out between the look-up and the second booking.
    const { courier } = shop.deps;
    const slow = {
      ...courier,
      async createShipment(...request: Parameters<typeof courier.createShipment>) {
        shop.courier.mode = "works";
        await shop.courier.bookLate();
        return courier.createShipment(...request);
      },
    };
    const admin = await shop.as(shop.people.admin, {
      courier: slow,
      now: () => new Date(Date.now() + 6 * minutes).toISOString(),
    });
    const { trackingReferences } = await admin.courier.createShipment({ ...id(), uuid });

    const all = await shop.deps.courier.findShipments(`RH${orderNumber}`);
    const [second] = all
      .map(({ trackingReference }) => trackingReference)
      .filter((each) => !trackingReferences.includes(each));
    expect(all).toHaveLength(2);
    expect(await late.courier.forOrder({ uuid })).toMatchObject({
      isShipped: true,
      shipments: [{ trackingReference: trackingReferences[0] }],
      surplus: [second],
    });
    expect(await problems(shop)).toContain(orderNumber);

    const takeBack = { uuid, reason: "booked twice", surplus: second };
    expect(await late.courier.cancelShipment(takeBack)).toEqual({ uuid, cancelled: 1 });
    expect(await late.courier.forOrder({ uuid })).toMatchObject({
      isShipped: true,
      shipments: [{ trackingReference: trackingReferences[0], state: "booked" }],
      surplus: [],
    });
    expect(await problems(shop)).not.toContain(orderNumber);
    expect(await shop.deps.courier.findShipments(`RH${orderNumber}`)).toMatchObject([
      { trackingReference: trackingReferences[0] },
    ]);
    await expect(late.courier.cancelShipment(takeBack)).rejects.toMatchObject(
      refusedAs("courier.not-shipped"),
    );
  });

  // shows T427
  test("settles nothing of a request that overtook it", async ({ shop, superuser }) => {
    const { uuid, orderNumber } = await aPaidOrder(shop);
    const { courier } = shop.deps;
    // It stands still for so long that another process books the parcel.
    const stopped = {
      ...courier,
      async createShipment(...request: Parameters<typeof courier.createShipment>) {
        const late = await office(shop, 6 * minutes);
        await late.courier.createShipment({ ...id(), uuid });
        return courier.createShipment(...request);
      },
    };
    const admin = await shop.as(shop.people.admin, { courier: stopped });
    const { trackingReferences } = await admin.courier.createShipment({ ...id(), uuid });

    const all = await courier.findShipments(`RH${orderNumber}`);
    expect(all).toMatchObject([{ trackingReference: trackingReferences[0] }, {}]);
    expect(await admin.courier.forOrder({ uuid })).toMatchObject({
      shipments: [{ trackingReference: trackingReferences[0] }],
      surplus: [all[1]?.trackingReference],
    });
    const { rows } = await sql`
      select state from courier_booking where order_id = ${uuid}`.execute(superuser);
    expect(rows).toEqual([{ state: "booked" }]);
  });

  // shows T427
  test("whose second shipment the courier has collected asks for a call, once", async ({
    shop,
    superuser,
  }) => {
    const { uuid, orderNumber } = await aPaidOrder(shop);
    const admin = await office(shop);
    await admin.courier.createShipment({ ...id(), uuid });
    await superuser
      .updateTable("courier_booking")
      .set({ surplus_references: ["GONE42"] })
      .where("order_id", "=", uuid)
      .execute();
    expect(await problems(shop)).toContain(orderNumber);

    const takeBack = { uuid, reason: "booked twice", surplus: "GONE42" };
    shop.courier.mode = "away";
    await expect(admin.courier.cancelShipment(takeBack)).rejects.toMatchObject(
      refusedAs("courier.cancel-unclear"),
    );
    shop.courier.mode = "works";
    expect(await admin.courier.cancelShipment(takeBack)).toEqual({ uuid, cancelled: 0 });
    expect(await problems(shop)).not.toContain(orderNumber);
  });
});
