import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, describe, expect } from "vitest";
import { readOnly } from "../../platform/db/database.ts";
import { ofThisDatabase } from "../../testing/advisory-locks.ts";
import {
  aGuestOrder,
  aRecipient,
  payByBank,
  type TestShop,
  test,
} from "../../testing/shop-test.ts";
import { findSignedInUser } from "../../people/accounts/account.store.ts";
import { quotePlacedOrder } from "../delivery/delivery-quote.actions.ts";
import { eraseAccount } from "../../office/erasure/erase-account.actions.ts";
import { findOrderHistory } from "./order-history.queries.ts";
import { readInvoice } from "./order-documents.actions.ts";
import { orderDecider } from "./order.decider.ts";
import { orderEvents, orderStream } from "./order.events.ts";
import { lockRecipients } from "../delivery/courier-booking.store.ts";
import { orderRecipientCorrected } from "./order.messages.ts";

beforeEach<{ shop: TestShop }>(({ shop }) => {
  shop.courier.mode = "works";
});

const id = () => ({ commandId: randomUUID() });
const elsewhere = {
  ...aRecipient,
  streetAddress: "9 Kloof Street",
  manualSuburb: "Tamboerskloof",
  latitude: -33.93,
  longitude: 18.4,
};
const refusal = (code: string) => ({ cause: { code } });

async function aQuotedOrder(shop: TestShop) {
  const order = await aGuestOrder(shop);
  await payByBank(shop, order.uuid, order.total);
  await quotePlacedOrder(shop.deps, order.uuid);
  return order;
}

type Order = Awaited<ReturnType<typeof aGuestOrder>>;

async function correct(shop: TestShop, { uuid, addressId }: Pick<Order, "uuid" | "addressId">) {
  const admin = await shop.as(shop.people.admin);
  const input = { ...elsewhere, ...id(), uuid, section: 1, formerAddressId: addressId };
  return admin.orders.correctRecipient(input);
}

async function shownTo(shop: TestShop, userId: number | null, uuid: string) {
  const { sections, ...order } = await (await shop.as(userId)).orders.detail({ uuid });
  const [first] = sections;
  return { ...order, recipient: first?.recipient ?? null, correction: first?.correction ?? null };
}

