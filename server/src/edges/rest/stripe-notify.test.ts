import { buildApp } from "../../app.ts";
import fc from "fast-check";
import { describe, expect, vi } from "vitest";
import { cardGateway } from "../../gateways/card/card-gateway.ts";
import { stripeGateway } from "../../gateways/card/stripe-gateway.ts";
import { verifyNotification } from "../../sales/payments/card-notification.actions.ts";
import { inbox, stateOf } from "../../testing/card-notifications.ts";
import { aBritishOrder, aGuestOrder, appOptions, type TestShop } from "../../testing/shop-test.ts";
import { aPage, anEvent, aSession, judged, post, press, test } from "../../testing/stripe-shop.ts";

const silent = { info: () => {}, warn: () => {}, error: () => {} };

async function paymentsOf({ deps }: TestShop, uuid: string) {
  return deps.db
    .selectFrom("projection.order_payment")
    .select(["payment_id as id", "amount"])
    .where("order_id", "=", uuid)
    .execute();
}

async function tasks(shop: TestShop) {
  const admin = await shop.as(shop.people.admin);
  const { rows } = await admin.notifications.list({ state: "parked" });
  return rows.map(({ id, amount, currency, reason }) => ({ id, amount, currency, reason }));
}

describe("an event of Stripe", () => {
  // shows T276
  test.for([
    ["another secret", { secret: "whsec_another0123456789" }],
    ["no signature", { signature: null }],
    ["nonsense", { signature: "t=1,v1=" }],
    ["another scheme", { signature: "t=1764259200,v0=0123" }],
  ] as const)("with %s pays nothing", async ([, signing], { shop, stripe }) => {
    const order = await aBritishOrder(shop);
    const response = await post(stripe, anEvent(aSession(order)), signing);
    expect(response.statusCode).toBe(403);
    const [kept] = (await inbox(shop)).slice(-1);
    expect(kept).toMatchObject({ state: "rejected", reason: "wrong signature" });
    // Looked at again by the office, it is still no payment.
    const admin = await shop.as(shop.people.admin, { card: stripe.deps.card });
    expect(await admin.notifications.replay({ id: kept?.id ?? 0 })).toMatchObject({
      state: "rejected",
    });
    expect(await stateOf(shop, order.uuid)).toBe("placed");
  });

  // shows T276
  test("is refused five minutes after it was signed, so that nobody can replay it", async ({
    shop,
    stripe,
  }) => {
    const order = await aBritishOrder(shop);
    const body = anEvent(aSession(order));
    const signedAt = (secondsAgo: number) => new Date(Date.now() - secondsAgo * 1000).toISOString();
    expect((await post(stripe, body, { at: signedAt(302) })).statusCode).toBe(403);
    expect(await stateOf(shop, order.uuid)).toBe("placed");
    // Stripe signs each repetition anew.
    expect((await post(stripe, body, { at: signedAt(290) })).statusCode).toBe(200);
    await vi.waitFor(async () => expect(await stateOf(shop, order.uuid)).toBe("paid"));
  });

  test("whose body was changed after the signature pays nothing", async ({ shop, stripe }) => {
    const order = await aBritishOrder(shop);
    const session = aSession(order, { amount_total: 1 });
    const genuine = await post(stripe, anEvent(session), { secret: "whsec_another0123456789" });
    expect(genuine.statusCode).toBe(403);
    expect(await paymentsOf(shop, order.uuid)).toEqual([]);
  });

  test("that comes twice, or under another id, is one payment", async ({ shop, stripe }) => {
    const order = await aBritishOrder(shop);
    const session = aSession(order);
    const body = anEvent(session);
    expect(await judged(shop, stripe, body)).toMatchObject({ state: "applied" });
    expect(await judged(shop, stripe, body)).toMatchObject({
      state: "noted",
      reason: expect.stringMatching(/^a copy of/),
    });
    expect(await judged(shop, stripe, anEvent(session))).toMatchObject({
      state: "noted",
      reason: "this payment has already been recorded",
    });
    const later = anEvent(session, { type: "checkout.session.async_payment_succeeded" });
    expect(await judged(shop, stripe, later)).toMatchObject({ state: "noted" });
    expect(await paymentsOf(shop, order.uuid)).toEqual([
      { id: session.payment_intent, amount: order.total },
    ]);
  });

  // shows T277
  test.for([
    ["real money in a test shop", { livemode: true }, {}, /real money/],
    ["another account", { account: "acct_0123456789" }, {}, /another account/],
    ["another currency", {}, { currency: "usd" }, /is in GBP/],
    ["a currency of no shop", {}, { currency: "jpy" }, /JPY/],
    ["no amount", {}, { amount_total: 0 }, /nothing was paid/],
    ["no number", {}, { payment_intent: null }, /no number/],
    ["an order that only the payer named", {}, { metadata: {} }, /£.* for no order of this shop/],
    ["another order than the payer named", {}, { client_reference_id: "x" }, /£.* for no order/],
  ] as const)(
    "of %s is a task and pays nothing",
    async ([, about, changes, reason], { shop, stripe }) => {
      const order = await aBritishOrder(shop);
      const { id } = await judged(shop, stripe, anEvent(aSession(order, changes), about));
      expect(await paymentsOf(shop, order.uuid)).toEqual([]);
      expect((await tasks(shop)).find((each) => each.id === id)?.reason).toMatch(reason);
    },
  );

  test("that is a task is one of its amount", async ({ shop, stripe }) => {
    const order = await aBritishOrder(shop);
    const body = anEvent(aSession(order), { livemode: true });
    const { id } = await judged(shop, stripe, body);
    expect((await tasks(shop)).find((each) => each.id === id)).toMatchObject({
      amount: order.total,
      currency: "GBP",
    });
  });

  test("in another currency is a task in its own", async ({ shop, stripe }) => {
    const order = await aBritishOrder(shop);
    const { id } = await judged(shop, stripe, anEvent(aSession(order, { currency: "usd" })));
    expect((await tasks(shop)).find((each) => each.id === id)).toMatchObject({
      amount: order.total,
      currency: "USD",
    });
  });

  test("is shown to the office as it came", async ({ shop, stripe }) => {
    const order = await aBritishOrder(shop);
    const body = anEvent({ ...aSession(order), note: "a=b" });
    const { id } = await judged(shop, stripe, body);
    const admin = await shop.as(shop.people.admin);
    expect(await admin.notifications.byId({ id })).toMatchObject({
      fields: [],
      raw: body,
      state: "applied",
      paymentStatus: "COMPLETE",
      amount: order.total,
      currency: "GBP",
    });
  });

  // shows T277
  test("of test money never pays a live order, and is no task", async ({ shop, stripe }) => {
    const live = stripeGateway({ ...stripe.options, mode: "live" });
    const card = cardGateway("za", { payfast: shop.payfast, stripe: live });
    const as = (id: number | null, more = {}) => shop.as(id, { card, ...more });
    const order = await aBritishOrder({ ...shop, as });
    const detail = shop.deps.db.selectFrom("order_detail").select("card_environment");
    expect(await detail.where("order_id", "=", order.uuid).execute()).toEqual([
      { card_environment: "live" },
    ]);
    // Of the test environment, with its own secret: no order of the live one is paid there.
    const elsewhere = await judged(shop, stripe, anEvent(aSession(order)));
    expect(elsewhere.reason).toBe("the order is not paid in this environment");
    // Sent to the endpoint of the live shop.
    const app = await buildApp({ ...stripe.deps, card }, appOptions);
    const body = anEvent(aSession(order));
    expect((await post({ ...stripe, app }, body)).statusCode).toBe(200);
    await app.close();
    const stored = (await inbox(shop)).at(-1);
    expect(stored).toMatchObject({ state: "rejected", reason: "it is of test money" });
    expect((await tasks(shop)).map(({ id }) => id)).not.toContain(stored?.id);
    expect(await paymentsOf(shop, order.uuid)).toEqual([]);
  });

  test("of an order in rand is a task: it is paid through PayFast", async ({ shop, stripe }) => {
    const order = await aGuestOrder(shop);
    const { id } = await judged(shop, stripe, anEvent(aSession(order, { currency: "zar" })));
    expect((await tasks(shop)).map((each) => each.id)).toContain(id);
    expect(await paymentsOf(shop, order.uuid)).toEqual([]);
  });

  test("of an order that is not here yet waits for it", async ({ shop, stripe }) => {
    const uuid = "6b1f2c1e-9a52-4a39-8d6c-0d8a6f1f0a11";
    const { id, state } = await judged(shop, stripe, anEvent(aSession({ uuid, total: 49_99 })));
    expect(state).toBe("parked");
    expect((await tasks(shop)).find((each) => each.id === id)).toMatchObject({ amount: 49_99 });
  });

  test("of another amount is recorded as it is: a part, or too much", async ({ shop, stripe }) => {
    for (const [amount, reason, state] of [
      [100_00, /still outstanding/, "placed"],
      [500_00, /more than the amount due/, "paid"],
    ] as const) {
      const order = await aBritishOrder(shop);
      const paid = await judged(shop, stripe, anEvent(aSession(order, { amount_total: amount })));
      expect(paid).toMatchObject({ state: "applied", reason: expect.stringMatching(reason) });
      expect(await stateOf(shop, order.uuid)).toBe(state);
      expect(await paymentsOf(shop, order.uuid)).toMatchObject([{ amount }]);
    }
  });

  test("of any amounts leaves the rest to pay, to the penny", async ({ shop, stripe }) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 200_00 }), { minLength: 1, maxLength: 4 }),
        async (amounts) => {
          const order = await aBritishOrder(shop);
          for (const amount_total of amounts)
            await judged(shop, stripe, anEvent(aSession(order, { amount_total })));
          const sum = amounts.reduce((total, amount) => total + amount, 0);
          const guest = await shop.as(null);
          expect(await guest.orders.byUuid({ uuid: order.uuid })).toMatchObject({
            received: sum,
            state: sum >= order.total ? "paid" : "placed",
          });
        },
      ),
      { numRuns: 8 },
    );
  });

  test.for([
    ["checkout.session.expired", "CANCELLED"],
    ["checkout.session.async_payment_failed", "FAILED"],
  ] as const)("%s is noted and ends the page", async ([type, status], { shop, stripe }) => {
    const page = await aPage(shop, stripe);
    const session = aSession(page, { id: page.sessionId, payment_status: "unpaid" });
    const { id, state } = await judged(shop, stripe, anEvent(session, { type }));
    expect(state).toBe("noted");
    const row = await shop.deps.db
      .selectFrom("card_notification")
      .select("payment_status")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(row.payment_status).toBe(status);
    const next = await page.guest.orders.paymentForm({ uuid: page.uuid });
    expect(next.action).not.toBe(page.url);
  });

  test("of a payment that comes days later is pending, and is no payment yet", async ({
    shop,
    stripe,
  }) => {
    const order = await aBritishOrder(shop);
    const body = anEvent(aSession(order, { payment_status: "unpaid" }));
    expect(await judged(shop, stripe, body)).toMatchObject({ state: "noted" });
    expect(await stateOf(shop, order.uuid)).toBe("placed");
  });

  test.for(["payout.paid", "charge.refunded", "customer.created", "payment_intent.succeeded"])(
    "%s is noted with the reason",
    async (type, { shop, stripe }) => {
      expect(await judged(shop, stripe, anEvent({ id: "x" }, { type }))).toMatchObject({
        state: "noted",
        reason: expect.stringContaining(type),
      });
    },
  );

  test("of a kind that is not known here is a task, never silence", async ({ shop, stripe }) => {
    const { id } = await judged(shop, stripe, anEvent({ id: "x" }, { type: "loan.called_in" }));
    expect((await tasks(shop)).find((each) => each.id === id)?.reason).toMatch(/not known here/);
  });
});

