import { currencies, formatMoney } from "@portal/shared/platform/money.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Stripe } from "stripe";
import { z } from "zod";
import type { AppOptions, Deps } from "../../../deps.ts";
import { isSecret } from "../../../platform/secrets.ts";
import { acceptRawForms } from "../../rest/receive-form.ts";
import { paymentPage, refusalPage } from "../card-page.ts";
import { deliver } from "../deliver.ts";
import {
  decideCheckout,
  findByPayment,
  findCheckout,
  insertCheckout,
  type SandboxCheckout,
} from "./sandbox-checkout.store.ts";

type Sandbox = NonNullable<AppOptions["sandboxStripe"]>;
type Context = Pick<Deps, "db" | "now" | "newId" | "shop">;

/**
 * A stand-in for Stripe: the calls of its API that this shop makes, with its rules for keys, parameters and idempotency, the
 * hosted page, and signed events. The official library talks to it. Its state is in the database, so any process can answer.
 */
export async function sandboxStripeRoutes(
  app: FastifyInstance,
  context: Context,
  sandbox: Sandbox,
): Promise<void> {
  acceptRawForms(app);
  app.addHook("onRequest", async (_request, reply) => {
    void reply.header("cache-control", "no-store");
  });
  apiRoutes(app, context, sandbox);
  personRoutes(app, context, sandbox);
}

/** Stripe's API: it is authenticated by the secret key, and refuses every parameter that it does not know. */
function apiRoutes(app: FastifyInstance, context: Context, { secretKey }: Sandbox): void {
  const mayCall = ({ headers }: FastifyRequest) =>
    isSecret(headers.authorization, `Bearer ${secretKey}`);

  app.post<{ Body?: Buffer }>("/v1/checkout/sessions", async (request, reply) => {
    if (!mayCall(request)) return refuse(reply, 401, wrongKey);
    const fields = Object.fromEntries(new URLSearchParams((request.body ?? "").toString()));
    const problem = problemIn(fields, context);
    if (problem !== null) return refuse(reply, 400, problem);
    const key = request.headers["idempotency-key"];
    const made = await insertCheckout(context.db, {
      id: newId(context, "cs_test"),
      fields,
      paymentIntent: newId(context, "pi"),
      expiresAt: new Date(Number(fields["expires_at"]) * 1000).toISOString(),
      idempotencyKey: typeof key === "string" ? key : null,
    });
    return made === null ? refuse(reply, 400, usedKey) : reply.send(sessionOf(made, context));
  });

  app.get<Named>("/v1/checkout/sessions/:id", async (request, reply) => {
    if (!mayCall(request)) return refuse(reply, 401, wrongKey);
    const found = await findCheckout(context.db, request.params.id, context.now());
    return found === null ? refuse(reply, 404, missing) : reply.send(sessionOf(found, context));
  });

  app.get<Expanded>("/v1/payment_intents/:id", async (request, reply) => {
    if (!mayCall(request)) return refuse(reply, 401, wrongKey);
    const found = await findByPayment(context.db, request.params.id);
    if (found === null)
      return refuse(reply, 404, { ...missing, message: "No such payment_intent" });
    const isExpanded = Object.values(request.query).flat().includes(expansion);
    return reply.send(paymentOf(found, isExpanded));
  });

  app.post<Named>("/v1/checkout/sessions/:id/expire", async (request, reply) => {
    if (!mayCall(request)) return refuse(reply, 401, wrongKey);
    const { id } = request.params;
    const isNow = await decideCheckout(context.db, id, "expired", context.now());
    const found = await findCheckout(context.db, id, context.now());
    if (found === null) return refuse(reply, 404, missing);
    return isNow ? reply.send(sessionOf(found, context)) : refuse(reply, 400, notOpen);
  });
}

type Expanded = Named & { Querystring: Record<string, unknown> };
const expansion = "latest_charge.balance_transaction";

function paymentOf(checkout: SandboxCheckout, isExpanded: boolean) {
  const amount = Number(field(checkout, unitAmount));
  // What Stripe asks for a British card.
  const fee = Math.round((amount * 15) / 1000) + 20;
  const id = checkout.paymentIntent.replace("pi_", "txn_");
  const currency = field(checkout, currencyField);
  const settled = { id, object: "balance_transaction", amount, fee, net: amount - fee, currency };
  return {
    id: checkout.paymentIntent,
    object: "payment_intent",
    status: "succeeded",
    amount,
    currency,
    latest_charge: isExpanded
      ? { id: id.replace("txn_", "ch_"), object: "charge", balance_transaction: settled }
      : id.replace("txn_", "ch_"),
  };
}

