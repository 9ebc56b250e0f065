import { randomUUID } from "node:crypto";
import { describe, expect, vi } from "vitest";
import { verifyNotification } from "../../sales/payments/card-notification.actions.ts";
import { encodeFields } from "../../gateways/card/payfast-fields.ts";
import { inStream } from "../../platform/free-text/free-text.rules.ts";
import { orderDecider } from "../../sales/orders/order.decider.ts";
import { orderEvents, orderStream } from "../../sales/orders/order.events.ts";
import { cardGateway } from "../../gateways/card/card-gateway.ts";
import {
  aNotification,
  inbox,
  notify,
  settled,
  signed,
  signedBytes,
  stateOf,
} from "../../testing/card-notifications.ts";
import { aGuestOrder, payByBank, type TestShop, test } from "../../testing/shop-test.ts";

const upper = (signature: string) => signature.toUpperCase();
const silent = { info: () => {}, warn: () => {}, error: () => {} };

async function paymentsOf({ deps }: TestShop, uuid: string) {
  return deps.db
    .selectFrom("projection.order_payment")
    .select(["payment_id", "amount", "fee"])
    .where("order_id", "=", uuid)
    .execute();
}

async function entriesOf({ deps }: TestShop, uuid: string) {
  return deps.db
    .selectFrom("projection.commission_entry")
    .select("amount")
    .where("order_id", "=", uuid)
    .execute();
}

const auditOf = async ({ deps }: TestShop, target: number) =>
  deps.db.selectFrom("audit_entry").select("action").where("target", "=", String(target)).execute();

