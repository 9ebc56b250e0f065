import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, vi } from "vitest";
import { jobHandlers } from "../../job-handlers.ts";
import { stateOf } from "../../testing/card-notifications.ts";
import { openPostOffice } from "../../testing/post-office.ts";
import { aBritishOrder, aGuestOrder, payByBank, type TestShop } from "../../testing/shop-test.ts";
import {
  aBriton,
  aPage,
  press,
  secretKey,
  type StripeShop,
  test,
} from "../../testing/stripe-shop.ts";
import { stripeGateway } from "./stripe-gateway.ts";

const silent = { info: () => {}, warn: () => {}, error: () => {} };
const form = (fields: Record<string, string>) => new URLSearchParams(fields);

async function checkoutOf({ deps }: StripeShop, sessionId: string) {
  return deps.db
    .selectFrom("sandbox_checkout")
    .select(["fields", "state", "idempotency_key as key", "expires_at as expiresAt"])
    .where("id", "=", sessionId)
    .executeTakeFirstOrThrow();
}

async function paymentsOf({ deps }: TestShop, uuid: string) {
  return deps.db
    .selectFrom("projection.order_payment")
    .select(["payment_id", "method", "amount"])
    .where("order_id", "=", uuid)
    .execute();
}

async function feesOf(shop: TestShop, uuid: string) {
  const admin = await shop.as(shop.people.admin);
  return (await admin.orders.detail({ uuid })).money?.moves.map(({ fee }) => fee);
}

