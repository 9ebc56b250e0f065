import { randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import fastify from "fastify";
import { Stripe } from "stripe";
import { expect, vi } from "vitest";
import { buildApp } from "../app.ts";
import type { Deps } from "../deps.ts";
import { sandboxStripeRoutes } from "../edges/sandbox/stripe/sandbox-stripe.ts";
import { cardGateway } from "../gateways/card/card-gateway.ts";
import { type StripeOptions, stripeGateway } from "../gateways/card/stripe-gateway.ts";
import { inbox } from "./card-notifications.ts";
import { aBritishOrder, appOptions, test as shopTest, type TestShop } from "./shop-test.ts";

export const secretKey = "sk_test_0123456789";
export const webhookSecret = "whsec_0123456789abcdef";
const silent = { info: () => {}, warn: () => {}, error: () => {} };

export type StripeShop = Readonly<{
  /** With both providers: rand through PayFast, pounds and dollars through Stripe. */
  deps: Deps;
  app: Awaited<ReturnType<typeof buildApp>>;
  standInUrl: string;
  options: StripeOptions;
  /** The time of this shop and of Stripe; null is the real one. */
  clock: { now: string | null };
  /** The requests that the stand-in has got, in order. */
  asked: string[];
}>;

/** A shop whose pounds are paid through the stand-in of Stripe, over HTTP in both directions. */
export const test = shopTest.extend(
  "stripe",
  { scope: "file" },
  async ({ shop }, { onCleanup }): Promise<StripeShop> => {
    const clock: StripeShop["clock"] = { now: null };
    const now = () => clock.now ?? new Date().toISOString();
    const standIn = fastify();
    const asked: string[] = [];
    standIn.addHook("onRequest", async ({ method, url }) => void asked.push(`${method} ${url}`));
    let notifyUrl = "";
    const sandbox = { secretKey, webhookSecret, notifyUrl: () => notifyUrl };
    const context = { ...shop.deps, now };
    await standIn.register((scope) => sandboxStripeRoutes(scope, context, sandbox));
    const standInUrl = await standIn.listen({ host: "127.0.0.1", port: 0 });
    const options: StripeOptions = {
      mode: "local",
      secretKey,
      webhookSecret,
      baseUrl: () => standInUrl,
      db: shop.deps.db,
      log: silent,
      now,
    };
    const card = cardGateway("za", { payfast: shop.payfast, stripe: stripeGateway(options) });
    const deps = { ...shop.deps, card, now };
    const app = await buildApp(deps, appOptions);
    await app.listen({ host: "127.0.0.1", port: 0 });
    const [address] = app.addresses();
    notifyUrl = `http://127.0.0.1:${(address as AddressInfo).port}/api/purchase/stripe-notify`;
    onCleanup(async () => {
      await app.close();
      await standIn.close();
    });
    return { deps, app, standInUrl, options, clock, asked };
  },
);

/** A guest of the British shop, who pays through Stripe. */
export function aBriton(shop: TestShop, { deps }: StripeShop) {
  const { card, now } = deps;
  return shop.as(null, {
    card,
    now,
    isOfficeHost: false,
    shop: { ...shop.deps.shop, region: "uk" },
  });
}

/** An order of £325.00 and its delivery, and the page where it is paid. */
export async function aPage(shop: TestShop, stripe: StripeShop) {
  const order = await aBritishOrder(shop);
  const guest = await aBriton(shop, stripe);
  const { action, fields } = await guest.orders.paymentForm({ uuid: order.uuid });
  return { ...order, guest, url: action, fields, sessionId: action.split("/").at(-1) ?? "" };
}

/** Presses a button of the stand-in's page. */
export async function press(
  { standInUrl }: StripeShop,
  page: Readonly<{ sessionId: string }>,
  button: "complete" | "fail" | "cancel",
): Promise<Response> {
  const url = `${standInUrl}/sandbox/stripe/pay/${page.sessionId}/${button}`;
  return fetch(url, { method: "POST", redirect: "manual" });
}

type EventChanges = Readonly<{ type?: string; livemode?: boolean; account?: string }>;

/** An event as Stripe sends it; `object` as its type has it. */
export function anEvent(object: object, changes: EventChanges = {}): string {
  const id = `evt_${randomUUID().replaceAll("-", "")}`;
  const usual = { type: "checkout.session.completed", livemode: false };
  return JSON.stringify({ id, object: "event", ...usual, ...changes, data: { object } });
}

/** The session of an event that pays the order. */
export function aSession(order: Readonly<{ uuid: string; total: number }>, changes: object = {}) {
  return {
    id: `cs_test_${randomUUID().replaceAll("-", "")}`,
    object: "checkout.session",
    client_reference_id: order.uuid,
    metadata: { order_id: order.uuid },
    amount_total: order.total,
    currency: "gbp",
    payment_status: "paid",
    payment_intent: `pi_${randomUUID().replaceAll("-", "")}`,
    ...changes,
  };
}

type Signing = Readonly<{ secret?: string; at?: string; signature?: string | null }>;

export function post(
  { app, deps }: StripeShop,
  body: string | Buffer,
  { secret = webhookSecret, at = deps.now(), signature }: Signing = {},
) {
  const timestamp = Math.floor(Date.parse(at) / 1000);
  const payload = body.toString();
  const made = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  const header = signature === null ? {} : { "stripe-signature": signature ?? made };
  return app.inject({
    method: "POST",
    url: "/api/purchase/stripe-notify",
    headers: { "content-type": "application/json", ...header },
    payload: body,
  });
}

/** Posts a signed event and waits for its verdict. */
export async function judged(shop: TestShop, stripe: StripeShop, body: string | Buffer) {
  expect((await post(stripe, body)).statusCode).toBe(200);
  return vi.waitFor(async () => {
    const newest = (await inbox(shop)).at(-1);
    if (!newest || newest.state === "received") throw new Error("no verdict yet");
    return newest;
  });
}
