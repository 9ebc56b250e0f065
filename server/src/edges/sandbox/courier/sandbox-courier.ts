import { randomInt } from "node:crypto";
import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { sandboxCourierKey } from "../../../gateways/courier/open-courier.ts";
import { type TrackingDesk, trackingRoutes } from "./tracking-routes.ts";
import { ratesRequestSchema, shipmentRequestSchema } from "./request-schemas.ts";
import { sandboxRates } from "./sandbox-rates.ts";
import {
  findSandboxLabel,
  findSandboxShipment,
  insertSandboxShipment,
  listSandboxShipments,
  type SandboxShipment,
} from "./sandbox-shipment.store.ts";
import { waybillPage } from "./waybill-page.ts";

type Desk = Pick<Deps, "db" | "now" | "newId" | "shop"> & TrackingDesk;

const bearer = `Bearer ${sandboxCourierKey}`;
const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/**
 * The courier, for an installation that has none: rates, bookings and waybills in the provider's own form. What it knows
 * is in the database, so any process answers for any other.
 */
export async function sandboxCourierRoutes(app: FastifyInstance, desk: Desk): Promise<void> {
  app.addHook("onRequest", async (request, reply) => {
    void reply.header("cache-control", "no-store");
    const isForPeople = request.url.startsWith("/sandbox/courier/labels/");
    if (!isForPeople && request.headers.authorization !== bearer)
      return reply.code(401).send({ message: "Unauthorized" });
  });

  app.post("/sandbox/courier/v2/rates", async (request, reply) => {
    const wanted = ratesRequestSchema.safeParse(request.body);
    if (!wanted.success) return refuse(reply, wanted.error);
    return { message: "Success", rates: sandboxRates(wanted.data, desk.now()) };
  });

  shipmentRoutes(app, desk);
  labelRoutes(app, desk);
  trackingRoutes(app, desk);
}

function shipmentRoutes(app: FastifyInstance, { db, newId, now }: Desk): void {
  app.post("/sandbox/courier/v2/shipments", async (request, reply) => {
    const wanted = shipmentRequestSchema.safeParse(request.body);
    if (!wanted.success) return refuse(reply, wanted.error);
    const isServed = sandboxRates(wanted.data, now()).some(
      ({ service_level }) => service_level.code === wanted.data.service_level_code,
    );
    if (!isServed)
      return reply.code(400).send({ message: "This service level is not available here." });
    const made = { labelKey: newId(), trackingReference: newTrackingReference() };
    return recordOf(await insertSandboxShipment(db, made, wanted.data));
  });

  const searchSchema = z.object({ customer_reference: z.string().min(1).max(100) });
  app.get("/sandbox/courier/v2/shipments", async (request, reply) => {
    const search = searchSchema.safeParse(request.query);
    if (!search.success) return refuse(reply, search.error);
    const shipments = await listSandboxShipments(db, search.data.customer_reference);
    return { shipments: shipments.map(recordOf), count: shipments.length };
  });
}

function labelRoutes(app: FastifyInstance, { db, shop }: Desk): void {
  const labelSchema = z.object({ id: z.coerce.number().int().positive() });
  app.get("/sandbox/courier/v2/shipments/label", async (request, reply) => {
    const asked = labelSchema.safeParse(request.query);
    if (!asked.success) return refuse(reply, asked.error);
    const shipment = await findSandboxShipment(db, asked.data.id);
    if (!shipment) return reply.code(404).send({ message: "There is no such shipment." });
    const filename = `${shipment.trackingReference}.html`;
    const url = `${shop.publicUrl}/sandbox/courier/labels/${shipment.labelKey}`;
    return { url, filename, expiry_duration: "7 days" };
  });

  const keySchema = z.object({ key: z.guid() });
  app.get("/sandbox/courier/labels/:key", async (request, reply) => {
    const { success, data } = keySchema.safeParse(request.params);
    const label = success ? await findSandboxLabel(db, data.key) : null;
    if (!label) return reply.code(404).send({ message: "There is no such waybill." });
    const page = waybillPage(label.trackingReference, label.request, {
      status: label.status,
      action: `/sandbox/courier/labels/${data?.key}/steps`,
    });
    return reply.type("text/html; charset=utf-8").send(page);
  });
}

function recordOf({ id, trackingReference, customerReference, status }: SandboxShipment) {
  return {
    id,
    short_tracking_reference: trackingReference,
    customer_reference: customerReference,
    status,
  };
}

/** Six letters and digits that nobody mistakes for one another. */
function newTrackingReference(): string {
  return Array.from({ length: 6 }, () => letters.charAt(randomInt(letters.length))).join("");
}

function refuse(reply: FastifyReply, error: z.ZodError) {
  const errors = error.issues.map(({ path, message }) => ({ field: path.join("."), message }));
  return reply.code(400).send({ message: "The request is not according to the manual.", errors });
}
