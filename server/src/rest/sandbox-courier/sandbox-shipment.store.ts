import type { Database } from "../../db/database.ts";
import { type ShipmentRequest, shipmentRequestSchema } from "./request-schemas.ts";

export type SandboxShipment = Readonly<{
  id: number;
  labelKey: string;
  trackingReference: string;
  customerReference: string;
}>;

export async function insertSandboxShipment(
  db: Database,
  shipment: Omit<SandboxShipment, "id" | "customerReference">,
  request: ShipmentRequest,
): Promise<SandboxShipment> {
  return db
    .insertInto("sandbox_shipment")
    .values({
      label_key: shipment.labelKey,
      tracking_reference: shipment.trackingReference,
      customer_reference: request.customer_reference,
      request: JSON.stringify(request),
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** Newest first, as the provider lists them. */
export async function listSandboxShipments(
  db: Database,
  customerReference: string,
): Promise<SandboxShipment[]> {
  return db
    .selectFrom("sandbox_shipment")
    .select(columns)
    .where("customer_reference", "=", customerReference)
    .orderBy("id", "desc")
    .limit(50)
    .execute();
}

export async function findSandboxShipment(
  db: Database,
  id: number,
): Promise<SandboxShipment | null> {
  const row = await db
    .selectFrom("sandbox_shipment")
    .select(columns)
    .where("id", "=", id)
    .executeTakeFirst();
  return row ?? null;
}

/** What stands on the waybill that this key opens. */
export async function findSandboxLabel(
  db: Database,
  labelKey: string,
): Promise<{ trackingReference: string; request: ShipmentRequest } | null> {
  const row = await db
    .selectFrom("sandbox_shipment")
    .select(["tracking_reference as trackingReference", "request"])
    .where("label_key", "=", labelKey)
    .executeTakeFirst();
  return row ? { ...row, request: shipmentRequestSchema.parse(row.request) } : null;
}

const columns = [
  "id",
  "label_key as labelKey",
  "tracking_reference as trackingReference",
  "customer_reference as customerReference",
] as const;
