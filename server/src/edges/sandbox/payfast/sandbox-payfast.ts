import { type Currency, formatMoney } from "@portal/shared/platform/money.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import type { AppOptions, Deps } from "../../../deps.ts";
import {
  amountFrom,
  type NotificationBody,
  readNotificationBody,
  signForm,
} from "../../../gateways/card/payfast-fields.ts";
import { standInPageOrigin } from "../../../gateways/card/payfast-addresses.ts";
import { isSecret } from "../../../platform/secrets.ts";
import { acceptRawForms } from "../../rest/receive-form.ts";
import { paymentPage, type Problem, refusalPage } from "../card-page.ts";
import {
  decideSandboxPayment,
  findSandboxPayment,
  insertSandboxPayment,
  type SandboxDecision,
  type SandboxPayment,
  wasSent,
} from "./sandbox-payment.store.ts";
import { sendNotification } from "./notification.ts";

type Sandbox = NonNullable<AppOptions["sandbox"]>;

/**
 * A stand-in for the card provider: the payment page, the signed notification over HTTP, and the confirmation that a
 * notification was sent. Its state is in the database, so any process can answer.
 */
export async function sandboxPayfastRoutes(
  app: FastifyInstance,
  deps: Deps,
  sandbox: Sandbox,
): Promise<void> {
  acceptRawForms(app);
  app.addHook("onRequest", async (_request, reply) => {
    void reply.header("cache-control", "no-store");
  });
  providerRoutes(app, deps, sandbox);
  personRoutes(app, deps, sandbox);
}

/** The provider's API. */
function providerRoutes(app: FastifyInstance, deps: Deps, sandbox: Sandbox): void {
  app.post<{ Body?: Buffer }>("/sandbox/payfast/process", async (request, reply) => {
    const form = readNotificationBody(request.body ?? Buffer.alloc(0));
    const problems =
      typeof form === "string"
        ? [{ field: "form", reason: form }]
        : problemsOf(form, sandbox, sitesOf(deps.shop));
    if (typeof form === "string" || problems.length > 0)
      return html(reply.code(400), refusalPage(problems));
    const id = deps.newId();
    await insertSandboxPayment(deps.db, id, Object.fromEntries(form.fields));
    return reply.redirect(
      `${standInPageOrigin(deps.shop.publicUrl)}/sandbox/payfast/pay/${id}`,
      303,
    );
  });

  app.post<{ Body?: Buffer }>("/sandbox/payfast/query/validate", async (request, reply) => {
    const body = (request.body ?? Buffer.alloc(0)).toString("utf8");
    const isSent = await wasSent(deps.db, body.replace(/&signature=[^&]*$/, ""));
    return reply.type("text/plain").send(isSent ? "VALID" : "INVALID");
  });
}

/** The payment page and its buttons. */
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

/** A pending payment can still be decided on the same page. */
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
    action: `/sandbox/payfast/pay/${encodeURIComponent(id)}`,
    notice:
      state === "pending"
        ? "This payment is pending. The shop has been told to wait for the bank."
        : null,
    mayWait: true,
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

/** All fields in the order of the provider's manual, which is the order of the signature. */
const formFields = [
  "merchant_id",
  "merchant_key",
  "return_url",
  "cancel_url",
  "notify_url",
  "name_first",
  "name_last",
  "email_address",
  "cell_number",
  "m_payment_id",
  "amount",
  "item_name",
  "item_description",
  ...[1, 2, 3, 4, 5].map((number) => `custom_int${number}`),
  ...[1, 2, 3, 4, 5].map((number) => `custom_str${number}`),
  "email_confirmation",
  "confirmation_address",
  "currency",
  "payment_method",
] as const;

const required = ["merchant_id", "merchant_key", "amount", "item_name", "m_payment_id"] as const;

/** The hosts of this shop, for people. */
type Sites = readonly string[];

function sitesOf({ publicUrl, officeUrl = publicUrl }: Deps["shop"]): Sites {
  return [publicUrl, officeUrl];
}

/** The problems that the provider would report about a checkout form. */
function problemsOf(form: NotificationBody, merchant: Sandbox, sites: Sites): Problem[] {
  const missing = required
    .filter((field) => !form.valueOf(field))
    .map((field) => ({ field, reason: `${field} is required` }));
  if (missing.length > 0) return missing;
  return [...wrongFields(form, merchant, sites), ...wrongSignature(form, merchant)];
}

function wrongFields(form: NotificationBody, merchant: Sandbox, sites: Sites): Problem[] {
  const problems: Problem[] = [];
  if (form.valueOf("merchant_id") !== merchant.merchantId)
    problems.push({ field: "merchant_id", reason: "merchant_id is not known" });
  if (form.valueOf("merchant_key") !== merchant.merchantKey)
    problems.push({ field: "merchant_key", reason: "merchant_key is not this merchant's" });
  const amount = form.valueOf("amount") ?? "";
  if (!/\.\d{2}$/.test(amount) || (amountFrom(amount) ?? 0) <= 0)
    problems.push({ field: "amount", reason: "amount must be a number with two decimals" });
  for (const field of ["return_url", "cancel_url", "notify_url"]) {
    const url = form.valueOf(field);
    // Anyone can post a form; this page must not redirect people or send notifications to another site.
    if (url && !sites.some((site) => url.startsWith(`${site}/`)))
      problems.push({ field, reason: `${field} must be an address of this shop` });
  }
  return problems;
}

function wrongSignature(form: NotificationBody, { passphrase }: Sandbox): Problem[] {
  const unknown = form.fields.filter(([name]) => !formFields.includes(name));
  if (unknown.length > 0)
    return unknown.map(([field]) => ({ field, reason: `${field} is not a known variable` }));

  const inOrder = form.fields.toSorted(
    ([one], [other]) => formFields.indexOf(one) - formFields.indexOf(other),
  );
  const { signature } = form;
  if (signature === null && passphrase === null) return [];
  const isRight = signature !== null && isSecret(signature, signForm(inOrder, passphrase));
  if (isRight) return [];
  return [{ field: "signature", reason: "Generated signature does not match submitted signature" }];
}