describe("a hostile body", () => {
  // shows T276
  test.for([
    ["nothing", ""],
    ["no JSON", "a=1&a=2"],
    ["no UTF-8", Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
    ["a list", "[]"],
    ["null", "null"],
    ["a deep nest", "[".repeat(50_000)],
    ["another object", JSON.stringify({ id: "evt_1", object: "v2.core.event" })],
    ["a prototype", '{"__proto__":{"livemode":true},"id":"evt_1"}'],
  ] as const)(
    "of %s is refused without a signature, and breaks nothing",
    async ([, body], { stripe }) => {
      for (const signature of ["t=1,v1=00", null])
        expect([400, 403]).toContain((await post(stripe, body, { signature })).statusCode);
      expect((await stripe.app.inject({ url: "/healthz" })).statusCode).toBe(200);
    },
  );

  // shows T276
  test.for([
    ["no JSON", "a=1", "the body is not JSON"],
    ["no event", "{}", "the body is not an event"],
    [
      "half an amount",
      anEvent({ ...aSession({ uuid: "x", total: 1 }), amount_total: 1.5 }),
      /cannot be read/,
    ],
    [
      "a negative amount",
      anEvent({ ...aSession({ uuid: "x", total: 1 }), amount_total: -1 }),
      /cannot be read/,
    ],
    [
      "an amount as text",
      anEvent({ ...aSession({ uuid: "x", total: 1 }), amount_total: "1" }),
      /cannot be read/,
    ],
    [
      "a strange number",
      anEvent({ ...aSession({ uuid: "x", total: 1 }), payment_intent: "pi_'; drop" }),
      /cannot be read/,
    ],
  ] as const)(
    "of %s with Stripe's signature is a task",
    async ([, body, reason], { shop, stripe }) => {
      const { id } = await judged(shop, stripe, body);
      const task = (await tasks(shop)).find((each) => each.id === id);
      expect(task?.reason).toMatch(reason);
    },
  );

  test("of another type or too large is refused before it is read", async ({ stripe }) => {
    const url = "/api/purchase/stripe-notify";
    const send = (type: string, payload: string) =>
      stripe.app.inject({ method: "POST", url, headers: { "content-type": type }, payload });
    expect((await send("application/x-www-form-urlencoded", "a=1")).statusCode).toBe(415);
    expect((await send("application/json", "x".repeat(256 * 1024 + 1))).statusCode).toBe(413);
  });
});

describe("another order", () => {
  // shows T274
  test("is not paid by a page that was opened for this one", async ({ shop, stripe }) => {
    const [mine, other] = [await aPage(shop, stripe), await aBritishOrder(shop)];
    await press(stripe, mine, "complete");
    await vi.waitFor(async () => expect(await stateOf(shop, mine.uuid)).toBe("paid"));
    expect(await stateOf(shop, other.uuid)).toBe("placed");
  });

  test("under the number of a payment that is recorded is a task", async ({ shop, stripe }) => {
    const [first, second] = [await aBritishOrder(shop), await aBritishOrder(shop)];
    const session = aSession(first);
    await judged(shop, stripe, anEvent(session));
    const { payment_intent } = session;
    const again = await judged(shop, stripe, anEvent(aSession(second, { payment_intent })));
    expect(again).toMatchObject({
      state: "rejected",
      reason: "this payment number was used for another payment",
    });
    expect((await tasks(shop)).map(({ id }) => id)).toContain(again.id);
    expect(await paymentsOf(shop, second.uuid)).toEqual([]);
  });
});

describe("a shop without Stripe", () => {
  test("has no endpoint for it, and keeps what came before as a task", async ({ shop, stripe }) => {
    const { statusCode } = await shop.app.inject({
      method: "POST",
      url: "/api/purchase/stripe-notify",
      headers: { "content-type": "application/json" },
      payload: "{}",
    });
    expect(statusCode).toBe(404);
    const uuid = "6b1f2c1e-9a52-4a39-8d6c-0d8a6f1f0a12";
    const { id } = await judged(shop, stripe, anEvent(aSession({ uuid, total: 1_00 })));
    expect(await verifyNotification({ ...shop.deps, log: silent }, id)).toBe(false);
    const stored = (await inbox(shop)).find((each) => each.id === id);
    expect(stored).toMatchObject({ state: "parked", reason: "Stripe is not set up" });
  });
});
