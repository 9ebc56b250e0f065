import type { Database } from "../../../platform/db/database.ts";
import { type ShipmentRequest, shipmentRequestSchema } from "./request-schemas.ts";

export type SandboxShipment = Readonly<{
  id: number;
  labelKey: string;
  trackingReference: string;
  customerReference: string;
  /** In the provider's words. */
  status: string;
}>;

export async function insertSandboxShipment(
  db: Database,
  shipment: Omit<SandboxShipment, "id" | "customerReference" | "status">,
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
): Promise<{ trackingReference: string; status: string; request: ShipmentRequest } | null> {
  const row = await db
    .selectFrom("sandbox_shipment")
    .select(["tracking_reference as trackingReference", "status", "request"])
    .where("label_key", "=", labelKey)
    .executeTakeFirst();
  return row ? { ...row, request: shipmentRequestSchema.parse(row.request) } : null;
}

export async function findTrackedShipment(
  db: Database,
  trackingReference: string,
): Promise<{ status: string } | null> {
  const row = await db
    .selectFrom("sandbox_shipment")
    .select("status")
    .where("tracking_reference", "=", trackingReference)
    .executeTakeFirst();
  return row ?? null;
}

export async function setSandboxStatus(
  db: Database,
  trackingReference: string,
  status: string,
): Promise<void> {
  await db
    .updateTable("sandbox_shipment")
    .set({ status })
    .where("tracking_reference", "=", trackingReference)
    .execute();
}

export async function moveSandboxShipment(
  db: Database,
  labelKey: string,
  status: string,
): Promise<void> {
  await db
    .updateTable("sandbox_shipment")
    .set({ status })
    .where("label_key", "=", labelKey)
    .where("status", "<>", "cancelled")
    .execute();
}

const columns = [
  "id",
  "label_key as labelKey",
  "tracking_reference as trackingReference",
  "customer_reference as customerReference",
  "status",
] as const;
