import { guestIdSchema, type SaveAddress, saveAddressSchema } from "@portal/shared/addresses.ts";
import { DomainError } from "@portal/shared/domain-error.ts";
import { z } from "zod";
import type { LegacyEntity } from "./entity-calls.ts";

const text = z.string().max(300).nullish();

/** A place as older clients keep it: an object, or the same as JSON text. */
const place = z.object({
  id: z.union([z.number(), z.string()]).nullish(),
  ...{ label: text, value: text, town: text, pcode: text },
});

/** The address service's fields (specification, section 7, "Calls with paths not shown"). */
const body = z.strictObject({
  id: z.union([z.number(), z.string()]).optional(),
  uniqueId: guestIdSchema.nullish(),
  ...{ businessOrResidential: text, recipientCell: text, recipientAltNumber: text },
  ...{ recipientEmail: text, recipientFirstName: text, recipientLastName: text },
  ...{ streetAddress: text, complexBuilding: text, province: text, manualSuburb: text },
  ...{ vatNo: text, postalCode: text, town: text, line2: text, line3: text },
  place: z.union([z.string().max(2000), place]).nullish(),
});

const guest = z.object({ uniqueId: guestIdSchema.optional() });

/** Recipients: one's own, or a guest's under the id that its client keeps. */
export const addressEntity: LegacyEntity = {
  async save({ procedures }, id, given) {
    const saved = await procedures.addresses.save({
      ...addressFrom(body.parse(given)),
      ...(id !== null && { id }),
    });
    return saved.id;
  },
  async fetch({ procedures }, id, query) {
    const found = await procedures.addresses.list(guest.parse(query));
    const address = found.find((each) => each.id === id);
    if (!address) throw new DomainError("order.unknown-address");
    return address;
  },
  async remove({ procedures }, id, given) {
    await procedures.addresses.delete({ id, ...guest.parse(given ?? {}) });
  },
};

function addressFrom({ place: sent, id: _id, ...fields }: z.infer<typeof body>): SaveAddress {
  const chosen = typeof sent === "string" ? placeFrom(sent) : sent;
  const given = Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== ""),
  );
  const wanted = chosen?.id
    ? { ...given, entry: "place", placeId: chosen.id }
    : {
        ...given,
        entry: given["manualSuburb"] ? "manual" : "uk",
        town: given["town"] ?? chosen?.town,
      };
  return saveAddressSchema.parse(wanted);
}

function placeFrom(json: string): z.infer<typeof place> | null {
  if (json.trim() === "") return null;
  try {
    return place.nullable().parse(JSON.parse(json));
  } catch {
    throw new DomainError("address.unknown-place", { field: "place" });
  }
}
