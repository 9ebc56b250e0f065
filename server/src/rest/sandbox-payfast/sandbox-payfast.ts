import { setTimeout as pause } from "node:timers/promises";
import { formatMoney } from "@portal/shared/money.ts";
import { currencySchema } from "@portal/shared/money-schemas.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import type { AppOptions, Deps } from "../../deps.ts";
import { amountFrom } from "../../gateways/card/card-amount.ts";
import { readNotificationBody } from "../../gateways/card/notification-body.ts";
import { problemsOf } from "./form-check.ts";
import { notificationOf } from "./notification.ts";
import { paymentPage, refusalPage } from "./page.ts";
import {
  decideSandboxPayment,
  findSandboxPayment,
  insertSandboxPayment,
  keepSent,
  type SandboxPayment,
  wasSent,
} from "./sandbox-payment.store.ts";

type Sandbox = NonNullable<AppOptions["sandbox"]>;

const currencyOf: Record<string, string> = { za: "ZAR", uk: "GBP", usa: "USD" };
/** Milliseconds before each try; the provider's own are minutes. */
const sendAgainAfter = [0, 500, 2000] as const;
const paymentId = z.object({ id: z.guid() });

/**
 * The card provider, for an installation that has none: the page where a person pays or cancels, the
 * signed notification over HTTP, and the question whether it was really sent. What it knows is in the
 * database, so any process answers for any other.
 */
export async function sandboxPayfastRoutes(
  app: FastifyInstance,
  deps: Deps,
  sandbox: Sandbox,
): Promise<void> {
  const { publicUrl } = deps.shop;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "buffer", bodyLimit: 64 * 1024 },
    async (_request: unknown, body: Buffer) => body,
  );
  app.addHook("onRequest", async (_request, reply) => {
    void reply.header("cache-control", "no-store");
  });

  app.post<{ Body: Buffer }>("/sandbox/payfast/process", async (request, reply) => {
    const form = readNotificationBody(request.body ?? Buffer.alloc(0));
    const problems =
      typeof form === "string"
        ? [{ field: "form", reason: form }]
        : problemsOf(form, sandbox, publicUrl);
    if (typeof form === "string" || problems.length > 0)
      return html(reply.code(400), refusalPage(problems));
    const id = deps.newId();
    await insertSandboxPayment(deps.db, id, Object.fromEntries(form.fields));
    return reply.redirect(`/sandbox/payfast/pay/${id}`, 303);
  });

  app.get("/sandbox/payfast/pay/:id", async (request, reply) => {
    const payment = await findPayment(deps, request.params);
    if (!payment) return html(reply.code(404), refusalPage([unknownPayment]));
    if (payment.state !== "waiting") return goBack(reply, payment, publicUrl);
    const { id, form } = payment;
    const amount = amountFrom(form["amount"] ?? "") ?? 0;
    return html(
      reply,
      paymentPage({
        id,
        itemName: form["item_name"] ?? "",
        merchantId: form["merchant_id"] ?? "",
        amount: formatMoney(
          amount,
          currencySchema.catch("ZAR").parse(currencyOf[form["custom_str1"] ?? ""]),
        ),
      }),
    );
  });

  app.post("/sandbox/payfast/pay/:id/complete", async (request, reply) => {
    const payment = await findPayment(deps, request.params, "complete");
    if (!payment) return html(reply.code(404), refusalPage([unknownPayment]));
    if (payment.state === "complete") {
      const isHeard = await sendNotification(deps, sandbox, payment);
      if (!isHeard)
        request.log.warn({ payment: payment.id }, "the shop did not take the notification");
    }
    return goBack(reply, payment, publicUrl);
  });

  app.post("/sandbox/payfast/pay/:id/cancel", async (request, reply) => {
    const payment = await findPayment(deps, request.params, "cancelled");
    if (!payment) return html(reply.code(404), refusalPage([unknownPayment]));
    return goBack(reply, payment, publicUrl);
  });

  app.post<{ Body: Buffer }>("/sandbox/payfast/query/validate", async (request, reply) => {
    const sent = (request.body ?? Buffer.alloc(0))
      .toString("utf8")
      .replace(/&signature=[^&]*$/, "");
    const answer = (await wasSent(deps.db, sent)) ? "VALID" : "INVALID";
    return reply.type("text/plain").send(answer);
  });
}

const unknownPayment = { field: "payment", reason: "there is no such payment" };

async function findPayment(
  { db }: Pick<Deps, "db">,
  parameters: unknown,
  decision?: "complete" | "cancelled",
): Promise<SandboxPayment | null> {
  const known = paymentId.safeParse(parameters);
  if (!known.success) return null;
  const { id } = known.data;
  return decision === undefined
    ? findSandboxPayment(db, id)
    : decideSandboxPayment(db, id, decision);
}

/** The same bytes every time, so that pressing twice is a copy and not a second payment. */
async function sendNotification(
  { db }: Pick<Deps, "db">,
  { passphrase, notifyUrl }: Sandbox,
  { id, form, pfPaymentId }: SandboxPayment,
): Promise<boolean> {
  const { confirmable, body } = notificationOf(form, pfPaymentId, passphrase);
  await keepSent(db, id, confirmable);
  for (const waitMs of sendAgainAfter) {
    await pause(waitMs);
    if (await isAccepted(notifyUrl(), body)) return true;
  }
  return false;
}

async function isAccepted(url: string, body: string): Promise<boolean> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body,
      signal: AbortSignal.timeout(10_000),
    });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false; // not heard is what the next try is for
  }
}

function goBack(reply: FastifyReply, { state, form }: SandboxPayment, publicUrl: string) {
  const url = state === "complete" ? form["return_url"] : form["cancel_url"];
  return reply.redirect(url || publicUrl, 303);
}

function html(reply: FastifyReply, page: string) {
  return reply.type("text/html; charset=utf-8").send(page);
}
