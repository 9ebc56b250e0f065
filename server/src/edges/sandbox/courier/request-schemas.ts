import { z } from "zod";

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