describe("an order in pounds", () => {
  // shows S2.24
  test("is paid on Stripe's page, and comes back to where the payment began", async ({
    shop,
    stripe,
  }) => {
    const page = await aPage(shop, stripe);
    expect(page.fields).toEqual([]);
    expect(page.url).toBe(`http://shop.test/sandbox/stripe/pay/${page.sessionId}`);
    const shown = await fetch(`${stripe.standInUrl}/sandbox/stripe/pay/${page.sessionId}`);
    expect(await shown.text()).toContain("£329.99");

    expect((await press(stripe, page, "complete")).status).toBe(303);
    await vi.waitFor(async () => expect(await stateOf(shop, page.uuid)).toBe("paid"));
    const paid = await fetch(`${stripe.standInUrl}/sandbox/stripe/pay/${page.sessionId}`, {
      redirect: "manual",
    });
    expect(paid.headers.get("location")).toBe(
      `http://shop.test/orders/pay/${page.uuid}/stripe-success`,
    );
    expect(await paymentsOf(shop, page.uuid)).toEqual([
      { payment_id: expect.stringMatching(/^pi_/), method: "card", amount: page.total },
    ]);
    // 1.5 % and 20p of £329.99, as the stand-in says when it is asked.
    expect(await feesOf(shop, page.uuid)).toEqual([515]);
  });

  test("is recorded without a fee where Stripe does not say it, or in another currency", async ({
    shop,
    stripe,
  }) => {
    expect(await stripe.deps.card.stripe?.feeOf("pi_unknown", "GBP")).toBeNull();
    const page = await aPage(shop, stripe);
    await press(stripe, page, "complete");
    const [paid] = await vi.waitFor(async () => {
      const payments = await paymentsOf(shop, page.uuid);
      expect(payments).toHaveLength(1);
      return payments;
    });
    const id = paid?.payment_id ?? "";
    expect(await stripe.deps.card.stripe?.feeOf(id, "GBP")).toBe(515);
    expect(await stripe.deps.card.stripe?.feeOf(id, "USD")).toBeNull();
    const deaf = stripeGateway({ ...stripe.options, baseUrl: () => "http://127.0.0.1:9" });
    expect(await deaf.feeOf(id, "GBP")).toBeNull();
  });

  test("names Stripe on its page, and an order in rand still goes to PayFast", async ({
    shop,
    stripe,
  }) => {
    const guest = await aBriton(shop, stripe);
    const british = await aBritishOrder(shop);
    expect((await guest.orders.byUuid({ uuid: british.uuid })).card).toMatchObject({
      available: true,
      provider: "Stripe",
    });
    const { uuid } = await aGuestOrder(shop);
    expect((await guest.orders.byUuid({ uuid })).card.provider).toBe("PayFast");
    expect((await guest.orders.paymentForm({ uuid })).fields).toContainEqual({
      name: "m_payment_id",
      value: uuid,
    });
  });

  // shows T274
  test("sends the amount that the server knows, the order's id, and nothing of the buyer", async ({
    shop,
    stripe,
  }) => {
    const { uuid, orderNumber, total, sessionId } = await aPage(shop, stripe);
    const { fields, key, expiresAt } = await checkoutOf(stripe, sessionId);
    expect(fields).toEqual({
      mode: "payment",
      "allowed_payment_method_types[0]": "card",
      "adaptive_pricing[enabled]": "false",
      client_reference_id: uuid,
      "metadata[order_id]": uuid,
      "payment_intent_data[description]": `Order RH${orderNumber}`,
      "payment_intent_data[metadata][order_id]": uuid,
      "line_items[0][quantity]": "1",
      "line_items[0][price_data][currency]": "gbp",
      "line_items[0][price_data][unit_amount]": String(total),
      "line_items[0][price_data][product_data][name]": `Order RH${orderNumber}`,
      success_url: `http://shop.test/orders/pay/${uuid}/stripe-success`,
      cancel_url: `http://shop.test/orders/pay/${uuid}`,
      expires_at: expect.stringMatching(/^\d{10}$/),
    });
    expect(key).toBe(`${uuid}:${total}:1`);
    const minutes = (Date.parse(expiresAt) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(55);
    expect(minutes).toBeLessThanOrEqual(60);
  });

  test("goes back to the portal where the payment began there", async ({ shop, stripe }) => {
    const order = await aBritishOrder(shop);
    const officeUrl = "http://office.shop.test";
    const settings = { ...shop.deps.shop, region: "uk" as const, officeUrl };
    const { card } = stripe.deps;
    const buyer = await shop.as(null, { card, isOfficeHost: true, shop: settings });
    // The stand-in leads to this shop's own addresses alone, and knows of no portal here.
    await expect(buyer.orders.paymentForm({ uuid: order.uuid })).rejects.toMatchObject({
      cause: { code: "order.card-unavailable" },
    });
    const sessions = shop.deps.db.selectFrom("card_session").select("site");
    expect(await sessions.where("order_id", "=", order.uuid).execute()).toEqual([
      { site: officeUrl },
    ]);
  });

  test("that a card did not pay can be paid with another one", async ({ shop, stripe }) => {
    const page = await aPage(shop, stripe);
    expect(await (await press(stripe, page, "fail")).text()).toContain("The card was declined");
    await vi.waitFor(async () =>
      expect((await page.guest.orders.byUuid({ uuid: page.uuid })).card.lastAttempt).toMatchObject({
        status: "failed",
      }),
    );
    const back = await press(stripe, page, "cancel");
    expect(back.headers.get("location")).toBe(`http://shop.test/orders/pay/${page.uuid}`);
    await press(stripe, page, "complete");
    await vi.waitFor(async () => expect(await stateOf(shop, page.uuid)).toBe("paid"));
  });

  test("of which too little is left is offered no card, and is refused as that", async ({
    shop,
    stripe,
  }) => {
    const order = await aBritishOrder(shop);
    await payByBank(shop, order.uuid, order.total - 29);
    const guest = await aBriton(shop, stripe);
    expect((await guest.orders.byUuid({ uuid: order.uuid })).card).toMatchObject({
      available: false,
      least: 30,
    });
    const tooLittle = { cause: { code: "order.too-little-for-card" } };
    await expect(guest.orders.paymentForm({ uuid: order.uuid })).rejects.toMatchObject(tooLittle);
    // Where an account asks for more than is published, Stripe's own refusal says the same.
    const strict = { ...stripeGateway(stripe.options), leastIn: () => 0 };
    const card = { ...stripe.deps.card, providerOf: () => strict, stripe: strict };
    const asks = await shop.as(null, { card });
    await expect(asks.orders.paymentForm({ uuid: order.uuid })).rejects.toMatchObject(tooLittle);
  });

  test("is refused in words where Stripe does not answer, and is not placed on another page", async ({
    shop,
    stripe,
  }) => {
    const order = await aBritishOrder(shop);
    const down = stripeGateway({ ...stripe.options, baseUrl: () => "http://127.0.0.1:1" });
    const card = { ...stripe.deps.card, providerOf: () => down, stripe: down };
    const guest = await shop.as(null, { card });
    await expect(guest.orders.paymentForm({ uuid: order.uuid })).rejects.toMatchObject({
      cause: { code: "order.card-unavailable" },
    });
    const { url } = await (await aBriton(shop, stripe)).orders
      .paymentForm({ uuid: order.uuid })
      .then(({ action }) => ({ url: action }));
    // The first attempt again, with its key: it may have reached Stripe.
    expect((await checkoutOf(stripe, url.split("/").at(-1) ?? "")).key).toMatch(/:1$/);
  });
});

describe("an order has one open page", () => {
  // shows T275
  test("another press, and presses at the same moment, lead to the same page", async ({
    shop,
    stripe,
  }) => {
    const order = await aBritishOrder(shop);
    const guest = await aBriton(shop, stripe);
    const presses = Array.from({ length: 5 }, () => guest.orders.paymentForm({ uuid: order.uuid }));
    const pages = new Set((await Promise.all(presses)).map(({ action }) => action));
    pages.add((await guest.orders.paymentForm({ uuid: order.uuid })).action);
    expect(pages.size).toBe(1);
  });

  // shows T275
  test("once the amount changes, the old page cannot be paid and the next asks for the rest", async ({
    shop,
    stripe,
  }) => {
    const before = await aPage(shop, stripe);
    await payByBank(shop, before.uuid, 100_00);
    const { action } = await before.guest.orders.paymentForm({ uuid: before.uuid });
    const sessionId = action.split("/").at(-1) ?? "";
    expect(sessionId).not.toBe(before.sessionId);
    expect((await checkoutOf(stripe, before.sessionId)).state).toBe("expired");
    const { fields, key } = await checkoutOf(stripe, sessionId);
    expect(fields["line_items[0][price_data][unit_amount]"]).toBe(String(before.total - 100_00));
    expect(key).toBe(`${before.uuid}:${before.total - 100_00}:2`);
    const old = await fetch(`${stripe.standInUrl}/sandbox/stripe/pay/${before.sessionId}`);
    expect(old.status).toBe(410);
  });

  // shows T275
  test.for(["paid in another way", "cancelled"])(
    "of an order that was %s, the page is closed by itself",
    async (how, { shop, stripe }) => {
      const page = await aPage(shop, stripe);
      const other = await aPage(shop, stripe);
      const admin = await shop.as(shop.people.admin);
      if (how === "cancelled")
        await admin.orders.cancel({ commandId: randomUUID(), uuid: page.uuid });
      else await payByBank(shop, page.uuid, page.total);
      const outside = { erasedList: "/dev/null", exportAnchors: async () => {} };
      const context = { ...stripe.deps, ...openPostOffice(), ...outside, log: silent };
      await jobHandlers(context).housekeeping({});
      expect((await checkoutOf(stripe, page.sessionId)).state).toBe("expired");
      expect((await checkoutOf(stripe, other.sessionId)).state).toBe("open");
    },
  );

  test("a page that was paid first is recorded as it is, and its money is to be refunded", async ({
    shop,
    stripe,
  }) => {
    const page = await aPage(shop, stripe);
    await payByBank(shop, page.uuid, page.total);
    await press(stripe, page, "complete");
    await vi.waitFor(async () => expect(await paymentsOf(shop, page.uuid)).toHaveLength(2));
    expect(await page.guest.orders.byUuid({ uuid: page.uuid })).toMatchObject({
      received: 2 * page.total,
    });
  });

  test("while a payment is under way, another press waits for it and asks for nothing", async ({
    shop,
    stripe,
  }) => {
    const page = await aPage(shop, stripe);
    // Stripe has the money, and its event has not come yet.
    await sql`update sandbox_checkout set state = 'complete' where id = ${page.sessionId}`.execute(
      shop.deps.db,
    );
    const { action } = await page.guest.orders.paymentForm({ uuid: page.uuid });
    expect(action).toBe(`http://shop.test/orders/pay/${page.uuid}/stripe-success`);
  });

  test("one that is about to expire is replaced", async ({ shop, stripe }) => {
    const first = await aPage(shop, stripe);
    stripe.clock.now = new Date(Date.now() + 55 * 60_000).toISOString();
    const second = await first.guest.orders.paymentForm({ uuid: first.uuid });
    stripe.clock.now = null;
    expect(second.action).not.toBe(first.url);
    expect((await checkoutOf(stripe, first.sessionId)).state).toBe("expired");
  });
});

describe("the stand-in keeps Stripe's rules", () => {
  const call = (
    { standInUrl }: StripeShop,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ) =>
    fetch(`${standInUrl}/v1/checkout/sessions`, {
      method: "POST",
      headers: { authorization: `Bearer ${secretKey}`, ...headers },
      body: form(fields),
    });
  const wanted = () => ({
    mode: "payment",
    "line_items[0][quantity]": "1",
    "line_items[0][price_data][currency]": "gbp",
    "line_items[0][price_data][unit_amount]": "4999",
    "line_items[0][price_data][product_data][name]": "Order RH1",
    success_url: "http://shop.test/orders/pay/1/stripe-success",
    cancel_url: "http://shop.test/orders/pay/1",
    expires_at: String(Math.floor(Date.now() / 1000) + 3600),
  });

  test("a key is used with the same parameters alone", async ({ stripe }) => {
    const headers = { "idempotency-key": randomUUID() };
    const fields = wanted();
    const first = await call(stripe, fields, headers);
    const again = await call(stripe, fields, headers);
    expect(await again.json()).toEqual(await first.json());
    for (const changes of [
      { "line_items[0][price_data][unit_amount]": "5000" },
      { cancel_url: "http://shop.test/" },
    ]) {
      const refused = await call(stripe, { ...fields, ...changes }, headers);
      expect(refused.status).toBe(400);
      expect(await refused.json()).toMatchObject({ error: { type: "idempotency_error" } });
    }
  });

  test.for([
    ["an unknown parameter", { "line_items[0][amount]": "1" }, "parameter_unknown"],
    ["a missing one", { mode: "" }, "parameter_missing"],
    [
      "an amount below the least",
      { "line_items[0][price_data][unit_amount]": "29" },
      "amount_too_small",
    ],
    ["another site", { success_url: "https://evil.example/" }, undefined],
    ["too short a time", { expires_at: String(Math.floor(Date.now() / 1000) + 600) }, undefined],
  ] as const)("refuses %s", async ([, changes, code], { stripe }) => {
    const refused = await call(stripe, { ...wanted(), ...changes });
    expect(refused.status).toBe(400);
    const error = { type: "invalid_request_error", ...(code && { code }) };
    expect(await refused.json()).toMatchObject({ error });
  });

  test("refuses another key", async ({ stripe }) => {
    const headers = { authorization: "Bearer sk_test_another" };
    expect((await call(stripe, wanted(), headers)).status).toBe(401);
  });
});
