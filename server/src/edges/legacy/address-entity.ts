import {
  guestIdSchema,
  type SaveAddress,
  saveAddressSchema,
} from "@portal/shared/people/addresses.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { z } from "zod";
import { knownFields } from "../../platform/http/known-fields.ts";
import type { LegacyEntity } from "./entity-calls.ts";
import { looseItemId } from "./legacy-values.ts";

const text = z.string().max(300).nullish();
const degrees = z.union([z.number(), z.string().trim().max(40)]).nullish();

/**
 * The map service's answer about the address (specification, section 3, googlePlace). Older clients send it unchanged, with
 * all the other fields of the service.
 */
const googlePlace = z.looseObject({
  latitude: degrees,
  longitude: degrees,
  addressType: text,
  line_1: text,
  line_2: text,
  line_3: text,
  town_or_city: text,
  postcode: text,
});
type GooglePlace = z.infer<typeof googlePlace>;

/** A place of older clients: an object, or the same as JSON text. */
const place = googlePlace.extend({
  id: z.union([z.number(), z.string()]).nullish(),
  label: text,
  value: text,
  town: text,
  pcode: text,
});
const jsonMax = 5000;

/** The address service's fields (specification, section 7, "Calls with paths not shown"). */
const body = z.strictObject({
  id: z.union([z.number(), z.string()]).optional(),
  uniqueId: z.nullish(guestIdSchema),
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
  place: z.union([z.string().max(jsonMax), place]).nullish(),
  googlePlace: z.union([z.string().max(jsonMax), googlePlace]).nullish(),
});

const guest = z.strictObject({
  id: looseItemId.optional(),
  uniqueId: z.optional(guestIdSchema),
});

/** Recipients: the user's own, or a guest's under the id that its client stores. */
export const addressEntity: LegacyEntity = {
  async save({ caller, procedures }, id, given) {
    const saved = await procedures.addresses.save({
      ...addressFrom(caller.shop.region, body.parse(knownFields(body, given))),
      ...(id !== null && { id }),
    });
    return saved.id;
  },
  async fetch({ procedures }, id, query) {
    const found = await procedures.addresses.list({ uniqueId: guest.parse(query).uniqueId });
    const address = found.find((each) => each.id === id);
    if (!address) throw new DomainError("order.unknown-address");
    return address;
  },
  async remove({ procedures }, id, given) {
    const { uniqueId } = guest.parse(knownFields(guest, given ?? {}));
    await procedures.addresses.delete({ id, uniqueId });
  },
};

function addressFrom(
  region: Region,
  { place: sentPlace, googlePlace: sentGooglePlace, id: _id, ...fields }: z.infer<typeof body>,
): SaveAddress {
  const chosen = objectFrom("place", place, sentPlace);
  const mapped = objectFrom("googlePlace", googlePlace, sentGooglePlace) ?? chosen;
  const common = { ...linesOf(mapped), ...withoutBlanks(fields), ...coordinatesOf(mapped) };
  const address = chosen?.id
    ? { ...common, entry: "place", placeId: chosen.id }
    : {
        ...common,
        entry: entryOf(region, { isManual: Boolean(fields.manualSuburb), mapped }),
        town: fields.town || common["town"] || chosen?.town,
      };
  return saveAddressSchema.parse(address);
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

function degreesFrom(given: z.infer<typeof degrees>) {
  const isWritten = typeof given === "string" && /^[+-]?\d{1,3}(\.\d+)?$/.test(given);
  return isWritten ? Number(given) : given;
}

function withoutBlanks(fields: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== ""),
  );
}

function objectFrom<Schema extends typeof googlePlace>(
  field: string,
  schema: Schema,
  sent: string | z.infer<Schema> | null | undefined,
): z.infer<Schema> | null {
  if (typeof sent !== "string") return sent ?? null;
  if (sent.trim() === "") return null;
  try {
    return schema.nullable().parse(JSON.parse(sent));
  } catch {
    throw new DomainError("address.unknown-place", { field });
  }
}
