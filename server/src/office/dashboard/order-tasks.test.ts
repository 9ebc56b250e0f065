import { orderWorks } from "@portal/shared/sales/orders/order-terms.ts";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect } from "vitest";
import { clickAndDropFile } from "../../sales/delivery/click-and-drop.actions.ts";
import { quotePlacedOrder } from "../../sales/delivery/delivery-quote.actions.ts";
import { trackShipment } from "../../sales/delivery/track-shipment.actions.ts";
import { quoteFreshDays } from "../../sales/orders/order-tasks.queries.ts";
import { aGuestOrder, payByBank, type TestShop, test } from "../../testing/shop-test.ts";
import { listDueOrders } from "../erasure/money-due.queries.ts";

const dayMs = 24 * 3600_000;
const id = () => ({ commandId: randomUUID() });
const questions = ["overpaid", "underpaid", ...orderWorks] as const;
type Task = (typeof questions)[number];

/** The orders of each task in the list, which the dashboard must count the same. */
async function tasksOf(shop: TestShop, uuid: string, now: string): Promise<Task[]> {
  const admin = await shop.as(shop.people.admin, { now: () => now });
  const list = async (task: Task) => {
    const isMoney = task === "overpaid" || task === "underpaid";
    const asked = isMoney ? { [task]: true } : { work: task };
    return admin.orders.list({ page: 1, pageSize: 100, ...asked });
  };
  const lists = new Map(
    await Promise.all(questions.map(async (task) => [task, await list(task)] as const)),
  );
  const { work } = await admin.dashboard.get();
  const total = (task: Task) => lists.get(task)?.total;
  expect({
    overpaid: work.overpaid.count,
    underpaid: work.underpaid.count,
    sentUnpaid: work.sentUnpaid.count,
    toShip: work.toShip.count,
    toPack: work.toPack.count,
    toQuote: work.toQuote.count,
  }).toEqual({
    overpaid: total("overpaid"),
    underpaid: total("underpaid"),
    sentUnpaid: total("sent-unpaid"),
    toShip: total("to-ship"),
    toPack: total("to-pack"),
    toQuote: total("to-quote"),
  });
  const paid = (lists.get("to-ship")?.rows ?? []).map(({ paidAt }) => paidAt ?? "");
  expect(work.toShip.oldestAt).toBe(
    paid.toSorted((one, other) => one.localeCompare(other))[0] ?? null,
  );
  return questions.filter((task) => lists.get(task)?.rows.some((row) => row.uuid === uuid));
}

/** Why the order blocks erasing its buyer, by the same conditions. */
async function reasonOf(shop: TestShop, uuid: string): Promise<string | undefined> {
  const { readDb, now } = shop.deps;
  const [due] = await listDueOrders(readDb, sql`"order".order_id = ${uuid}`, now());
  return due?.reason;
}

test("an order is the same task in the list, on the dashboard and in amounts due, in every state", async ({
  shop,
}) => {
  const admin = await shop.as(shop.people.admin);
  const start = Date.now();
  const tasks = async (uuid: string, days = 0) =>
    tasksOf(shop, uuid, new Date(start + days * dayMs + 60_000).toISOString());
  const later = quoteFreshDays + 1;

  const { guest, request } = await aGuestOrder(shop);
  const { uuid, total } = await guest.orders.save({ ...request, ...id(), deliveryService: "ECO" });
  expect(await tasks(uuid)).toEqual(["to-quote"]);
  expect(await admin.courier.forOrder({ uuid })).toMatchObject({ isToBeQuoted: true });

  await quotePlacedOrder(shop.deps, uuid);
  expect(await tasks(uuid)).toEqual([]);
  expect(await tasks(uuid, later)).toEqual([]);
  expect(await admin.courier.forOrder({ uuid })).toMatchObject({ isToBeQuoted: false });
  expect(await reasonOf(shop, uuid)).toBeUndefined();

  await payByBank(shop, uuid, total - 100);
  expect(await tasks(uuid)).toEqual(["underpaid"]);
  expect(await reasonOf(shop, uuid)).toBe("part-paid");

  await payByBank(shop, uuid, 800);
  expect(await tasks(uuid)).toEqual(["overpaid", "to-ship", "problem"]);
  expect(await tasks(uuid, later)).toEqual(["overpaid", "to-quote", "to-ship", "problem"]);
  expect(await reasonOf(shop, uuid)).toBe("to-give-back");

  const back = {
    uuid,
    method: "eft",
    productAmount: 0,
    units: 0,
    reason: "Too much came",
  } as const;
  await admin.orders.refund({ ...id(), ...back, amount: 700 });
  expect(await tasks(uuid)).toEqual(["to-ship"]);
  expect(await reasonOf(shop, uuid)).toBe("to-ship");

  const { trackingReferences } = await admin.courier.createShipment({ ...id(), uuid });
  expect(await tasks(uuid)).toEqual([]);
  expect(await tasks(uuid, later)).toEqual([]);
  expect(await reasonOf(shop, uuid)).toBeUndefined();

  const becomes = async (status: string) => {
    const [reference = ""] = trackingReferences;
    const shipment = shop.deps.db.updateTable("sandbox_shipment").set({ status });
    await shipment.where("tracking_reference", "=", reference).execute();
    await trackShipment(shop.deps, reference);
  };
  await becomes("delivery-failed-attempt");
  expect(await tasks(uuid)).toEqual(["problem"]);

  await becomes("submitted");
  await admin.courier.cancelShipment({ uuid, reason: "Wrong street" });
  expect(await tasks(uuid)).toEqual(["to-ship"]);
  expect(await tasks(uuid, later)).toEqual(["to-quote", "to-ship"]);
  expect(await reasonOf(shop, uuid)).toBe("to-ship");

  const goods = { productAmount: 4 * 325_00, units: 4 };
  await admin.orders.refund({ ...id(), ...back, ...goods, amount: total });
  expect(await tasks(uuid)).toEqual([]);
  expect(await reasonOf(shop, uuid)).toBeUndefined();
});

