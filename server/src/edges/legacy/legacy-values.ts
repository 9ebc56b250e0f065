import { createHash } from "node:crypto";
import { guestIdSchema } from "@portal/shared/people/addresses.ts";
import { selfCollectionService } from "@portal/shared/platform/constants.ts";
import { decidedOfOrder } from "@portal/shared/platform/older-fields.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import {
  addressIdSchema,
  commandIdSchema,
  orderIdSchema,
  productIdSchema,
  userIdSchema,
} from "@portal/shared/platform/ids.ts";
import { quantitySchema, type SaveOrder } from "@portal/shared/sales/orders/save-order.ts";
import { z } from "zod";
import type { Caller } from "../../caller.ts";

/** Older clients send numbers as such or as text. */
export const looseNumber = z.union(
  [
    z.number(),
    z
      .string()
      .regex(/^-?\d{1,15}$/)
      .transform(Number),
  ],
  { error: "Please enter a whole number" },
);
/** Text that some clients send as a number, such as the number of an order. */
export const looseText = (max: number) =>
  z.union([z.number().transform(String), z.string()]).pipe(z.string().max(max));
export const looseAddressId = looseNumber.pipe(addressIdSchema);
const looseProductId = looseNumber.pipe(productIdSchema);
export const looseUserId = looseNumber.pipe(userIdSchema);
const looseQuantity = looseNumber.pipe(quantitySchema);
/** -1 is a new item (specification, section 4). */
export const looseItemId = looseNumber.pipe(
  z.union([
    z.literal(-1),
    z
      .int()
      .positive()
      .max(2 ** 31 - 1),
  ]),
);

/** An order by its number or its uuid. */
const orderWords = { error: "Please enter an order number" };
export const orderRefText = z.union([orderIdSchema, z.string().regex(/^\d{1,15}$/)], orderWords);
export const orderRef = z.union([orderRefText, z.int().positive()], orderWords);

/** What the description of the API says of values that are sent as numbers or as text. */
export const describedAsNumbers: ReadonlyMap<z.core.$ZodType, z.core.JSONSchema.JSONSchema> =
  new Map<z.core.$ZodType, z.core.JSONSchema.JSONSchema>([
    [looseNumber, { type: "integer" }],
    [
      orderRef,
      {
        anyOf: [
          { type: "integer", minimum: 1 },
          { type: "string", format: "uuid" },
        ],
      },
    ],
  ]);

/**
 * Numbers follow each other, so one of somebody else's order is as unknown as one that was never given. A uuid is returned as
 * it is; the procedures decide whose it is.
 *
 * @throws DomainError order.unknown
 */
export async function orderIdOf(
  { db, user }: Pick<Caller, "db" | "user">,
  ref: z.infer<typeof orderRef>,
): Promise<string> {
  const text = String(ref);
  if (!/^\d+$/.test(text)) return text;
  const numbered = db
    .selectFrom("projection.order_state")
    .select("order_id as id")
    .where("order_number", "=", Number(text));
  const order = await (user?.role === "admin"
    ? numbered
    : numbered.where("buyer_id", "=", user?.id ?? null)
  ).executeTakeFirst();
  if (!order) throw new DomainError("order.unknown");
  return order.id;
}

/** Minor units of an amount that older clients write as decimals: "325.00", "325" or 325.5. */
export const looseAmount = z
  .union([z.string(), z.number().transform(String)], { error: "Please enter a number" })
  .pipe(z.string().regex(/^\d{1,9}(?:\.\d{1,2})?$/, "Please enter a number"))
  .transform((text) => {
    const [whole = "0", part = ""] = text.split(".");
    return Number(whole) * 100 + Number(part.padEnd(2, "0"));
  });

/**
 * Values that are sent both in the path or query and in the body have to be equal (docs/decisions.md, 20).
 *
 * @throws DomainError request.differs
 */