describe("a corrected recipient address", () => {
  // shows S6.20
  test("replaces the address of the order, not of the buyer's address book", async ({ shop }) => {
    const buyer = await shop.as(shop.people.kim);
    const { id: addressId } = await buyer.addresses.save(aRecipient);
    const lines = [{ productId: 94, quantity: 1 }];
    const placed = await buyer.orders.save({ ...id(), sections: [{ addressId, lines }] });
    const corrected = await correct(shop, { ...placed, addressId });

    expect(corrected).toMatchObject({ uuid: placed.uuid, isQuotedAnew: true });
    for (const person of [shop.people.admin, shop.people.kim])
      expect(await shownTo(shop, person, placed.uuid)).toMatchObject({
        total: placed.total,
        recipient: {
          address: ["9 Kloof Street", "Tamboerskloof", "Cape Town", "Western Cape", "8001"],
          latitude: -33.93,
          longitude: 18.4,
        },
      });
    expect(await shownTo(shop, null, placed.uuid)).toMatchObject({
      recipient: null,
      correction: null,
    });
    // The correction belongs to the order; the address book keeps what the buyer entered.
    expect(await buyer.addresses.list({})).toMatchObject([
      { id: addressId, streetAddress: "1 Long Street", lastUsed: true },
    ]);
    await expect(
      buyer.orders.save({ ...id(), sections: [{ addressId: corrected.addressId, lines }] }),
    ).rejects.toMatchObject(refusal("order.unknown-address"));
  });

  test("is recorded by ids only", async ({ shop }) => {
    const { uuid, addressId } = await aGuestOrder(shop);
    const { addressId: correctedId } = await correct(shop, { uuid, addressId });

    const facts = await findOrderHistory(readOnly(shop.deps.db), uuid);
    expect(facts.map(({ event }) => event.type)).toEqual(["OrderPlaced", "RecipientCorrected"]);
    expect(facts.at(-1)?.event.data).toEqual({
      orderId: uuid,
      section: 1,
      addressId: correctedId,
      placeChanged: true,
    });
    const audit = await shop.deps.db
      .selectFrom("audit_entry")
      .select(["action", "actor_id as actorId", "details"])
      .where("target", "=", uuid)
      .execute();
    expect(audit).toEqual([
      {
        action: "order.recipient-corrected",
        actorId: shop.people.admin,
        details: { section: 1, formerAddressId: addressId, addressId: correctedId },
      },
    ]);
  });

  test("is announced to the buyer, to a guest at the corrected email", async ({ shop }) => {
    const { uuid, addressId } = await aGuestOrder(shop);
    const admin = await shop.as(shop.people.admin);
    await admin.orders.correctRecipient({
      ...elsewhere,
      recipientEmail: "right@example.co.za",
      ...id(),
      uuid,
      section: 1,
      formerAddressId: addressId,
    });

    const { mails } = await admin.orders.detail({ uuid });
    expect(mails.map(({ kind }) => kind)).toContain("order-recipient-corrected");
    const mail = orderRecipientCorrected.open({ userId: null, orderId: uuid });
    expect(await mail.findAddressee(shop.deps.db, shop.deps.now())).toMatchObject({
      email: "right@example.co.za",
    });
  });

  // shows T369
  test("is told to the former address of an order that names no buyer", async ({ shop }) => {
    const { uuid, addressId } = await aGuestOrder(shop);
    const admin = await shop.as(shop.people.admin);
    await admin.orders.correctRecipient({
      ...elsewhere,
      recipientEmail: "thief@example.co.za",
      ...id(),
      uuid,
      section: 1,
      formerAddressId: addressId,
    });
    const former = await shop.deps.db
      .selectFrom("message")
      .select("kind")
      .where("to_address", "=", aRecipient.recipientEmail)
      .where("message_key", "like", `order-recipient:${uuid}:%`)
      .execute();
    expect(former).toEqual([{ kind: "order-recipient-corrected" }]);
  });

  // shows T369, T403
  test.for(["placed", "paid", "partly-refunded"] as const)(
    "of a %s order needs the second factor for another place, not for a name",
    async (state, { shop }) => {
      const { uuid, addressId, total } = await aGuestOrder(shop);
      if (state !== "placed") await payByBank(shop, uuid, total);
      if (state === "partly-refunded") {
        const admin = await shop.as(shop.people.admin);
        const refund = { amount: 10_00, productAmount: 0, units: 0, method: "eft" } as const;
        await admin.orders.refund({ ...id(), uuid, ...refund, reason: "late" });
      }
      expect(await shownTo(shop, shop.people.admin, uuid)).toMatchObject({ state });
      const session = {
        token: "none",
        handle: randomUUID(),
        impersonatorId: null,
        passwordAt: null,
      };
      const late = await shop.as(shop.people.admin, { session });
      const where = { uuid, section: 1, formerAddressId: addressId };
      await expect(
        late.orders.correctRecipient({ ...elsewhere, ...id(), ...where }),
      ).rejects.toMatchObject(refusal("access.password-needed"));
      const named = { ...aRecipient, recipientFirstName: "Nomsa" };
      await late.orders.correctRecipient({ ...named, ...id(), ...where });
    },
  );

  test("is erased with the account", async ({ shop }) => {
    const { lone } = shop.people;
    const buyer = await shop.as(lone);
    const { id: addressId } = await buyer.addresses.save(aRecipient);
    const sections = [{ addressId, lines: [{ productId: 94, quantity: 1 }] }];
    const { uuid } = await buyer.orders.save({ ...id(), sections });
    const corrected = await correct(shop, { uuid, addressId });

    await shop.deps.db
      .transaction()
      .execute((tx) => eraseAccount(tx, lone, new Date().toISOString()));

    const left = await shop.deps.db
      .selectFrom("address")
      .select("id")
      .where("id", "in", [addressId, corrected.addressId])
      .execute();
    expect(left).toEqual([]);
    expect(await shownTo(shop, shop.people.admin, uuid)).toMatchObject({
      recipient: null,
      correction: null,
    });
    await expect(correct(shop, corrected)).rejects.toMatchObject(refusal("order.unknown-address"));
  });
});

