import { randomInt } from "node:crypto";
import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { sandboxCourierKey } from "../../../gateways/courier/ship-logic-courier.ts";
import type { Database } from "../../../platform/db/database.ts";
import { escapeHtml } from "../../../platform/messages/fill-words.ts";
import {
  findSandboxShipment,
  insertSandboxShipment,
  listSandboxShipments,
  ratesRequestSchema,
  type SandboxShipment,
  setSandboxStatus,
  type ShipmentRequest,
  shipmentRequestSchema,
} from "./sandbox-shipment.store.ts";
import { sandboxRates } from "./sandbox-rates.ts";

type Context = Pick<Deps, "db" | "now" | "newId" | "shop"> &
  Readonly<{
    /** The shop's webhook; null if there is none. */
    webhookUrl: (() => string) | null;
  }>;

const bearer = `Bearer ${sandboxCourierKey}`;
/** Without those that are easily confused. */
const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/**
 * A stand-in for the courier: rates, bookings and waybills with the provider's own API. Its state is in the database, so
 * any process can answer.
 */
export async function sandboxCourierRoutes(app: FastifyInstance, context: Context): Promise<void> {
  app.addHook("onRequest", async (request, reply) => {
    void reply.header("cache-control", "no-store");
    const isForPeople = request.url.startsWith("/sandbox/courier/labels/");
    if (!isForPeople && request.headers.authorization !== bearer)
      return reply.code(401).send({ message: "Unauthorized" });
  });

  app.post("/sandbox/courier/v2/rates", async (request, reply) => {
    const parsed = ratesRequestSchema.safeParse(request.body);
    if (!parsed.success) return refuse(reply, parsed.error);
    return { message: "Success", rates: sandboxRates(parsed.data, context.now()) };
  });

  shipmentRoutes(app, context);
  labelRoutes(app, context);
  trackingRoutes(app, context);
}

function shipmentRoutes(app: FastifyInstance, { db, newId, now }: Context): void {
  app.post("/sandbox/courier/v2/shipments", async (request, reply) => {
    const parsed = shipmentRequestSchema.safeParse(request.body);
    if (!parsed.success) return refuse(reply, parsed.error);
    const isServed = sandboxRates(parsed.data, now()).some(
      ({ service_level }) => service_level.code === parsed.data.service_level_code,
    );
    if (!isServed)
      return reply.code(400).send({ message: "This service level is not available here." });
    const ids = { labelKey: newId(), trackingReference: newTrackingReference() };
    return recordOf(await insertSandboxShipment(db, ids, parsed.data));
  });

  const searchSchema = z.object({ customer_reference: z.string().min(1).max(100) });
  app.get("/sandbox/courier/v2/shipments", async (request, reply) => {
    const search = searchSchema.safeParse(request.query);
    if (!search.success) return refuse(reply, search.error);
    const shipments = await listSandboxShipments(db, search.data.customer_reference);
    return { shipments: shipments.map(recordOf), count: shipments.length };
  });
}

function labelRoutes(app: FastifyInstance, { db, shop }: Context): void {
  const labelSchema = z.object({ id: z.coerce.number().int().positive() });
  app.get("/sandbox/courier/v2/shipments/label", async (request, reply) => {
    const parsed = labelSchema.safeParse(request.query);
    if (!parsed.success) return refuse(reply, parsed.error);
    const shipment = await findSandboxShipment(db, parsed.data);
    if (!shipment) return reply.code(404).send({ message: "There is no such shipment." });
    const filename = `${shipment.trackingReference}.html`;
    const url = `${shop.publicUrl}/sandbox/courier/labels/${shipment.labelKey}`;
    return { url, filename, expiry_duration: "7 days" };
  });

  app.get("/sandbox/courier/labels/:key", async (request, reply) => {
    const shipment = await findByLabelKey(db, request.params);
    if (!shipment) return reply.code(404).send({ message: "There is no such waybill." });
    return reply.type("text/html; charset=utf-8").send(waybillPage(shipment));
  });
}

const keySchema = z.object({ key: z.guid() });

async function findByLabelKey(db: Database, params: unknown) {
  const parsed = keySchema.safeParse(params);
  return parsed.success ? findSandboxShipment(db, { label_key: parsed.data.key }) : undefined;
}

/** As the provider's API returns a shipment. */
function recordOf({ id, trackingReference, customerReference, status }: SandboxShipment) {
  return {
    id,
    short_tracking_reference: trackingReference,
    customer_reference: customerReference,
    status,
  };
}

function newTrackingReference(): string {
  return Array.from({ length: 6 }, () => letters.charAt(randomInt(letters.length))).join("");
}

function refuse(reply: FastifyReply, error: z.core.$ZodError) {
  const errors = error.issues.map(({ path, message }) => ({ field: path.join("."), message }));
  return reply.code(400).send({ message: "The request is not according to the manual.", errors });
}

