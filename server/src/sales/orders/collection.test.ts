import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect } from "vitest";
import { openPostOffice } from "../../testing/post-office.ts";
import { aRecipient, payByBank, products, type TestShop, test } from "../../testing/shop-test.ts";
import { sendMessage } from "../../platform/messages/send-message.actions.ts";
import { quotePlacedOrder } from "../delivery/delivery-quote.actions.ts";

const silent = { info: () => {}, warn: () => {}, error: () => {} };
const id = () => ({ commandId: randomUUID() });
const lines = [{ productId: products.bottle, quantity: 1 }];
const buyer = {
  firstName: "Kim",
  lastName: "Buyer",
  email: "kim.collects@people.test",
  cellNumber: "0837654321",
};
const refused = (code: string) =>
  expect.objectContaining({ cause: expect.objectContaining({ code }) });

beforeEach<{ shop: TestShop }>(async ({ shop }) => {
  shop.courier.mode = "works";
  await shop.deps.db.deleteFrom("rate_limit").execute();
});

/** A guest's order for collection, with the collector's name and number but no address. */
async function collected(shop: TestShop) {
  const guest = await shop.as(null);
  const collection = { by: "self", name: "Sipho Collector", cellNumber: "0829998888" } as const;
  const sections = [{ addressId: null, lines }];
  const request = { ...id(), sections, deliveryService: "COL", collection, buyer };
  return { ...(await guest.orders.save(request)), request, guest };
}

async function sentAbout({ deps }: TestShop, uuid: string) {
  const office = openPostOffice();
  const waiting = deps.db.selectFrom("message").select("id").where("state", "=", "queued");
  const keyed = await waiting.where("message_key", "like", `%${uuid}%`).orderBy("id").execute();
  for (const message of keyed) await sendMessage({ ...deps, ...office, log: silent }, message.id);
  return office;
}

describe("an order for collection", () => {
  test("needs only a name and a number, and no email mentions delivery", async ({ shop }) => {
    const { uuid, total, guest } = await collected(shop);
    expect(total).toBe(325_00);
    await guest.orders.mailEftDetails({ uuid });
    await payByBank(shop, uuid, total);
    const { mails } = await sentAbout(shop, uuid);
    expect(mails).toHaveLength(3);
    for (const { subject, text, html } of mails) {
      expect(text).toContain("Collect it from our office: Rhizo, 1 Buitenkant Street, Gardens");
      expect(text).toContain("Monday to Friday, 9:00 to 15:00\nhttps://www.google.com/maps?q=");
      expect(subject + text + html).not.toMatch(/pack and send|send (it|your order)|be sent/i);
    }
    const admin = await shop.as(shop.people.admin);
    expect(await admin.orders.detail({ uuid })).toMatchObject({
      collection: { by: "self", name: "Sipho Collector", cellNumber: "082 999 8888" },
      sections: [{ recipient: null, deliveryService: "COL" }],
    });
  });

  test("sends one email and one SMS when it is ready to collect", async ({ shop }) => {
    const { uuid, orderNumber, total } = await collected(shop);
    const admin = await shop.as(shop.people.admin);
    const ready = { ...id(), uuid };
    await expect(admin.orders.readyToCollect(ready)).rejects.toEqual(
      refused("order.not-fully-paid"),
    );
    await payByBank(shop, uuid, total);
    await sentAbout(shop, uuid);
    await admin.orders.readyToCollect(ready);
    await admin.orders.readyToCollect(ready);
    await admin.orders.readyToCollect({ ...id(), uuid });

    const { mails, texts } = await sentAbout(shop, uuid);
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [buyer.email, `Order ${orderNumber} is ready to collect`],
    ]);
    // The SMS goes to the collector, not to the buyer.
    expect(texts.map(({ to }) => to)).toEqual(["+27829998888"]);
    expect(texts[0]?.text).toContain(`order ${orderNumber} is ready to collect`);
    expect(await admin.orders.detail({ uuid })).toMatchObject({ fulfilment: "ready-to-collect" });
  });

  test("is marked ready by admins only, and a courier order is refused", async ({ shop }) => {
    const { uuid, guest } = await collected(shop);
    const kim = await shop.as(shop.people.kim);
    await expect(kim.orders.readyToCollect({ ...id(), uuid })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    const uniqueId = randomUUID();
    const { id: addressId } = await guest.addresses.save({ ...aRecipient, uniqueId });
    const sent = await guest.orders.save({ ...id(), uniqueId, sections: [{ addressId, lines }] });
    const admin = await shop.as(shop.people.admin);
    await expect(admin.orders.readyToCollect({ ...id(), uuid: sent.uuid })).rejects.toEqual(
      refused("order.not-collected"),
    );
  });

  test.for([
    [{ deliveryService: "ECO" }, ["sections", 0, "addressId"]],
    [{ collection: { by: "self", name: "Kim Buyer" } }, ["collection", "cellNumber"]],
    [{ collection: undefined }, ["collection"]],
  ] as const)("without a recipient is refused with %j", async ([changes, path], { shop }) => {
    const { request, guest } = await collected(shop);
    await expect(guest.orders.save({ ...request, ...id(), ...changes })).rejects.toMatchObject({
      cause: { issues: expect.arrayContaining([expect.objectContaining({ path })]) },
    });
    const { buyer: _, ...nobody } = { ...request, ...id() };
    await expect(guest.orders.save(nobody)).rejects.toEqual(refused("order.unknown-address"));
  });
});

