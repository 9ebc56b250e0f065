import { guestIdSchema } from "@portal/shared/people/addresses.ts";
import { olderAddressSchema } from "@portal/shared/people/older-address.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { z } from "zod";
import type { LegacyEntity } from "./legacy-entity.ts";
import { looseItemId } from "./legacy-values.ts";

const body = z.strictObject({
  ...olderAddressSchema.shape,
  id: z.union([z.number(), z.string()]).optional(),
  uniqueId: z.nullish(guestIdSchema),
});

const guest = z.strictObject({
  id: looseItemId.optional(),
  uniqueId: z.optional(guestIdSchema),
});

/** Recipients: the user's own, or a guest's under the id that its client stores. */
export const addressEntity: LegacyEntity = {
  async save({ procedures }, id, given) {
    const { id: _id, uniqueId, ...address } = body.parse(given);
    const saved = await procedures.addresses.save({
      ...address,
      ...(uniqueId && { uniqueId }),
      ...(id !== null && { id }),
    });
    return { id: saved.id };
  },
  async fetch({ procedures }, id, query) {
    const found = await procedures.addresses.list({ uniqueId: guest.parse(query).uniqueId });
    const address = found.find((each) => each.id === id);
    if (!address) throw new DomainError("order.unknown-address");
    return address;
  },
  async remove({ procedures }, id, given) {
    const { uniqueId } = guest.parse(given ?? {});
    await procedures.addresses.delete({ id, uniqueId });
  },
};
