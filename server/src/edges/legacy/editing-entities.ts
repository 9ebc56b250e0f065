import { newItemId } from "@portal/shared/platform/editing/editing.ts";
import { productSchema } from "@portal/shared/catalogue/products.ts";
import { testimonialSchema } from "@portal/shared/office/testimonials.ts";
import { updateUploadSchema } from "@portal/shared/office/uploads.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { z } from "zod";
import type { LegacyEntity } from "./entity-calls.ts";
import { decimal, looseAmount, looseItemId, looseNumber } from "./legacy-values.ts";

/** Read-only in every form; older clients send them back as they read them. */
const readOnly = {
  id: looseItemId.optional(),
  listingName: z.string().optional(),
  picture: z.unknown().optional(),
  dateCreated: z.string().optional(),
  dateUpdated: z.iso.datetime().nullish(),
};
/** An item without what only the server says of it. */
function writable<
  Item extends { listingName?: unknown; picture?: unknown; dateCreated?: unknown },
>({ listingName: _name, picture: _picture, dateCreated: _at, ...item }: Item) {
  return item;
}

const text = z.string().default("");
const nothing = z.literal("").transform(() => null);
const optionalNumber = z.union([nothing, looseNumber]).nullable().default(null);

const productBody = z.strictObject({
  ...readOnly,
  name: text,
  description: text,
  /** Decimals: "325.00". */
  price: looseAmount,
  originalPrice: z.union([nothing, looseAmount]).nullable().default(null),
  imageId: optionalNumber,
  productCode: text,
  productGroup: z.string().nullable().default(null),
  weightInGrams: looseNumber,
  dimensions: text,
  outOfStock: z.boolean().default(false),
  outOfStockButton: text,
  outOfStockMessage: text,
  hide: z.boolean().default(false),
});

/** Products, for the office (specification, section 3). */
export const productEntity: LegacyEntity = {
  async save({ procedures }, id, given) {
    const item = writable(productBody.parse(given));
    const product = productSchema.parse({ ...item, id: id ?? newItemId });
    return (await procedures.products.save(product)).id;
  },
  async fetch({ procedures }, id) {
    const product = await procedures.products.byId({ id });
    const { price, originalPrice } = product;
    return {
      ...product,
      price: decimal(price),
      originalPrice: originalPrice === null ? null : decimal(originalPrice),
    };
  },
  remove: async ({ procedures }, id) => void (await procedures.products.delete({ id })),
};

const testimonialBody = z.strictObject({
  ...readOnly,
  name: text,
  town: text,
  words: text,
  imageId: optionalNumber,
  sortOrder: looseNumber.default(0),
  isShown: z.boolean().default(false),
});

/** What buyers say. */
export const testimonialEntity: LegacyEntity = {
  async save({ procedures }, id, given) {
    const item = writable(testimonialBody.parse(given));
    const testimonial = testimonialSchema.parse({ ...item, id: id ?? newItemId });
    return (await procedures.testimonials.save(testimonial)).id;
  },
  fetch: ({ procedures }, id) => procedures.testimonials.byId({ id }),
  remove: async ({ procedures }, id) => void (await procedures.testimonials.delete({ id })),
};

const promoBody = z.strictObject({
  id: looseItemId.optional(),
  title: text,
  description: text,
  sortOrder: looseNumber.default(0),
});
const pageSize = 100;

/** An upload's words; its file comes by `/api/upload/save/{uploadId}`. */
export const promoEntity: LegacyEntity = {
  async save({ procedures }, id, given) {
    if (id === null) throw new DomainError("upload.unknown");
    await procedures.uploads.update(updateUploadSchema.parse({ ...promoBody.parse(given), id }));
    return id;
  },
  async fetch({ procedures }, id) {
    for (let page = 1; ; page++) {
      const { rows, total } = await procedures.uploads.list({ page, pageSize });
      const found = rows.find((upload) => upload.id === id);
      if (found) return found;
      if (page * pageSize >= total) throw new DomainError("upload.unknown");
    }
  },
  remove: async ({ procedures }, id) => void (await procedures.uploads.delete({ id })),
};