export function requireEqual(
  fields: Readonly<
    Record<string, readonly [string | number | undefined, string | number | undefined]>
  >,
): void {
  for (const [name, [one, other]] of Object.entries(fields))
    if (one !== undefined && other !== undefined && String(one) !== String(other))
      throw new DomainError("request.differs", { field: name });
}

/**
 * A command id that follows from the caller's own, for each order of one request. The caller's has to be one of the parts: what
 * follows from known facts alone could be used up by anybody in advance.
 */
export function commandIdFrom(...parts: readonly string[]): string {
  const hex = createHash("sha256").update(JSON.stringify(parts)).digest("hex");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5");
}

/** Quantity per product id: `{"94": 4}`. */
export const quantities = z.record(z.string().regex(/^\d{1,9}$/), looseQuantity);

/** Fields that the server decides are accepted and ignored. */
const decided = Object.fromEntries(decidedOfOrder.map((name) => [name, z.unknown().optional()]));
const section = z.strictObject({
  ...decided,
  id: z.unknown().optional(),
  addressId: looseAddressId,
  items: quantities,
});
const code = looseText(64).pipe(z.string().trim()).nullish();

/** An order of older clients (specification, section 3). */
const order = z.strictObject({
  ...decided,
  deliveryNotes: z.string().max(1000).nullish(),
  /** Chosen by the client: an order that is sent twice is placed once. */
  uuid: z.nullish(commandIdSchema),
  sections: z.array(section).optional(),
  /** Some clients' name for the sections. */
  items: z.array(section).optional(),
  uniqueId: z.nullish(guestIdSchema),
  tcgQuote: z
    .strictObject({
      service: z.string().max(64).nullish(),
      service_level: z.looseObject({ code: z.string().max(64) }).nullish(),
      total: z.unknown().optional(),
      rate: z.unknown().optional(),
    })
    .nullish(),
  collection: z
    .strictObject({ by: z.enum(["self", "courier"]), courierName: z.string().max(100).nullish() })
    .nullish(),
  distributorCode: code,
  stockistCode: code,
  gclid: z.string().max(200).nullish(),
  fbclid: z.string().max(200).nullish(),
});

const exampleOrder = {
  order: {
    sections: [{ addressId: 12, items: { "94": 4 } }],
    uniqueId: "0b8f6f0e-6a51-4a4e-9d0c-2f1e7c3b5a90",
  },
  deliveryNotes: "Ring twice",
};

export const saveOrderBody = z
  .strictObject({
    order: z.union([order, z.array(section).transform((sections) => order.parse({ sections }))], {
      error: "Send an order.",
    }),
    deliveryNotes: z.string().max(1000).nullish(),
  })
  .meta({ example: exampleOrder });
export type SaveOrderBody = z.infer<typeof saveOrderBody>;

export function linesOf(items: z.infer<typeof quantities>) {
  return Object.entries(items).map(([id, quantity]) => ({
    productId: looseProductId.parse(id),
    quantity,
  }));
}

/** Maps an older client's order to the input of `orders.save`. */
export function orderFrom(body: SaveOrderBody, commandId: string): SaveOrder {
  const { sections, items, tcgQuote, collection, ...rest } = body.order;
  const deliveryService = tcgQuote?.service_level?.code || tcgQuote?.service || undefined;
  return {
    commandId: rest.uuid ?? commandId,
    sections: (sections ?? items ?? []).map((each) => ({
      addressId: each.addressId,
      lines: linesOf(each.items),
    })),
    deliveryService,
    collection:
      deliveryService === selfCollectionService && collection
        ? { by: collection.by, courierName: collection.courierName ?? undefined }
        : undefined,
    deliveryNotes: (body.deliveryNotes ?? rest.deliveryNotes) || undefined,
    uniqueId: rest.uniqueId || undefined,
    distributorCode: rest.distributorCode || undefined,
    stockistCode: rest.stockistCode || undefined,
    gclid: rest.gclid || undefined,
    fbclid: rest.fbclid || undefined,
  };
}
