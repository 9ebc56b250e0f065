import { z } from "zod/mini";
import { placeNeeded, recipientOwner, saveAddressSchema } from "./addresses.ts";

const text = z.nullish(z.string().check(z.maxLength(300)));
const degrees = z.nullish(z.union([z.number(), z.string().check(z.trim(), z.maxLength(40))]));
const jsonMax = 5000;

/**
 * The map service's answer about the address (specification, section 3, googlePlace). Older clients send it unchanged, with
 * all the other fields of the service.
 */
export const googlePlaceSchema = z.looseObject({
  latitude: degrees,
  longitude: degrees,
  addressType: text,
  line_1: text,
  line_2: text,
  line_3: text,
  town_or_city: text,
  postcode: text,
});
export type GooglePlace = z.infer<typeof googlePlaceSchema>;

/** A place of older clients: an object, or the same as JSON text. */
export const placeSchema = z.extend(googlePlaceSchema, {
  id: z.nullish(z.union([z.number(), z.string()])),
  label: text,
  value: text,
  town: text,
  pcode: text,
});

/** The address service's fields (specification, section 7, "Calls with paths not shown"). */
export const olderAddressSchema = z.strictObject({
  ...recipientOwner,
  /** Left out: which fields there are says how the address was entered. */
  entry: z.optional(z.literal("older")),
  businessOrResidential: text,
  recipientCell: text,
  recipientAltNumber: text,
  recipientEmail: text,
  recipientFirstName: text,
  recipientLastName: text,
  streetAddress: text,
  complexBuilding: text,
  province: text,
  manualSuburb: text,
  vatNo: text,
  postalCode: text,
  town: text,
  line2: text,
  line3: text,
  place: z.nullish(z.union([z.string().check(z.maxLength(jsonMax)), placeSchema])),
  googlePlace: z.nullish(z.union([z.string().check(z.maxLength(jsonMax)), googlePlaceSchema])),
});
export type OlderAddress = z.infer<typeof olderAddressSchema>;

/** A recipient as the dialog sends it, or with the fields of the specification's address service. */
export const saveAnyAddressSchema = z.discriminatedUnion(
  "entry",
  [saveAddressSchema, olderAddressSchema],
  placeNeeded,
);
export type SaveAnyAddress = z.infer<typeof saveAnyAddressSchema>;
