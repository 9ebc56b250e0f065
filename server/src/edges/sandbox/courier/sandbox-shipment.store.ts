import { z } from "zod";
import type { Database } from "../../../platform/db/database.ts";

export type SandboxShipment = Awaited<ReturnType<typeof insertSandboxShipment>>;

export async function insertSandboxShipment(
  db: Database,
  shipment: Readonly<{ labelKey: string; trackingReference: string }>,
  request: ShipmentRequest,
) {
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

/** Newest first, like the provider. */
export function listSandboxShipments(
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

export function findSandboxShipment(
  db: Database,
  key: Readonly<{ id: number } | { label_key: string } | { tracking_reference: string }>,
): Promise<SandboxShipment | undefined> {
  return db
    .selectFrom("sandbox_shipment")
    .select(columns)
    .where((where) => where.and(key))
    .executeTakeFirst();
}

/** Cancelled shipments keep their status. */
export async function setSandboxStatus(db: Database, id: number, status: string): Promise<void> {
  await db
    .updateTable("sandbox_shipment")
    .set({ status })
    .where("id", "=", id)
    .where("status", "<>", "cancelled")
    .execute();
}

const columns = [
  "id",
  "label_key as labelKey",
  "tracking_reference as trackingReference",
  "customer_reference as customerReference",
  "status",
  "request",
] as const;

const addressSchema = z.object({
  type: z.enum(["business", "residential"]),
  company: z.string().max(200),
  street_address: z.string().min(1, "street_address is required").max(400),
  local_area: z.string().max(200),
  city: z.string().min(1, "city is required").max(200),
  zone: z.string().max(100),
  country: z.literal("ZA"),
  code: z.string().regex(/^\d{4}$/, "invalid postal code"),
});

const contactSchema = z
  .object({
    name: z.string().min(1, "name is required").max(200),
    mobile_number: z.string().regex(/^\+?\d*$/, "mobile_number may hold digits and + only"),
    email: z.string().max(254),
  })
  .refine(({ mobile_number, email }) => mobile_number !== "" || email !== "", {
    error: "a mobile number or an email is required",
  });

const side = z.number().positive().max(300);
const parcelSchema = z.object({
  parcel_description: z.string().max(200),
  submitted_length_cm: side,
  submitted_width_cm: side,
  submitted_height_cm: side,
  submitted_weight_kg: z.number().positive().max(1000),
});

export const ratesRequestSchema = z.object({
  collection_address: addressSchema,
  delivery_address: addressSchema,
  parcels: z.array(parcelSchema).min(1).max(1000),
});
export type RatesRequest = z.infer<typeof ratesRequestSchema>;

export const shipmentRequestSchema = ratesRequestSchema.extend({
  collection_contact: contactSchema,
  delivery_contact: contactSchema,
  service_level_code: z.string().min(1).max(64),
  customer_reference: z.string().min(1).max(100),
  special_instructions_delivery: z.string().max(500),
  mute_notifications: z.boolean(),
  collection_min_date: z.string().max(40).optional(),
  collection_after: z.string().max(5).optional(),
  collection_before: z.string().max(5).optional(),
});
export type ShipmentRequest = z.infer<typeof shipmentRequestSchema>;