/** The hosted page and its buttons. */
function personRoutes(app: FastifyInstance, context: Context, sandbox: Sandbox): void {
  const find = async (parameters: unknown) => {
    const known = idSchema.safeParse(parameters);
    return known.success ? findCheckout(context.db, known.data.id, context.now()) : null;
  };

  app.get("/sandbox/stripe/pay/:id", async (request, reply) => {
    const found = await find(request.params);
    if (found === null) return html(reply.code(404), refusalPage([unknownPage]));
    if (found.state === "complete") return reply.redirect(field(found, "success_url"), 303);
    if (found.state === "expired") return html(reply.code(410), refusalPage([expiredPage]));
    return html(reply, pageOf(found, null));
  });

  app.post("/sandbox/stripe/pay/:id/complete", async (request, reply) => {
    const found = await find(request.params);
    if (found === null) return html(reply.code(404), refusalPage([unknownPage]));
    const isNow = await decideCheckout(context.db, found.id, "complete", context.now());
    if (isNow) {
      const paid = sessionOf({ ...found, state: "complete" }, context);
      await send(context, sandbox, "checkout.session.completed", paid);
    }
    return reply.redirect(`/sandbox/stripe/pay/${found.id}`, 303);
  });

  app.post("/sandbox/stripe/pay/:id/fail", async (request, reply) => {
    const found = await find(request.params);
    if (found?.state !== "open") return html(reply.code(404), refusalPage([unknownPage]));
    const metadata = metadataOf(found, "payment_intent_data[metadata]");
    const intent = { id: found.paymentIntent, object: "payment_intent", metadata };
    await send(context, sandbox, "payment_intent.payment_failed", intent);
    return html(reply, pageOf(found, "The card was declined. Try another one."));
  });

  app.post("/sandbox/stripe/pay/:id/cancel", async (request, reply) => {
    const found = await find(request.params);
    if (found === null) return html(reply.code(404), refusalPage([unknownPage]));
    return reply.redirect(field(found, "cancel_url"), 303);
  });
}

type Named = { Params: { id: string } };
const idSchema = z.object({ id: z.string().regex(/^cs_test_\w{32}$/) });
const unknownPage = { field: "page", reason: "there is no such page" };
const expiredPage = { field: "page", reason: "this page has expired: go back to the shop" };

function newId({ newId: make }: Context, prefix: string): string {
  return `${prefix}_${make().replaceAll("-", "")}`;
}

/** Each attempt is signed anew, as Stripe does. */
async function send(
  context: Context,
  { webhookSecret, notifyUrl }: Sandbox,
  type: string,
  object: object,
): Promise<void> {
  const created = Math.floor(Date.parse(context.now()) / 1000);
  const id = newId(context, "evt");
  const body = JSON.stringify({
    id,
    object: "event",
    type,
    created,
    livemode: false,
    data: { object },
  });
  await deliver(notifyUrl(), () => {
    const timestamp = Math.floor(Date.parse(context.now()) / 1000);
    const sign = { payload: body, secret: webhookSecret, timestamp };
    const signature = Stripe.webhooks.generateTestHeaderString(sign);
    return { headers: { "content-type": "application/json", "stripe-signature": signature }, body };
  });
}

function field({ fields }: SandboxCheckout, name: string): string {
  return fields[name] ?? "";
}

function metadataOf({ fields }: SandboxCheckout, under: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      name.startsWith(`${under}[`) ? [[name.slice(under.length + 1, -1), value]] : [],
    ),
  );
}

const unitAmount = "line_items[0][price_data][unit_amount]";
const currencyField = "line_items[0][price_data][currency]";
const itemName = "line_items[0][price_data][product_data][name]";