test.for([
  ["+27 82 999 8888", "082 999 8888"],
  ["(082) 999-8888", "082 999 8888"],
  ["+44 7400 123456", "+44 7400 123456"],
] as const)("a collector's number %s is kept as %s", async ([cellNumber, kept], { shop }) => {
  const { request, guest } = await collected(shop);
  const collection = { ...request.collection, cellNumber };
  const { uuid } = await guest.orders.save({ ...request, ...id(), collection });
  const admin = await shop.as(shop.people.admin);
  expect((await admin.orders.detail({ uuid })).collection?.cellNumber).toBe(kept);
});

test.for(["1234567890", "0829998", "on request", "07700 900123"])(
  "a collector's number %s, to which no SMS can be sent, is refused",
  async (cellNumber, { shop }) => {
    const { request, guest } = await collected(shop);
    const collection = { ...request.collection, cellNumber };
    await expect(guest.orders.save({ ...request, ...id(), collection })).rejects.toEqual(
      refused("account.wrong-phone"),
    );
  },
);

describe("an order with several delivery services", () => {
  test("is priced and booked by the service of each section", async ({ shop }) => {
    const kim = await shop.as(shop.people.lone);
    const address = async () => (await kim.addresses.save(aRecipient)).id;
    const sections = [
      { addressId: await address(), lines, deliveryService: "COL" },
      { addressId: await address(), lines, deliveryService: "ECO", deliveryNotes: "Ring twice" },
      { addressId: await address(), lines, deliveryService: "LOF" },
    ];
    const wanted = { sections, collection: { by: "self" } as const, deliveryNotes: "Any door" };
    const priced = sections.map((section) => ({
      lines: section.lines,
      deliveryService: section.deliveryService,
    }));
    const quoted = await kim.catalog.quote({ sections: priced });
    expect(quoted.sections.map(({ delivery }) => delivery)).toEqual([0, 100_00, 100_00]);
    const { uuid, total } = await kim.orders.save({
      ...id(),
      ...wanted,
      expectedTotal: quoted.total,
    });
    expect(total).toBe(quoted.total);
    await payByBank(shop, uuid, total);
    await quotePlacedOrder(shop.deps, uuid);
    const admin = await shop.as(shop.people.admin);
    const detail = await admin.orders.detail({ uuid });
    expect(detail.deliveryService).toBe("ECO");
    expect(detail.sections.map((section) => section.deliveryService)).toEqual([
      "COL",
      "ECO",
      "LOF",
    ]);
    expect(detail.sections.map(({ promisedDay }) => promisedDay !== null)).toEqual([
      false,
      true,
      true,
    ]);
    const { trackingReferences } = await admin.courier.createShipment({ ...id(), uuid });
    expect(trackingReferences).toHaveLength(2);
    const booked = shop.deps.db.selectFrom("courier_booking").select(["section", "service"]);
    expect(await booked.where("order_id", "=", uuid).orderBy("section").execute()).toEqual([
      { section: 2, service: "ECO" },
      { section: 3, service: "LOF" },
    ]);
    await admin.orders.readyToCollect({ ...id(), uuid });
    expect((await admin.orders.detail({ uuid })).fulfilment).toBe("shipped");
  });
});
