import { recipientSchema } from "@portal/shared/people/addresses.ts";
import { z } from "zod";

type Street = Readonly<
  Partial<
    Record<
      "streetAddress" | "line2" | "line3" | "placeId" | "manualSuburb" | "town" | "postalCode",
      string
    >
  >
>;

/** Identifies the location of an address: another key is another point on the map. */
export function streetKey(street: Street): string {
  const { streetAddress, line2, line3, placeId, manualSuburb, town, postalCode } = street;
  return JSON.stringify([streetAddress, line2, line3, placeId, manualSuburb, town, postalCode]);
}

/**
 * A recipient as the form has it, all text. `latitude` and `longitude` are dropped unless the street is still the one
 * that they were found for (`locatedAt`).
 */
export const typedRecipientSchema = z.preprocess((typed) => {
  const values = typedSchema.parse(typed);
  const { latitude, longitude, locatedAt, ...recipient } = values;
  const isThere = latitude !== "" && longitude !== "" && locatedAt === streetKey(recipient);
  return isThere
    ? { ...recipient, latitude: Number(latitude), longitude: Number(longitude) }
    : recipient;
}, recipientSchema);

const typedSchema = z.record(z.string(), z.string());
