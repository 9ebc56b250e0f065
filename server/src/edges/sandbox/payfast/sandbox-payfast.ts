import { type Currency, formatMoney } from "@portal/shared/platform/money.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import type { AppOptions, Deps } from "../../../deps.ts";
import { amountFrom } from "../../../gateways/card/card-amount.ts";
import { readNotificationBody } from "../../../gateways/card/notification-body.ts";
import { takeRawForms } from "../../rest/raw-forms.ts";
import { problemsOf } from "./form-check.ts";
import { paymentPage, refusalPage } from "./page.ts";
import {
  decideSandboxPayment,
  findSandboxPayment,
  insertSandboxPayment,
  type SandboxDecision,
  type SandboxPayment,
  wasSent,
} from "./sandbox-payment.store.ts";
import { sendNotification } from "./send-notification.ts";

type Sandbox = NonNullable<AppOptions["sandbox"]>;

/**
 * The card provider, for an installation that has none: the page where a person pays, cancels or
 * has the card refused, the signed notification over HTTP, and the question whether it was really sent. What it knows is in the
 * database, so any process answers for any other.
 */
export async function sandboxPayfastRoutes(
  app: FastifyInstance,
  deps: Deps,
  sandbox: Sandbox,
): Promise<void> {
  takeRawForms(app);
  app.addHook("onRequest", async (_request, reply) => {
    void reply.header("cache-control", "no-store");
  });
  providerRoutes(app, deps, sandbox);
  personRoutes(app, deps, sandbox);
}

/** What the shop asks the provider. */
function providerRoutes(app: FastifyInstance, deps: Deps, sandbox: Sandbox): void {
  app.post<{ Body?: Buffer }>("/sandbox/payfast/process", async (request, reply) => {
    const form = readNotificationBody(request.body ?? Buffer.alloc(0));
    const problems =
      typeof form === "string"
        ? [{ field: "form", reason: form }]
        : problemsOf(form, sandbox, deps.shop.publicUrl);
    if (typeof form === "string" || problems.length > 0)
      return html(reply.code(400), refusalPage(problems));
    const id = deps.newId();
    await insertSandboxPayment(deps.db, id, Object.fromEntries(form.fields));
    return reply.redirect(`/sandbox/payfast/pay/${id}`, 303);
  });

  app.post<{ Body?: Buffer }>("/sandbox/payfast/query/validate", async (request, reply) => {
    const body = (request.body ?? Buffer.alloc(0)).toString("utf8");
    const isOurs = await wasSent(deps.db, body.replace(/&signature=[^&]*$/, ""));
    return reply.type("text/plain").send(isOurs ? "VALID" : "INVALID");
  });
}

/** What a person sees and presses. */
function personRoutes(app: FastifyInstance, deps: Deps, sandbox: Sandbox): void {
  const { publicUrl } = deps.shop;

  app.get("/sandbox/payfast/pay/:id", async (request, reply) => {
    const payment = await findPayment(deps, request.params);
    if (!payment) return html(reply.code(404), refusalPage([unknownPayment]));
    if (!isOpen(payment)) return goBack(reply, payment, publicUrl);
    return html(reply, pageOf(payment));
  });

  for (const [button, decision] of buttons)
    app.post(`/sandbox/payfast/pay/:id/${button}`, async (request, reply) => {
      const payment = await findPayment(deps, request.params, decision);
      if (!payment) return html(reply.code(404), refusalPage([unknownPayment]));
      if (!(await sendNotification(deps.db, payment, sandbox)))
        request.log.warn({ payment: payment.id }, "the shop did not take a notification");
      return goBack(reply, payment, publicUrl);
    });
}

const buttons = [
  ["complete", "complete"],
  ["pending", "pending"],
  ["fail", "failed"],
  ["cancel", "cancelled"],
] as const satisfies readonly (readonly [string, SandboxDecision])[];

/** One that is pending is decided later, on the same page. */
function isOpen({ state }: SandboxPayment): boolean {
  return state === "waiting" || state === "pending";
}

const unknownPayment = { field: "payment", reason: "there is no such payment" };
const parametersSchema = z.object({ id: z.guid() });

async function findPayment(
  { db }: Pick<Deps, "db">,
  parameters: unknown,
  decision?: SandboxDecision,
): Promise<SandboxPayment | null> {
  const known = parametersSchema.safeParse(parameters);
  if (!known.success) return null;
  const { id } = known.data;
  return decision === undefined
    ? findSandboxPayment(db, id)
    : decideSandboxPayment(db, id, decision);
}

const currencyOf: Readonly<Record<string, Currency>> = { za: "ZAR", uk: "GBP", usa: "USD" };

function pageOf({ id, form, state }: SandboxPayment): string {
  const currency = currencyOf[form["custom_str1"] ?? ""] ?? "ZAR";
  return paymentPage({
    id,
    isPending: state === "pending",
    itemName: form["item_name"] ?? "",
    merchantId: form["merchant_id"] ?? "",
    amount: formatMoney(amountFrom(form["amount"] ?? "") ?? 0, currency),
  });
}

function goBack(reply: FastifyReply, { state, form }: SandboxPayment, publicUrl: string) {
  const isMade = state === "complete" || state === "pending";
  const url = isMade ? form["return_url"] : form["cancel_url"];
  return reply.redirect(url || publicUrl, 303);
}

function html(reply: FastifyReply, page: string) {
  return reply.type("text/html; charset=utf-8").send(page);
}
