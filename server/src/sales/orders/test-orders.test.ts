import { orderWorks } from "@portal/shared/sales/orders/order-terms.ts";
import { randomUUID } from "node:crypto";
import { selfCollectionService } from "@portal/shared/platform/constants.ts";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { aRecipient, payByBank, products, test as shopTest } from "../../testing/shop-test.ts";
import { clickAndDropFile } from "../delivery/click-and-drop.actions.ts";
import { quotePlacedOrder } from "../delivery/delivery-quote.actions.ts";
import { listParcelsToAskAbout } from "../delivery/track-shipment.actions.ts";
import { countSales } from "../../office/reports/sales-count.actions.ts";

/**
 * A shop with test orders only: one by courier and one for collection, both overpaid, and one paid in part. The first
 * two also have courier bookings, from the time when test orders still got a courier.
 */
const test = shopTest.extend("orders", { scope: "file" }, async ({ shop, superuser }) => {
  const { lone } = shop.people;
  await superuser.updateTable("account").set({ test: true }).where("id", "=", lone).execute();
  const api = await shop.as(lone);
  const { id: addressId } = await api.addresses.save(aRecipient);
  const order = (chosen: object = {}) =>
    api.orders.save({
      commandId: randomUUID(),
      ...chosen,
      sections: [{ addressId, lines: [{ productId: products.bottle, quantity: 1 }] }],
    });
  const collection = { by: "self" } as const;
  const byCourier = await order();
  const collected = await order({ deliveryService: selfCollectionService, collection });
  const inPart = await order();
  for (const { uuid, total } of [byCourier, collected]) await payByBank(shop, uuid, total + 1);
  await payByBank(shop, inPart.uuid, 1);
  await sql`insert into courier_booking (order_id, generation, section, service, customer_reference, state,
      asked_at, shipment_id, tracking_reference)
    values (${byCourier.uuid}, 1, 1, 'ECO', 'RH1', 'booked', now(), 1, 'OLD1'),
      (${collected.uuid}, 1, 1, 'ECO', 'RH2', 'unclear', now(), null, null)`.execute(superuser);
  return { byCourier, collected, inPart };
});

/** At 10:00 at the office, within the courier's collection hours. */
function nextThursday(): string {
  const day = new Date(Date.now() + 7 * 24 * 3600_000);
  day.setUTCDate(day.getUTCDate() + ((11 - day.getUTCDay()) % 7));
  return `${day.toISOString().slice(0, 10)}T08:00:00.000Z`;
}

describe("an order that is not live", () => {
  // shows T24
  test("is excluded from the office's lists, with any filter, and from the Click & Drop file", async ({
    shop,
    orders,
  }) => {
    const admin = await shop.as(shop.people.admin);
    expect(orders.byCourier.uuid).not.toBe("");
    const questions = [
      {},
      { search: "lone" },
      { state: "paid" as const },
      { state: "placed" as const },
      { method: "eft" as const },
      { region: "za" as const },
      { from: "2020-01-01" },
      { overpaid: true },
      { underpaid: true },
      ...orderWorks.map((work) => ({ work })),
    ];
    for (const question of questions)
      expect(await admin.orders.list(question), JSON.stringify(question)).toEqual({
        rows: [],
        total: 0,
        isCapped: false,
      });
    await countSales(shop.deps.db);
    expect(await admin.orders.list({})).toEqual({ rows: [], total: 0, isCapped: false });
    expect((await clickAndDropFile(shop.deps.db, shop.deps.now())).split("\r\n")).toHaveLength(1);
  });

  // shows T24
  test("is listed among the test orders and found by its number, marked as not live", async ({
    shop,
    orders: { byCourier, collected, inPart },
  }) => {
    const admin = await shop.as(shop.people.admin);
    const { rows, total } = await admin.orders.list({ test: true });
    expect(total).toBe(3);
    expect(rows.map(({ uuid }) => uuid).toSorted()).toEqual(
      [byCourier, collected, inPart].map(({ uuid }) => uuid).toSorted(),
    );
    expect(
      rows.map(({ live, overpaid, underpaid, toBeQuoted }) => [
        live,
        overpaid,
        underpaid,
        toBeQuoted,
      ]),
    ).toEqual(Array.from({ length: 3 }, () => [false, false, false, false]));
    const byNumber = await admin.orders.list({ search: `RH${byCourier.orderNumber}` });
    expect(byNumber.rows).toMatchObject([{ uuid: byCourier.uuid, live: false }]);
    expect(await admin.orders.detail({ uuid: byCourier.uuid })).toMatchObject({ live: false });
  });

  // shows R8, T24
  test("adds no work, no sale and no commission", async ({ shop, orders, superuser }) => {
    expect(orders.inPart.uuid).not.toBe("");
    const admin = await shop.as(shop.people.admin);
    const { work, sales } = await admin.dashboard.get();
    const nothing = { count: 0, sum: 0 };
    expect(work).toMatchObject({ overpaid: nothing, underpaid: nothing });
    expect([work.toShip.count, work.toQuote.count]).toEqual([0, 0]);
    expect(sales.today).toEqual({ orders: 0, total: 0 });
    for (const table of [
      "projection.commission_entry",
      "projection.sale_entry",
      "sales_person_month",
    ])
      expect((await sql`select from ${sql.table(table)}`.execute(superuser)).rows).toEqual([]);
    expect(await admin.bankLines.list({})).toMatchObject({ rows: [] });
  });

  // shows T24
  test("is never quoted, collected or shipped, without any courier request", async ({
    shop,
    orders: { byCourier, inPart },
  }) => {
    const admin = await shop.as(shop.people.admin);
    const { uuid } = byCourier;
    const asked = shop.courier.asked.length;
    const refusal = { cause: { code: "courier.test-order" } };
    const command = () => ({ commandId: randomUUID(), uuid });

    await quotePlacedOrder(shop.deps, inPart.uuid);
    await expect(admin.courier.createShipment(command())).rejects.toMatchObject(refusal);
    await expect(admin.courier.updateQuote({ ...command(), service: "ECO" })).rejects.toMatchObject(
      refusal,
    );
    await expect(admin.courier.ukUpdateQuote(command())).rejects.toMatchObject(refusal);
    await expect(
      admin.courier.quoteToCollection({ ...command(), collectionAt: nextThursday() }),
    ).rejects.toMatchObject(refusal);
    expect(await listParcelsToAskAbout(shop.deps.db, shop.deps.now())).toEqual([]);
    expect(shop.courier.asked).toHaveLength(asked);
    const { rows } = await sql`select from job_outbox where name = 'quote-delivery'`.execute(
      shop.deps.db,
    );
    expect(rows).toEqual([]);
  });
});
