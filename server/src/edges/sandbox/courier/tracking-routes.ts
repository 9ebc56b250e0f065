import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Database } from "../../../platform/db/database.ts";
import { sandboxCourierKey } from "../../../gateways/courier/open-courier.ts";
import {
  findSandboxLabel,
  findTrackedShipment,
  moveSandboxShipment,
  setSandboxStatus,
} from "./sandbox-shipment.store.ts";
import { sandboxSteps } from "./waybill-page.ts";

export type TrackingDesk = Readonly<{
  db: Database;
  /** Where news are told to; null where nobody listens. */
  webhookUrl: (() => string) | null;
}>;

const referenceSchema = z.object({ tracking_reference: z.string().min(1).max(40) });
const keySchema = z.object({ key: z.guid() });
const stepSchema = z.object({ status: z.enum(sandboxSteps) });
const webhookTimeoutMs = 5000;

/** Where a shipment is, taking it back, and, for people, moving it on: then the shop is told, as the provider tells it. */
export function trackingRoutes(app: FastifyInstance, { db, webhookUrl }: TrackingDesk): void {
  app.get("/sandbox/courier/v2/tracking/shipments", async (request, reply) => {
    const asked = referenceSchema.safeParse(request.query);
    if (!asked.success) return reply.code(400).send({ message: "tracking_reference is required" });
    const found = await findTrackedShipment(db, asked.data.tracking_reference);
    const shipments = found ? [trackedRecord(asked.data.tracking_reference, found.status)] : [];
    return { shipments };
  });

  app.post("/sandbox/courier/v2/shipments/cancel", async (request, reply) => {
    const asked = referenceSchema.safeParse(request.body);
    if (!asked.success) return reply.code(400).send({ message: "tracking_reference is required" });
    const reference = asked.data.tracking_reference;
    const found = await findTrackedShipment(db, reference);
    if (!found) return reply.code(404).send({ message: "There is no such shipment." });
    if (found.status !== "submitted" && found.status !== "cancelled")
      return reply.code(400).send({ message: "The shipment was collected already." });
    await setSandboxStatus(db, reference, "cancelled");
    return trackedRecord(reference, "cancelled");
  });

  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: 1024 },
    async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
  );
  app.post("/sandbox/courier/labels/:key/steps", async (request, reply) => {
    const [params, body] = [
      keySchema.safeParse(request.params),
      stepSchema.safeParse(request.body),
    ];
    const label = params.success ? await findSandboxLabel(db, params.data.key) : null;
    if (!params.success || !body.success || !label)
      return reply.code(404).send({ message: "There is no such waybill." });
    await moveSandboxShipment(db, params.data.key, body.data.status);
    if (webhookUrl) await tell(webhookUrl(), label.trackingReference, body.data.status);
    return reply.redirect(`/sandbox/courier/labels/${params.data.key}`, 303);
  });
}

function trackedRecord(reference: string, status: string) {
  return { short_tracking_reference: reference, status, tracking_events: [] };
}

/** Whether it is heard or not: whoever did not hear it asks by itself. */
async function tell(url: string, reference: string, status: string): Promise<void> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { authorization: sandboxCourierKey, "content-type": "application/json" },
      body: JSON.stringify({ short_tracking_reference: reference, status, tracking_events: [] }),
      signal: AbortSignal.timeout(webhookTimeoutMs),
    });
    await response.arrayBuffer();
  } catch {
    // Nobody listened.
  }
}
