import { type SaveAddress, saveAddressSchema } from "@portal/shared/people/addresses.ts";
import {
  type GooglePlace,
  googlePlaceSchema,
  type OlderAddress,
  placeSchema,
  type SaveAnyAddress,
} from "@portal/shared/people/older-address.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import type { z } from "zod";

/**
 * A recipient from the fields of the specification's address service, section 7; one that the dialog sent is returned as it
 * is.
 *
 * @throws DomainError address.unknown-place for a place that cannot be read
 * @throws ZodError naming the field that is wrong
 */
export function recipientFrom(region: Region, given: SaveAnyAddress): SaveAddress {
  if (!isOlder(given)) return given;
  const { place, googlePlace, id, uniqueId, commandId, ...fields } = given;
  const chosen = objectFrom("place", placeSchema, place);
  const mapped = objectFrom("googlePlace", googlePlaceSchema, googlePlace) ?? chosen;
  const common: Record<string, unknown> = {
    ...linesOf(mapped),
    ...withoutBlanks({ ...fields, id, uniqueId, commandId }),
    ...coordinatesOf(mapped),
  };
  const address = chosen?.id
    ? { ...common, entry: "place", placeId: chosen.id }
    : {
        ...common,
        entry: entryOf(region, { isManual: Boolean(fields.manualSuburb), mapped }),
        town: fields.town || common["town"] || chosen?.town,
      };
  return saveAddressSchema.parse(address);
}

function isOlder(given: SaveAnyAddress): given is Extract<SaveAnyAddress, OlderAddress> {
  return (given.entry ?? "older") === "older";
}

/** Without a place or a suburb a South African address lacks its place, and is not taken for a British one. */
function entryOf(
  region: Region,
  { isManual, mapped }: Readonly<{ isManual: boolean; mapped: GooglePlace | null }>,
) {
  if (region === "usa") return "us";
  if (isManual) return "manual";
  return region === "uk" || mapped?.addressType === "uk" ? "uk" : "place";
}

/** The lines of a British address, for clients that send them only here. */
function linesOf(mapped: GooglePlace | null): Record<string, unknown> {
  if (mapped?.addressType !== "uk") return {};
  const { line_1: streetAddress, line_2: line2, line_3: line3 } = mapped;
  const { town_or_city: town, postcode: postalCode } = mapped;
  return withoutBlanks({ streetAddress, line2, line3, town, postalCode });
}

/** Parses text that is a number; the schema refuses other text by the name of the field. */
function coordinatesOf(mapped: GooglePlace | null) {
  const { latitude, longitude } = mapped ?? {};
  return withoutBlanks({ latitude: degreesFrom(latitude), longitude: degreesFrom(longitude) });
}

function degreesFrom(given: GooglePlace["latitude"]) {
  const isWritten = typeof given === "string" && /^[+-]?\d{1,3}(\.\d+)?$/.test(given);
  return isWritten ? Number(given) : given;
}

function withoutBlanks(fields: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== null && value !== undefined && value !== "",
    ),
  );
}

function objectFrom<Schema extends typeof googlePlaceSchema>(
  field: string,
  schema: Schema,
  sent: string | z.infer<Schema> | null | undefined,
): z.infer<Schema> | null {
  if (typeof sent !== "string") return sent ?? null;
  if (sent.trim() === "") return null;
  try {
    const read: unknown = JSON.parse(sent);
    return read === null ? null : schema.parse(read);
  } catch {
    throw new DomainError("address.unknown-place", { field });
  }
}
