import { createHash, randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { stripeGateway, type StripeOptions } from "../../gateways/card/stripe-gateway.ts";
import { stateOf } from "../../testing/card-notifications.ts";
import { aBritishOrder, type TestShop } from "../../testing/shop-test.ts";
import { anEvent, aSession, judged, type StripeShop, test } from "../../testing/stripe-shop.ts";
import { receiveNotification, verifyNotification } from "./card-notification.actions.ts";

const silent = { info: () => {}, warn: () => {}, error: () => {} };
const made = (prefix: string) => `${prefix}_${randomUUID().replaceAll("-", "")}`;

/** A paid British order of £329.99, and the number of its payment. */
async function aPaidOrder(shop: TestShop, stripe: StripeShop) {
  const order = await aBritishOrder(shop);
  const session = aSession(order);
  expect(await judged(shop, stripe, anEvent(session))).toMatchObject({ state: "applied" });
  return { ...order, payment: session.payment_intent };
}

const aRefund = (payment: string, amount: number, changes: object = {}) => ({
  id: made("re"),
  object: "refund",
  amount,
  currency: "gbp",
  status: "succeeded",
  payment_intent: payment,
  ...changes,
});
const aDispute = (payment: string, amount: number, changes: object = {}) => ({
  id: made("du"),
  object: "dispute",
  amount,
  currency: "gbp",
  status: "needs_response",
  reason: "fraudulent",
  payment_intent: payment,
  // The last second of 30 November in London, which is 1 December in Johannesburg, where the shop of the tests is.
  evidence_details: { due_by: 1_796_083_199 },
  ...changes,
});
const tell = (type: string, object: object) => anEvent(object, { type });

async function recordRefund(shop: TestShop, uuid: string, amount: number) {
  const admin = await shop.as(shop.people.admin);
  const refund = { commandId: randomUUID(), uuid, amount, productAmount: amount, units: 0 };
  const { proposalId } = await admin.orders.refund({
    ...refund,
    method: "card",
    reason: "returned",
  });
  if (proposalId !== null)
    await (await shop.as(shop.people.dev)).proposals.confirm({ id: proposalId });
}

async function again(shop: TestShop, { deps }: StripeShop, id: number) {
  const isSettled = await verifyNotification({ ...deps, log: silent }, id);
  const admin = await shop.as(shop.people.admin);
  const { state, reason, amount, currency, needsSomebody } = await admin.notifications.byId({ id });
  return { isSettled, state, reason, amount, currency, needsSomebody };
}

describe("a refund that Stripe tells of", () => {
  test("is a task of its order with its amount until the office has recorded it", async ({
    shop,
    stripe,
  }) => {
    const { uuid, payment, orderNumber } = await aPaidOrder(shop, stripe);
    const { id, state } = await judged(
      shop,
      stripe,
      tell("refund.created", aRefund(payment, 100_00)),
    );
    expect(state).toBe("parked");
    const admin = await shop.as(shop.people.admin);
    expect(await admin.notifications.byId({ id })).toMatchObject({
      amount: 100_00,
      currency: "GBP",
      orderNumber,
      paymentStatus: "REFUND",
      reason: "£100.00 went back to the card: record the refund with its goods",
      needsSomebody: true,
    });
    await recordRefund(shop, uuid, 90_00);
    expect(await again(shop, stripe, id)).toMatchObject({ state: "parked" });
    await recordRefund(shop, uuid, 100_00);
    expect(await again(shop, stripe, id)).toMatchObject({
      isSettled: true,
      state: "noted",
      reason: "the refund is recorded",
      needsSomebody: false,
    });
  });

  test("that was recorded first is no task", async ({ shop, stripe }) => {
    const { uuid, payment } = await aPaidOrder(shop, stripe);
    await recordRefund(shop, uuid, 50_00);
    const body = tell("refund.created", aRefund(payment, 50_00));
    expect(await judged(shop, stripe, body)).toMatchObject({ state: "noted" });
  });

  test("of the same amount twice needs two records", async ({ shop, stripe }) => {
    const { uuid, payment } = await aPaidOrder(shop, stripe);
    const tellOne = () => judged(shop, stripe, tell("refund.created", aRefund(payment, 20_00)));
    const [first, second] = [await tellOne(), await tellOne()];
    await recordRefund(shop, uuid, 20_00);
    expect(await again(shop, stripe, second.id)).toMatchObject({ state: "parked" });
    expect(await again(shop, stripe, first.id)).toMatchObject({ state: "noted" });
    await recordRefund(shop, uuid, 20_00);
    expect(await again(shop, stripe, second.id)).toMatchObject({ state: "noted" });
  });

  test("is a task where the office said of an earlier one of the same amount that it is recorded", async ({
    shop,
    stripe,
  }) => {
    const { uuid, payment } = await aPaidOrder(shop, stripe);
    const tellOne = () => judged(shop, stripe, tell("refund.created", aRefund(payment, 25_00)));
    const { id } = await tellOne();
    await recordRefund(shop, uuid, 25_00);
    const admin = await shop.as(shop.people.admin);
    await admin.notifications.handle({ id, as: "recorded" });
    expect(await tellOne()).toMatchObject({ state: "parked" });
  });

  test("by several events is one task", async ({ shop, stripe }) => {
    const { payment } = await aPaidOrder(shop, stripe);
    const refund = aRefund(payment, 30_00, { status: "pending" });
    const first = await judged(shop, stripe, tell("refund.created", refund));
    const updated = tell("refund.updated", { ...refund, status: "succeeded" });
    expect(await judged(shop, stripe, updated)).toMatchObject({
      state: "noted",
      reason: `told by notification ${first.id}`,
    });
  });

  test("that failed is a task of its own, and is not to be recorded any more", async ({
    shop,
    stripe,
  }) => {
    const { payment } = await aPaidOrder(shop, stripe);
    const refund = aRefund(payment, 30_00);
    const first = await judged(shop, stripe, tell("refund.created", refund));
    const failed = await judged(
      shop,
      stripe,
      tell("refund.failed", { ...refund, status: "failed" }),
    );
    expect(failed.reason).toMatch(/^the refund of £30.00 failed/);
    expect(await again(shop, stripe, failed.id)).toMatchObject({ needsSomebody: true });
    expect(await again(shop, stripe, first.id)).toMatchObject({
      state: "noted",
      reason: "the refund failed",
    });
    const once = tell("refund.updated", { ...refund, status: "failed" });
    expect(await judged(shop, stripe, once)).toMatchObject({ state: "noted" });
  });

  test("before its payment waits for it, and of no payment here stays a task", async ({
    shop,
    stripe,
  }) => {
    const order = await aBritishOrder(shop);
    const session = aSession(order);
    const body = tell("refund.created", aRefund(session.payment_intent, 10_00));
    const early = await judged(shop, stripe, body);
    expect(early.reason).toMatch(/of no payment that is recorded here$/);
    await judged(shop, stripe, anEvent(session));
    expect((await again(shop, stripe, early.id)).reason).toMatch(/record the refund/);
  });

  test("can be settled by the office in another way", async ({ shop, stripe }) => {
    const { payment } = await aPaidOrder(shop, stripe);
    const { id } = await judged(shop, stripe, tell("refund.created", aRefund(payment, 10_00)));
    const admin = await shop.as(shop.people.admin);
    await admin.notifications.handle({ id, as: "recorded" });
    expect(await again(shop, stripe, id)).toMatchObject({ needsSomebody: false });
  });
});

describe("a dispute", () => {
  test("is a task with its amount, its reason, what to do and until when", async ({
    shop,
    stripe,
  }) => {
    const { payment, total } = await aPaidOrder(shop, stripe);
    const body = tell("charge.dispute.created", aDispute(payment, total));
    const { id } = await judged(shop, stripe, body);
    expect(await again(shop, stripe, id)).toMatchObject({
      state: "parked",
      amount: total,
      currency: "GBP",
      reason:
        "the buyer disputes £329.99 (fraudulent): do not send the goods, and answer at Stripe by 1 Dec 2026, 01:59",
      needsSomebody: true,
    });
  });

  test("that is won is none any more", async ({ shop, stripe }) => {
    const { payment, total } = await aPaidOrder(shop, stripe);
    const dispute = aDispute(payment, total);
    const { id } = await judged(shop, stripe, tell("charge.dispute.created", dispute));
    const won = tell("charge.dispute.closed", { ...dispute, status: "won" });
    expect(await judged(shop, stripe, won)).toMatchObject({
      state: "noted",
      reason: "the dispute is won: £329.99 stays ours",
    });
    expect(await again(shop, stripe, id)).toMatchObject({ state: "noted", needsSomebody: false });
  });

  test("that is lost is to be recorded as a refund, also where its end comes first", async ({
    shop,
    stripe,
  }) => {
    const { uuid, payment } = await aPaidOrder(shop, stripe);
    const dispute = aDispute(payment, 120_00);
    const lost = await judged(
      shop,
      stripe,
      tell("charge.dispute.closed", { ...dispute, status: "lost" }),
    );
    expect(lost.reason).toBe("the dispute of £120.00 is lost: record the refund with its goods");
    const created = await judged(shop, stripe, tell("charge.dispute.created", dispute));
    expect(created).toMatchObject({
      state: "noted",
      reason: `closed by notification ${lost.id}`,
    });
    await recordRefund(shop, uuid, 120_00);
    expect(await again(shop, stripe, lost.id)).toMatchObject({ state: "noted" });
  });
});

/** After the signing secret was replaced, or while Stripe is switched off. */
const settings = [
  [
    "with another signing secret",
    (options: StripeOptions) =>
      stripeGateway({ ...options, webhookSecret: "whsec_another0123456789" }),
  ],
  ["while Stripe is switched off", () => null],
] as const;

describe("after a change of the settings", () => {
  // shows T393
  test.for(settings)(
    "a dispute stays a task with its amount: %s",
    async ([, of], { shop, stripe }) => {
      const { payment, total } = await aPaidOrder(shop, stripe);
      const { id } = await judged(
        shop,
        stripe,
        tell("charge.dispute.created", aDispute(payment, total)),
      );
      const before = await again(shop, stripe, id);
      const card = { ...stripe.deps.card, stripe: of(stripe.options) };
      const changed = { ...stripe, deps: { ...stripe.deps, card } };
      const facts = { state: "parked", amount: total, currency: "GBP", needsSomebody: true };
      expect(await again(shop, changed, id)).toMatchObject(facts);
      const admin = await shop.as(shop.people.admin);
      expect(await admin.notifications.byId({ id })).toMatchObject({
        paymentStatus: "DISPUTED",
        pfPaymentId: expect.stringMatching(/^du_/),
      });
      expect(await again(shop, stripe, id)).toEqual(before);
    },
  );

  // shows T393
  test.for(settings)(
    "a refund ends its task once it is recorded: %s",
    async ([, of], { shop, stripe }) => {
      const { uuid, payment } = await aPaidOrder(shop, stripe);
      const { id } = await judged(shop, stripe, tell("refund.created", aRefund(payment, 40_00)));
      const card = { ...stripe.deps.card, stripe: of(stripe.options) };
      await again(shop, { ...stripe, deps: { ...stripe.deps, card } }, id);
      await recordRefund(shop, uuid, 40_00);
      expect(await again(shop, stripe, id)).toMatchObject({ state: "noted", amount: 40_00 });
    },
  );

  // shows T393
  test("a payment that came before it, and was not looked at yet, is recorded", async ({
    shop,
    stripe,
  }) => {
    const order = await aBritishOrder(shop);
    const body = Buffer.from(anEvent(aSession(order)));
    const id = await receiveNotification(stripe.deps, {
      provider: "stripe",
      raw: body,
      sha256: createHash("sha256").update(body).digest(),
      peerIp: "203.0.113.9",
      headers: { "stripe-signature": "t=1,v1=of-the-former-secret" },
      receivedAt: stripe.deps.now(),
    });
    expect(await again(shop, stripe, id)).toMatchObject({ state: "applied" });
    expect(await stateOf(shop, order.uuid)).toBe("paid");
  });
});