describe("the courier quote", () => {
  test("is requested again for another place; the order total stays", async ({ shop }) => {
    const order = await aQuotedOrder(shop);
    const { uuid, orderNumber, total } = order;
    const admin = await shop.as(shop.people.admin);
    await correct(shop, order);
    expect(await admin.courier.forOrder({ uuid })).toMatchObject({
      isToBeQuoted: true,
      quote: null,
    });
    await expect(admin.courier.createShipment({ ...id(), uuid })).rejects.toMatchObject(
      refusal("courier.not-quoted"),
    );
    const toQuote = await admin.orders.list({ page: 1, pageSize: 50, work: "to-quote" });
    expect(toQuote.rows.map((row) => row.uuid)).toContain(uuid);

    await quotePlacedOrder(shop.deps, uuid);
    await quotePlacedOrder(shop.deps, uuid);
    const facts = await findOrderHistory(readOnly(shop.deps.db), uuid);
    expect(
      facts.flatMap(({ event }) => (event.type === "DeliveryQuoted" ? event.data.quoteNumber : [])),
    ).toEqual([`RH${orderNumber}-1`, `RH${orderNumber}-2`]);
    expect(await shownTo(shop, shop.people.admin, uuid)).toMatchObject({ total, received: total });

    await admin.courier.createShipment({ ...id(), uuid });
    const sent = await shop.deps.db
      .selectFrom("sandbox_shipment")
      .select("request")
      .where("customer_reference", "=", `RH${orderNumber}`)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(sent.request)).toContain("9 Kloof Street");
  });

  test("stays valid if only the person changes", async ({ shop }) => {
    const order = await aQuotedOrder(shop);
    const admin = await shop.as(shop.people.admin);
    const corrected = await admin.orders.correctRecipient({
      ...aRecipient,
      recipientFirstName: "Nomsa",
      recipientCell: "0831112222",
      ...id(),
      uuid: order.uuid,
      section: 1,
      formerAddressId: order.addressId,
    });
    expect(corrected.isQuotedAnew).toBe(false);
    expect(await admin.courier.forOrder({ uuid: order.uuid })).toMatchObject({
      isToBeQuoted: false,
      quote: { service: "ECO" },
    });
  });
});

describe("the invoice", () => {
  test("keeps the address at payment after a later correction", async ({ shop }) => {
    const order = await aGuestOrder(shop);
    const first = await correct(shop, order);
    await payByBank(shop, order.uuid, order.total);
    const admin = await shop.as(shop.people.admin);
    await admin.orders.correctRecipient({
      ...elsewhere,
      streetAddress: "77 Bree Street",
      ...id(),
      uuid: order.uuid,
      section: 1,
      formerAddressId: first.addressId,
    });

    const { deps, people } = shop;
    const office = await findSignedInUser(deps.db, people.admin);
    const { facts: invoice } = await readInvoice(readOnly(deps.db), office, order.uuid);
    expect(invoice.recipient?.address).toContain("9 Kloof Street");
    const { recipient } = await shownTo(shop, shop.people.admin, order.uuid);
    expect(recipient?.address).toContain("77 Bree Street");
  });
});