describe("a card notification", () => {
  // shows S7.6
  test("that passes every check pays the order, once", async ({ shop }) => {
    const order = await aGuestOrder(shop, "ANNA");
    const body = signed(aNotification(order));

    const verdict = await settled(shop, body);

    expect(verdict).toMatchObject({ state: "applied", reason: null });
    expect(verdict.checks.map(({ check, passed }) => [check, passed])).toEqual([
      ["signature", true],
      ["source", true],
      ["merchant", true],
      ["order", true],
      ["amount", true],
      ["confirmation", true],
    ]);
    expect(await stateOf(shop, order.uuid)).toBe("paid");
    expect(await paymentsOf(shop, order.uuid)).toEqual([
      { payment_id: verdict.pf_payment_id, amount: order.total, fee: 45_88 },
    ]);
    expect(await entriesOf(shop, order.uuid)).toEqual([{ amount: 22_609 }]);
  });

  test("is confirmed with exactly its fields, without signature and passphrase", async ({
    shop,
  }) => {
    const order = await aGuestOrder(shop);
    const fields = aNotification(order);
    await settled(shop, signed(fields));
    expect(shop.provider.asked.at(-1)).toBe(encodeFields(fields));
  });

  // shows S7.6
  test.for([
    ["Windows-1252", "name_first=Jos%E9"],
    ["a broken character", "name_first=%E0%A4"],
    ["a NUL", "custom_str5=%00"],
  ])("pays the order with a name in %s", async ([, field], { shop }) => {
    const order = await aGuestOrder(shop);
    const encoded = `${encodeFields(aNotification(order))}&${field}`;
    const { id, state } = await settled(shop, signedBytes(encoded));
    expect(state).toBe("applied");
    expect(shop.provider.asked.at(-1)).toBe(encoded);
    expect(await stateOf(shop, order.uuid)).toBe("paid");
    const admin = await shop.as(shop.people.admin);
    expect((await admin.notifications.byId({ id })).state).toBe("applied");
  });

  // shows R4, S7.6, T4
  test("in twenty concurrent copies is twenty records and one payment", async ({ shop }) => {
    const order = await aGuestOrder(shop, "ANNA");
    const body = signed(aNotification(order));
    const before = (await inbox(shop)).length;

    const responses = await Promise.all(Array.from({ length: 20 }, () => notify(shop, body)));

    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200));
    await vi.waitFor(async () => expect(await stateOf(shop, order.uuid)).toBe("paid"));
    for (const { id } of await inbox(shop))
      await verifyNotification({ ...shop.deps, log: silent }, id);
    const records = (await inbox(shop)).slice(before);
    expect(records.map(({ state }) => state).toSorted()).toEqual([
      "applied",
      ...Array<string>(19).fill("noted"),
    ]);
    expect(await paymentsOf(shop, order.uuid)).toHaveLength(1);
    expect(await entriesOf(shop, order.uuid)).toHaveLength(1);
  });

  // shows R4, T4
  test("of one payment with different other fields each time is one payment and one email", async ({
    shop,
  }) => {
    const order = await aGuestOrder(shop, "ANNA");
    const first = aNotification(order);
    const bodies = Array.from({ length: 10 }, (_, at) =>
      signed([...first.slice(0, 3), ["custom_str5", `try ${at}`], ...first.slice(3)]),
    );

    await Promise.all(bodies.map((body) => notify(shop, body)));
    await vi.waitFor(async () => expect(await stateOf(shop, order.uuid)).toBe("paid"));
    for (const { id } of await inbox(shop))
      await verifyNotification({ ...shop.deps, log: silent }, id);

    const states = (await inbox(shop, order.uuid)).map(({ state }) => state);
    expect(states.filter((state) => state === "applied")).toHaveLength(1);
    expect(states.filter((state) => state === "noted")).toHaveLength(9);
    expect(await paymentsOf(shop, order.uuid)).toHaveLength(1);
    expect(await entriesOf(shop, order.uuid)).toHaveLength(1);
    const told = await shop.deps.db
      .selectFrom("message")
      .select("kind")
      .where("message_key", "like", `%${order.uuid}%`)
      .where("kind", "=", "order-paid")
      .execute();
    expect(told).toHaveLength(1);
  });

  // shows R1, T1
  test.for([
    ["of another passphrase", (fields) => signed(fields, "another")],
    ["without a signature", (fields) => encodeFields(fields)],
    ["with a field changed after signing", (fields) => signed(fields).replace("RH1", "RH2")],
    ["with an upper-case signature", (fields) => signed(fields).replace(/[0-9a-f]{32}$/, upper)],
    ["with two signatures", (fields) => `${signed(fields)}&signature=${"0".repeat(32)}`],
    ["with a field after the signature", (fields) => `${signed(fields)}&amount_gross=1.00`],
    ["with the order named twice", (fields) => signed([...fields, fields[0] ?? ["", ""]])],
  ] as const satisfies readonly [string, (fields: ReturnType<typeof aNotification>) => string][])(
    "%s is rejected and leaves the order as it was",
    async ([, forge], { shop }) => {
      const order = await aGuestOrder(shop);
      const fields = aNotification(order);

      const verdict = await settled(shop, forge(fields), "203.0.113.9");

      expect(verdict.state).toBe("rejected");
      // Anyone can send these: they are only counted.
      expect(await auditOf(shop, verdict.id)).toEqual([]);
      expect(await stateOf(shop, order.uuid)).toBe("placed");
      expect(await settled(shop, signed(fields))).toMatchObject({ state: "applied" });
      expect(await stateOf(shop, order.uuid)).toBe("paid");
    },
  );

  // shows R5, T5
  test.for(["1.4e3", "1400,00", " 1400.00", "", "-1400.00", "0.00"])(
    "over %j, which is not an amount, is rejected",
    async (amount, { shop }) => {
      const order = await aGuestOrder(shop);
      const verdict = await settled(shop, signed(aNotification(order, { amount_gross: amount })));
      expect(verdict).toMatchObject({
        state: "rejected",
        reason: `${amount} is not an amount`,
      });
      expect(await stateOf(shop, order.uuid)).toBe("placed");
    },
  );

  // shows T13
  test.for([
    ["1399.99", "placed", { underpaid: true }, "R0.01 of the order is still outstanding", 0],
    ["1400.01", "paid", { overpaid: true }, "R0.01 more than the amount due: refund it", 1],
  ] as const)(
    "over %s is recorded, and the rest is left to the office",
    async ([gross, state, list, reason, entries], { shop }) => {
      const order = await aGuestOrder(shop, "ANNA");
      const verdict = await settled(shop, signed(aNotification(order, { amount_gross: gross })));
      expect(verdict).toMatchObject({ state: "applied", reason });
      expect(await stateOf(shop, order.uuid)).toBe(state);
      expect(await paymentsOf(shop, order.uuid)).toMatchObject([
        { amount: Math.round(Number(gross) * 100) },
      ]);
      // Commission accrues with the full payment, not with a part of it.
      expect(await entriesOf(shop, order.uuid)).toHaveLength(entries);
      const admin = await shop.as(shop.people.admin);
      const { rows } = await admin.orders.list(list);
      expect(rows.map(({ uuid }) => uuid)).toContain(order.uuid);
    },
  );

  // shows T13
  test("over the form's amount is recorded, although the office has booked a transfer since", async ({
    shop,
  }) => {
    const order = await aGuestOrder(shop, "ANNA");
    await payByBank(shop, order.uuid, 400_00);
    const { fields } = await order.guest.orders.paymentForm({ uuid: order.uuid });
    const asked = fields.find(({ name }) => name === "amount")?.value ?? "";
    expect(asked).toBe("1000.00");
    await payByBank(shop, order.uuid, 100_00);
    const before = (await (await shop.as(shop.people.admin)).dashboard.get()).work.overpaid;

    const verdict = await settled(shop, signed(aNotification(order, { amount_gross: asked })));

    const note = "R100.00 more than the amount due: refund it";
    expect(verdict).toMatchObject({ state: "applied", reason: note });
    expect(await stateOf(shop, order.uuid)).toBe("paid");
    const admin = await shop.as(shop.people.admin);
    expect(await admin.orders.detail({ uuid: order.uuid })).toMatchObject({
      received: 1500_00,
      excess: 100_00,
      state: "paid",
    });
    expect((await admin.dashboard.get()).work.overpaid).toEqual({
      count: before.count + 1,
      sum: before.sum + 100_00,
    });
  });

  // shows T13
  test("of an order that was fully refunded is to be refunded", async ({ shop }) => {
    const order = await aGuestOrder(shop, "ANNA");
    await settled(shop, signed(aNotification(order)));
    const admin = await shop.as(shop.people.admin);
    const all = { amount: order.total, productAmount: 1300_00, units: 4 };
    const why = { method: "eft", reason: "it came back" } as const;
    await admin.orders.refund({ commandId: randomUUID(), uuid: order.uuid, ...all, ...why });

    const second = await settled(shop, signed(aNotification(order)));

    expect(second).toMatchObject({
      state: "applied",
      reason: "the order was already paid: refund this payment",
    });
    const { rows } = await admin.orders.list({ overpaid: true });
    expect(rows.map(({ uuid }) => uuid)).toContain(order.uuid);
    expect(await admin.orders.detail({ uuid: order.uuid })).toMatchObject({ excess: order.total });
  });

  test("over the same amount in whole rand pays", async ({ shop }) => {
    const order = await aGuestOrder(shop);
    await settled(shop, signed(aNotification(order, { amount_gross: "1400" })));
    expect(await stateOf(shop, order.uuid)).toBe("paid");
  });

  // shows R5, T5
  test("for another merchant is rejected", async ({ shop }) => {
    const order = await aGuestOrder(shop);
    const verdict = await settled(shop, signed(aNotification(order, { merchant_id: "10004002" })));
    expect(verdict).toMatchObject({ state: "rejected", reason: "wrong merchant ID" });
    expect(await stateOf(shop, order.uuid)).toBe("placed");
  });

  // shows R3, T3
  test("from another address is parked, whatever its headers say, and pays once the address is allowed", async ({
    shop,
  }) => {
    const order = await aGuestOrder(shop);
    const body = signed(aNotification(order));
    const headers = { "x-forwarded-for": "41.74.179.194", referer: "https://www.payfast.co.za" };
    await notify(shop, body, { from: "127.0.0.1", headers });
    const parked = await vi.waitFor(async () => {
      const [record] = await inbox(shop, order.uuid);
      if (record?.state !== "parked") throw new Error("no verdict yet");
      return record;
    });
    expect(parked.reason).toMatch(/^127\.0\.0\.1 is not an address of the provider/);
    expect(await stateOf(shop, order.uuid)).toBe("placed");

    const mended = cardGateway("za", {
      stripe: null,
      payfast: {
        ...shop.payfast,
        world: () => ({ ...shop.payfast.world("local"), isSource: async () => true }),
      },
    });
    const context = { ...shop.deps, card: mended, log: silent };
    expect(await verifyNotification(context, parked.id)).toBe(true);
    expect(await verifyNotification(context, parked.id)).toBe(true);
    expect(await stateOf(shop, order.uuid)).toBe("paid");
    expect(await paymentsOf(shop, order.uuid)).toHaveLength(1);
  });

  // shows R6, T6
  test("that arrives before its order is parked, and pays once the order exists", async ({
    shop,
  }) => {
    const { uniqueId, request, total } = await aGuestOrder(shop);
    const uuid = randomUUID();
    const verdict = await settled(shop, signed(aNotification({ uuid, total })));
    expect(verdict).toMatchObject({ state: "parked", reason: "no order to pay by card" });
    expect(await verifyNotification({ ...shop.deps, log: silent }, verdict.id)).toBe(false);

    const late = await shop.as(null, { newId: () => uuid });
    await late.orders.save({ ...request, commandId: randomUUID(), uniqueId });
    expect(await verifyNotification({ ...shop.deps, log: silent }, verdict.id)).toBe(true);
    expect(await stateOf(shop, uuid)).toBe("paid");
  });

  // shows R6, T6
  test.for(["PENDING", "FAILED", "CANCELLED"])(
    "with the status %s is recorded, before payment and after",
    async (status, { shop }) => {
      const order = await aGuestOrder(shop);
      const tell = () => settled(shop, signed(aNotification(order, { payment_status: status })));

      expect(await tell()).toMatchObject({ state: "noted" });
      expect(await stateOf(shop, order.uuid)).toBe("placed");
      await settled(shop, signed(aNotification(order)));
      expect(await tell()).toMatchObject({ state: "noted" });
      expect(await stateOf(shop, order.uuid)).toBe("paid");
    },
  );

  // shows R6, T6
  test("that the card was declined is emailed to the buyer, once a day and only while a payment is due", async ({
    shop,
  }) => {
    const order = await aGuestOrder(shop);
    const tell = (status: string, more = {}) =>
      settled(shop, signed(aNotification(order, { payment_status: status, ...more })));
    const mails = () =>
      shop.deps.db
        .selectFrom("message")
        .select(["id", "about"])
        .where("kind", "=", "order-payment-failed")
        .where("message_key", "like", `%${order.uuid}%`)
        .execute();

    await tell("PENDING", { pf_payment_id: "1" });
    expect(await mails()).toEqual([]);
    expect((await order.guest.orders.byUuid({ uuid: order.uuid })).card.lastAttempt?.status).toBe(
      "pending",
    );
    await tell("FAILED", { pf_payment_id: "1" });
    await tell("FAILED", { pf_payment_id: "2" });
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail?.about).toMatchObject({ orderId: order.uuid, userId: null });
    expect((await order.guest.orders.byUuid({ uuid: order.uuid })).card.lastAttempt?.status).toBe(
      "failed",
    );

    await settled(shop, signed(aNotification(order)));
    expect((await order.guest.orders.byUuid({ uuid: order.uuid })).card.lastAttempt).toBeNull();
    await tell("FAILED", { pf_payment_id: "3" });
    expect(await mails()).toHaveLength(1);
  });

  // shows R6, T6
  test("of a second payment is recorded, to be refunded, and accrues no commission", async ({
    shop,
  }) => {
    const order = await aGuestOrder(shop, "ANNA");
    await settled(shop, signed(aNotification(order)));

    const verdict = await settled(shop, signed(aNotification(order)));

    expect(verdict).toMatchObject({
      state: "applied",
      reason: "the order was already paid: refund this payment",
    });
    expect(await paymentsOf(shop, order.uuid)).toHaveLength(2);
    expect(await entriesOf(shop, order.uuid)).toHaveLength(1);
    const admin = await shop.as(shop.people.admin);
    const { rows } = await admin.orders.list({ search: `RH${order.orderNumber}` });
    expect(rows).toMatchObject([{ uuid: order.uuid, overpaid: true }]);
  });

  // shows R6, T6
  test("for a cancelled order is recorded, to be refunded, and pays nothing", async ({ shop }) => {
    const order = await aGuestOrder(shop, "ANNA");
    const admin = await shop.as(shop.people.admin);
    await admin.orders.cancel({ commandId: randomUUID(), uuid: order.uuid });

    const verdict = await settled(shop, signed(aNotification(order)));

    expect(verdict).toMatchObject({
      state: "applied",
      reason: "the order was already cancelled: refund this payment",
    });
    expect(await stateOf(shop, order.uuid)).toBe("cancelled");
    expect(await entriesOf(shop, order.uuid)).toEqual([]);
  });

  // shows R4, T4
  test("with a payment id that paid another order is rejected", async ({ shop }) => {
    const first = await aGuestOrder(shop);
    const second = await aGuestOrder(shop);
    const { pf_payment_id: used } = await settled(shop, signed(aNotification(first)));

    const reuse = aNotification(second, { pf_payment_id: used ?? "" });
    const verdict = await settled(shop, signed(reuse));

    expect(verdict).toMatchObject({
      state: "rejected",
      reason: "this payment number was used for another payment",
    });
    expect(await stateOf(shop, second.uuid)).toBe("placed");
  });

  // shows R4, T4
  test("of a payment that an older release recorded is noted, and rejected with another amount", async ({
    shop,
  }) => {
    const order = await aGuestOrder(shop);
    const paymentId = "1089250";
    const payment = { paymentId, method: "card", amount: order.total, fee: 0 } as const;
    const former = {
      commandId: randomUUID(),
      request: null,
      metadata: {},
      occurredAt: shop.deps.now(),
    };
    await shop.deps.ledger.execute(former, async (streams) => {
      const stream = await streams.load(orderStream(order.uuid), orderDecider, orderEvents);
      const command = { type: "RecordPayment", orderId: order.uuid, reference: paymentId } as const;
      const events = stream.decide({ ...command, ...payment });
      return { events: inStream(orderStream(order.uuid), events), answer: null };
    });
    const tell = (changes = {}) =>
      settled(shop, signed(aNotification(order, { pf_payment_id: paymentId, ...changes })));

    expect(await tell({ amount_gross: "1.00" })).toMatchObject({ state: "rejected" });
    expect(await tell()).toMatchObject({ state: "noted" });
    expect(await paymentsOf(shop, order.uuid)).toHaveLength(1);
  });
});
