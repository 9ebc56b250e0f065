import { guestIdSchema } from "@portal/shared/people/addresses.ts";
import { selfCollectionService } from "@portal/shared/platform/constants.ts";
import { commandIdSchema } from "@portal/shared/platform/ids.ts";
import type { SaveOrder } from "@portal/shared/sales/orders/save-order.ts";
import { z } from "zod";
import { looseAddressId, looseProductId, looseQuantity } from "./legacy-values.ts";

/** Quantity per product id: `{"94": 4}`. */
export const quantities = z.record(z.string().regex(/^\d{1,9}$/), looseQuantity);

const section = z.object({ addressId: looseAddressId, items: quantities });
const code = z.string().trim().max(64).nullish();

/** As older clients have it (specification, section 3). Prices and totals among its fields are not read. */
const order = z.object({
  /** Their own name for it: sent twice, it is placed once. */
  uuid: commandIdSchema.nullish(),
  sections: z.array(section).optional(),
  /** The sections, where a client calls them so. */
  items: z.array(section).optional(),
  uniqueId: guestIdSchema.nullish(),
  tcgQuote: z
    .object({
      service: z.string().max(64).nullish(),
      service_level: z.object({ code: z.string().max(64) }).nullish(),
    })
    .nullish(),
  collection: z
    .object({ by: z.enum(["self", "courier"]), courierName: z.string().max(100).nullish() })
    .nullish(),
  distributorCode: code,
  stockistCode: code,
  gclid: z.string().max(200).nullish(),
  fbclid: z.string().max(200).nullish(),
});

export const saveOrderBody = z.object({
  order: z.union([order, z.array(section).transform((sections) => order.parse({ sections }))], {
    error: ({ input, errors }) =>
      input === undefined
        ? "Please send an order."
        : wordsOf(Array.isArray(input) ? errors?.[1] : errors?.[0]),
  }),
  deliveryNotes: z.string().max(1000).nullish(),
});
export type SaveOrderBody = z.infer<typeof saveOrderBody>;

/** Of the shape that was sent, instead of saying of both that they are invalid. */
function wordsOf(
  issues: readonly { path: readonly PropertyKey[]; message: string }[] = [],
): string | undefined {
  const [first] = issues;
  return first && [...first.path.map(String), first.message].join(": ");
}

export function linesOf(items: z.infer<typeof quantities>) {
  return Object.entries(items).map(([id, quantity]) => ({
    productId: looseProductId.parse(id),
    quantity,
  }));
}

/** An older client's order in the fields of the shop's own. */
export function orderFrom(body: SaveOrderBody, commandId: string): SaveOrder {
  const { sections, items, tcgQuote, collection, uuid, ...rest } = body.order;
  const deliveryService = tcgQuote?.service_level?.code ?? tcgQuote?.service ?? undefined;
  return {
    commandId: uuid ?? commandId,
    sections: (sections ?? items ?? []).map((each) => ({
      addressId: each.addressId,
      lines: linesOf(each.items),
    })),
    ...(deliveryService && { deliveryService }),
    ...(deliveryService === selfCollectionService &&
      collection && {
        collection: { by: collection.by, courierName: collection.courierName ?? undefined },
      }),
    ...(body.deliveryNotes && { deliveryNotes: body.deliveryNotes }),
    ...given(rest),
  };
}

function given(
  rest: Pick<
    SaveOrderBody["order"],
    "uniqueId" | "distributorCode" | "stockistCode" | "gclid" | "fbclid"
  >,
) {
  const { uniqueId, distributorCode, stockistCode, gclid, fbclid } = rest;
  return {
    ...(uniqueId && { uniqueId }),
    ...(distributorCode && { distributorCode }),
    ...(stockistCode && { stockistCode }),
    ...(gclid && { gclid }),
    ...(fbclid && { fbclid }),
  };
}