// shows T146
test("an order whose payment is undone after it was sent is one task, and none of a parcel", async ({
  shop,
}) => {
  const now = new Date(Date.now() + 60_000).toISOString();
  const admin = await shop.as(shop.people.admin);
  const { guest, request } = await aGuestOrder(shop);
  const { uuid, total } = await guest.orders.save({ ...request, ...id(), deliveryService: "ECO" });
  await quotePlacedOrder(shop.deps, uuid);
  await payByBank(shop, uuid, total);
  await admin.courier.createShipment({ ...id(), uuid });
  const [payment] = (await admin.orders.detail({ uuid })).money?.moves ?? [];
  const position = payment?.standing?.position ?? 0;
  await admin.orders.undoPayment({ ...id(), uuid, position, isSentKnown: true });
  expect(await tasksOf(shop, uuid, now)).toEqual(["sent-unpaid"]);

  await payByBank(shop, uuid, total);
  expect(await tasksOf(shop, uuid, now)).toEqual([]);
});

test("collected and cancelled orders are no parcels anywhere", async ({ shop }) => {
  const now = new Date(Date.now() + 60_000).toISOString();
  const { guest, request } = await aGuestOrder(shop);
  const collection = { deliveryService: "COL", collection: { by: "self" } } as const;
  const collected = await guest.orders.save({ ...request, ...id(), ...collection });
  expect(await tasksOf(shop, collected.uuid, now)).toEqual(["collection"]);
  await payByBank(shop, collected.uuid, collected.total);
  expect(await tasksOf(shop, collected.uuid, now)).toEqual(["to-pack", "collection"]);
  const packed = { ...id(), uuid: collected.uuid };
  await (await shop.as(shop.people.admin)).orders.readyToCollect(packed);
  expect(await tasksOf(shop, collected.uuid, now)).toEqual(["collection"]);
  expect(await reasonOf(shop, collected.uuid)).toBeUndefined();

  const { uuid } = await guest.orders.save({ ...request, ...id() });
  expect(await tasksOf(shop, uuid, now)).toEqual(["to-quote"]);
  await (await shop.as(shop.people.admin)).orders.cancel({ ...id(), uuid });
  expect(await tasksOf(shop, uuid, now)).toEqual([]);
});

test("the file of parcels for the Royal Mail has the orders to ship of that region", async ({
  shop,
  superuser,
}) => {
  const { uuid, total } = await aGuestOrder(shop);
  const unpaid = await aGuestOrder(shop);
  for (const order of [uuid, unpaid.uuid])
    await sql`update projection.order_state set region = 'uk' where order_id = ${order}`.execute(
      superuser,
    );
  await payByBank(shop, uuid, total);
  const now = shop.deps.now();
  const admin = await shop.as(shop.people.admin);
  const { rows } = await admin.orders.list({
    page: 1,
    pageSize: 100,
    work: "to-ship",
    region: "uk",
  });

  const [, ...lines] = (await clickAndDropFile(shop.deps.db, now)).split("\r\n");
  expect(lines.map((line) => line.split(",")[0])).toEqual(
    rows.map(({ orderNumber }) => `RH${orderNumber}`),
  );
  expect(rows.map((row) => row.uuid)).toEqual([uuid]);
});
