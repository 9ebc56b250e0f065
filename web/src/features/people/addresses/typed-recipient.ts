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

/** What makes an address another one on a map. */
export function streetKey(street: Street): string {
  const { streetAddress, line2, line3, placeId, manualSuburb, town, postalCode } = street;
  return JSON.stringify([streetAddress, line2, line3, placeId, manualSuburb, town, postalCode]);
}

/**
 * A recipient as it is typed: all of it text. Where it is on a map, `latitude` and `longitude`, counts for the street
 * that it was found for (`locatedAt`); whoever types another one takes it away.
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