describe("a correction", () => {
  // shows S6.20
  test("is refused while the parcel is booked, and accepted once the shipment is cancelled", async ({
    shop,
  }) => {
    const order = await aQuotedOrder(shop);
    const { uuid } = order;
    const admin = await shop.as(shop.people.admin);
    expect(await shownTo(shop, shop.people.admin, uuid)).toMatchObject({
      correction: { refusal: null },
    });
    await admin.courier.createShipment({ ...id(), uuid });

    await expect(correct(shop, order)).rejects.toMatchObject(refusal("order.recipient-booked"));
    await expect(admin.orders.recipient({ uuid, section: 1 })).rejects.toMatchObject(
      refusal("order.recipient-booked"),
    );
    expect(await shownTo(shop, shop.people.admin, uuid)).toMatchObject({
      correction: { refusal: expect.stringContaining("Cancel the shipment") },
    });

    await admin.courier.cancelShipment({ uuid, reason: "wrong street" });
    expect(await admin.orders.recipient({ uuid, section: 1 })).toMatchObject({
      id: order.addressId,
      streetAddress: "1 Long Street",
      needsUpdate: false,
      place: null,
    });
    await correct(shop, order);
    await quotePlacedOrder(shop.deps, uuid);
    await expect(admin.courier.createShipment({ ...id(), uuid })).resolves.toMatchObject({ uuid });
  });

  test("is refused for a cancelled order", async ({ shop }) => {
    const order = await aGuestOrder(shop);
    const admin = await shop.as(shop.people.admin);
    await admin.orders.cancel({ ...id(), uuid: order.uuid, reason: "" });
    await expect(correct(shop, order)).rejects.toMatchObject(refusal("order.recipient-over"));
  });

  test("is refused if the address changed meanwhile, and a retry is applied once", async ({
    shop,
  }) => {
    const { uuid, addressId } = await aGuestOrder(shop);
    const admin = await shop.as(shop.people.admin);
    const input = { ...elsewhere, ...id(), uuid, section: 1, formerAddressId: addressId };
    const once = await admin.orders.correctRecipient(input);
    expect(await admin.orders.correctRecipient(input)).toEqual(once);
    await expect(
      admin.orders.correctRecipient({ ...input, ...id(), streetAddress: "1 Other Street" }),
    ).rejects.toMatchObject(refusal("edit.changed-meanwhile"));
    const { mails, steps } = await admin.orders.detail({ uuid });
    expect(steps.filter(({ type }) => type === "RecipientCorrected")).toHaveLength(1);
    expect(mails.filter(({ kind }) => kind === "order-recipient-corrected")).toHaveLength(1);
  });

  test("makes a concurrent booking with the old address fail", async ({ shop }) => {
    const { uuid, addressId } = await aQuotedOrder(shop);
    const { deps, people } = shop;
    const admin = await shop.as(people.admin);
    const other = await admin.addresses.save(elsewhere);
    const before = shop.courier.asked.length;

    const booking = await deps.db.transaction().execute(async (tx) => {
      await lockRecipients(tx, uuid);
      const asked = admin.courier.createShipment({ ...id(), uuid });
      // The booking has read the old address and now waits for the lock.
      asked.catch(() => {});
      await expect.poll(() => isWaiting(shop)).toBe(true);
      await deps.ledger.execute(
        {
          ...id(),
          request: { uuid },
          metadata: {},
          occurredAt: deps.now(),
        },
        async (streams) => {
          const stream = await streams.load(orderStream(uuid), orderDecider, orderEvents);
          const [event] = stream.decide({
            type: "CorrectRecipient",
            orderId: uuid,
            section: 1,
            formerAddressId: addressId,
            addressId: other.id,
            placeChanged: false,
          });
          if (!event) throw new Error("nothing was corrected");
          return { events: [{ streamId: orderStream(uuid), event }], answer: {} };
        },
      );
      return { asked };
    });

    await expect(booking.asked).rejects.toMatchObject(refusal("edit.changed-meanwhile"));
    const shipments = shop.courier.asked.slice(before).filter((call) => call === "POST shipments");
    expect(shipments).toEqual([]);
    await expect(admin.courier.createShipment({ ...id(), uuid })).resolves.toMatchObject({ uuid });
  });

  test.for([
    ["an unknown section", { section: 2 }, "order.unknown-address"],
    ["an address of another order", { formerAddressId: 2_000_000_000 }, "edit.changed-meanwhile"],
    ["an unknown place", { entry: "place", placeId: 1 }, "address.unknown-place"],
    ["an unknown order", { uuid: randomUUID() }, "order.unknown"],
  ] as const)("is refused for %s", async ([, hostile, code], { shop }) => {
    const { uuid, addressId } = await aGuestOrder(shop);
    const admin = await shop.as(shop.people.admin);
    const input = { ...elsewhere, ...id(), uuid, section: 1, formerAddressId: addressId };
    await expect(admin.orders.correctRecipient({ ...input, ...hostile })).rejects.toMatchObject(
      refusal(code),
    );
  });

  test.for([
    { section: 0 },
    { section: 1.5 },
    { section: "1 or true" },
    { formerAddressId: -1 },
    { streetAddress: "" },
    { recipientCell: "1); drop table address" },
    { latitude: 91, longitude: 0 },
    { entry: "elsewhere" },
  ])("is refused for the invalid input %o", async (hostile, { shop }) => {
    const { uuid, addressId } = await aGuestOrder(shop);
    const admin = await shop.as(shop.people.admin);
    const input = { ...elsewhere, ...id(), uuid, section: 1, formerAddressId: addressId };
    const asked: typeof input = Object.assign({}, input, hostile);
    await expect(admin.orders.correctRecipient(asked)).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
  });
});

async function isWaiting({ deps }: TestShop): Promise<boolean> {
  const { rows } = await sql<{ isWaiting: boolean }>`
    select exists (select from pg_locks where locktype = 'advisory' and not granted
      and ${ofThisDatabase}
    ) as "isWaiting"`.execute(deps.db);
  return rows[0]?.isWaiting === true;
}