const style = `
  body { margin: 2rem auto; max-width: 40rem; padding: 0 1rem; color: #10312B;
    font: 1.0625rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
  h1 { font-size: 2.5rem; letter-spacing: .15em; margin: 0 0 1rem; }
  section { border: 2px solid #10312B; border-radius: .375rem; padding: 1rem; margin: 0 0 1rem; }
  button { font: inherit; min-height: 2.75rem; padding: 0 1rem; margin: .5rem 0 0; }
  @media print { form { display: none; } }
  h2 { font-size: 1rem; margin: 0 0 .25rem; } p { margin: 0; overflow-wrap: anywhere; }
`;

/** The steps of a delivery in their order, and a failed attempt. */
const sandboxSteps = [
  "collected",
  "out-for-delivery",
  "delivered",
  "delivery-failed-attempt",
] as const;

/** The printable waybill of a shipment, with buttons for the courier's steps. */
function waybillPage(shipment: SandboxShipment): string {
  const { trackingReference, labelKey, status } = shipment;
  const request = shipmentRequestSchema.parse(shipment.request);
  const { collection_address: from, delivery_address: to, parcels } = request;
  const weight = parcels.reduce((sum, parcel) => sum + parcel.submitted_weight_kg, 0);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<title>Waybill ${escapeHtml(trackingReference)}</title>
<style>${style}</style>
</head>
<body>
<main>
<p>Built-in test waybill. No courier will collect.</p>
<h1>${escapeHtml(trackingReference)}</h1>
${part("From", [from.company, ...linesOf(from)])}
${part("To", [request.delivery_contact.name, ...linesOf(to), request.delivery_contact.mobile_number])}
${part("Shipment", [
  `Reference ${request.customer_reference}`,
  `Service ${request.service_level_code}`,
  `Parcels: ${parcels.length}, ${weight.toFixed(1)} kg in all`,
  request.special_instructions_delivery,
])}
<section><h2>Play the courier</h2><p>It is now: ${escapeHtml(status)}</p>
<form method="post" action="/sandbox/courier/labels/${labelKey}/steps">${sandboxSteps.map(stepButton).join(" ")}</form>
</section>
</main>
</body>
</html>`;
}

function stepButton(step: string): string {
  return `<button name="status" value="${step}">${step.replaceAll("-", " ")}</button>`;
}

function linesOf(address: ShipmentRequest["delivery_address"]): string[] {
  return [address.street_address, address.local_area, `${address.city} ${address.code}`];
}

function part(title: string, lines: readonly string[]): string {
  const shown = lines.filter((line) => line !== "").map((line) => `<p>${escapeHtml(line)}</p>`);
  return `<section><h2>${title}</h2>${shown.join("")}</section>`;
}

const referenceSchema = z.object({ tracking_reference: z.string().min(1).max(40) });
const stepSchema = z.object({ status: z.enum(sandboxSteps) });
const webhookTimeoutMs = 5000;

/** Tracking, cancelling, and the waybill's buttons, which call the shop's webhook as the provider does. */
function trackingRoutes(app: FastifyInstance, { db, webhookUrl }: Context): void {
  app.get("/sandbox/courier/v2/tracking/shipments", async (request, reply) => {
    const parsed = referenceSchema.safeParse(request.query);
    if (!parsed.success) return reply.code(400).send({ message: "tracking_reference is required" });
    const reference = parsed.data.tracking_reference;
    const found = await findSandboxShipment(db, parsed.data);
    return { shipments: found ? [trackedRecord(reference, found.status)] : [] };
  });

  app.post("/sandbox/courier/v2/shipments/cancel", async (request, reply) => {
    const parsed = referenceSchema.safeParse(request.body);
    if (!parsed.success) return reply.code(400).send({ message: "tracking_reference is required" });
    const reference = parsed.data.tracking_reference;
    const found = await findSandboxShipment(db, parsed.data);
    if (!found) return reply.code(404).send({ message: "There is no such shipment." });
    if (found.status !== "submitted" && found.status !== "cancelled")
      return reply.code(400).send({ message: "The shipment was collected already." });
    await setSandboxStatus(db, found.id, "cancelled");
    return trackedRecord(reference, "cancelled");
  });

  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: 1024 },
    async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
  );
  app.post("/sandbox/courier/labels/:key/steps", async (request, reply) => {
    const body = stepSchema.safeParse(request.body);
    const shipment = await findByLabelKey(db, request.params);
    if (!body.success || !shipment)
      return reply.code(404).send({ message: "There is no such waybill." });
    await setSandboxStatus(db, shipment.id, body.data.status);
    if (webhookUrl) await callWebhook(webhookUrl(), shipment.trackingReference, body.data.status);
    return reply.redirect(`/sandbox/courier/labels/${shipment.labelKey}`, 303);
  });
}

function trackedRecord(reference: string, status: string) {
  return { short_tracking_reference: reference, status, tracking_events: [] };
}

/** A lost call does no harm: the shop also polls. */
async function callWebhook(url: string, reference: string, status: string): Promise<void> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { authorization: sandboxCourierKey, "content-type": "application/json" },
      body: JSON.stringify(trackedRecord(reference, status)),
      signal: AbortSignal.timeout(webhookTimeoutMs),
    });
    await response.arrayBuffer();
  } catch {
    // See above.
  }
}