function sessionOf(checkout: SandboxCheckout, { shop }: Context) {
  const isPaid = checkout.state === "complete";
  return {
    id: checkout.id,
    object: "checkout.session",
    livemode: false,
    mode: "payment",
    status: checkout.state,
    payment_status: isPaid ? "paid" : "unpaid",
    payment_intent: isPaid ? checkout.paymentIntent : null,
    client_reference_id: field(checkout, "client_reference_id"),
    metadata: metadataOf(checkout, "metadata"),
    amount_total: Number(field(checkout, unitAmount)),
    currency: field(checkout, currencyField),
    success_url: field(checkout, "success_url"),
    cancel_url: field(checkout, "cancel_url"),
    expires_at: Math.floor(Date.parse(checkout.expiresAt) / 1000),
    url: checkout.state === "open" ? `${shop.publicUrl}/sandbox/stripe/pay/${checkout.id}` : null,
  };
}

function pageOf(checkout: SandboxCheckout, notice: string | null): string {
  const code = field(checkout, currencyField).toUpperCase();
  const currency = currencies.find((each) => each === code) ?? "GBP";
  return paymentPage({
    action: `/sandbox/stripe/pay/${checkout.id}`,
    notice,
    mayWait: false,
    itemName: field(checkout, itemName),
    merchantId: "Stripe",
    amount: formatMoney(Number(field(checkout, unitAmount)), currency),
  });
}

type Refusal = Readonly<{ type: string; message: string; code?: string; param?: string }>;

const wrongKey = { type: "invalid_request_error", message: "Invalid API Key provided" };
const usedKey = {
  type: "idempotency_error",
  message:
    "Keys for idempotent requests can only be used with the same parameters they were first used with.",
};
const missing = {
  type: "invalid_request_error",
  code: "resource_missing",
  message: "No such checkout.session",
};
const notOpen = {
  type: "invalid_request_error",
  message: "Only Checkout Sessions with a status in ['open'] can be expired.",
};

function refuse(reply: FastifyReply, status: number, error: Refusal) {
  return reply.code(status).send({ error });
}

/** The parameters of a payment page that this shop may send; Stripe refuses any that it does not know. */
const known: Readonly<Record<string, RegExp>> = {
  mode: /^payment$/,
  "allowed_payment_method_types[0]": /^card$/,
  "adaptive_pricing[enabled]": /^(?:true|false)$/,
  client_reference_id: /^[\w-]{1,200}$/,
  "metadata[order_id]": /^.{1,500}$/,
  "payment_intent_data[description]": /^.{1,1000}$/,
  "payment_intent_data[metadata][order_id]": /^.{1,500}$/,
  "line_items[0][quantity]": /^[1-9]\d{0,5}$/,
  [currencyField]: /^[a-z]{3}$/,
  [unitAmount]: /^\d{1,8}$/,
  [itemName]: /^.{1,250}$/,
  success_url: /^https?:\/\/.{1,5000}$/,
  cancel_url: /^https?:\/\/.{1,5000}$/,
  expires_at: /^\d{10}$/,
};
const required = [
  "mode",
  "success_url",
  "line_items[0][quantity]",
  unitAmount,
  currencyField,
  itemName,
];
const minuteMs = 60_000;
const leastAmount = 30;

function problemIn(
  fields: Readonly<Record<string, string>>,
  { now, shop }: Context,
): Refusal | null {
  const type = "invalid_request_error";
  for (const param of required)
    if (!fields[param])
      return { type, code: "parameter_missing", param, message: `Missing ${param}` };
  for (const [param, value] of Object.entries(fields)) {
    if (!Object.hasOwn(known, param))
      return {
        type,
        code: "parameter_unknown",
        param,
        message: `Received unknown parameter: ${param}`,
      };
    if (!known[param]?.test(value)) return { type, param, message: `Invalid ${param}` };
  }
  if (Number(fields[unitAmount]) < leastAmount)
    return { type, code: "amount_too_small", message: "The amount is too small" };
  const left = Number(fields["expires_at"]) * 1000 - Date.parse(now());
  // It is rounded to seconds.
  if (left < 30 * minuteMs - 1000 || left > 24 * 60 * minuteMs)
    return { type, param: "expires_at", message: "The expiry must be 30 minutes to 24 hours away" };
  const sites = [shop.publicUrl, shop.officeUrl ?? shop.publicUrl];
  // The key of the stand-in is no secret: its page must not lead people to another site.
  for (const param of ["success_url", "cancel_url"])
    if (fields[param] && !sites.some((site) => fields[param]?.startsWith(`${site}/`)))
      return { type, param, message: `${param} must be an address of this shop` };
  return null;
}

function html(reply: FastifyReply, page: string) {
  return reply.type("text/html; charset=utf-8").send(page);
}
