import { recipientSchema } from "@portal/shared/people/addresses.ts";
import { z } from "zod/mini";
import { knownValues } from "../../../ui/known-values.ts";

const streetFields = [
  "streetAddress",
  "line2",
  "line3",
  "placeId",
  "manualSuburb",
  "town",
  "postalCode",
];

/** Identifies the location of an address: another key is another point on the map. */
export function streetKey(recipient: Readonly<Record<string, string | undefined>>): string {
  return JSON.stringify(streetFields.map((field) => recipient[field]));
}

/**
 * A recipient as the form has it, all text. `latitude` and `longitude` are dropped unless the street is still the one
 * that they were found for (`locatedAt`).
 */
export const typedRecipientSchema = z.pipe(
  z.record(z.string(), z.string()),
  z.transform((values, context): z.output<typeof recipientSchema> => {
    const { latitude, longitude, locatedAt, ...recipient } = values;
    const isThere = latitude !== "" && longitude !== "" && locatedAt === streetKey(recipient);
    const typed = isThere
      ? { ...recipient, latitude: Number(latitude), longitude: Number(longitude) }
      : recipient;
    const parsed = recipientSchema.safeParse(knownValues(recipientSchema, typed));
    if (parsed.success) return parsed.data;
    for (const { path, message } of parsed.error.issues)
      context.issues.push({ code: "custom", path: [...path], message, input: values });
    return z.NEVER;
  }),
);
