import { type EditField, type EditTexts, parsePrice } from "@portal/shared/platform/editing.ts";
import { type Currency, exclVat, formatMoney } from "@portal/shared/platform/money.ts";
import { productFields, productGroups, productSchema } from "@portal/shared/catalogue/products.ts";
import type { ApiOutputs } from "../../../api/api.ts";
import { editSchema } from "../../../ui/editing/edit-schema.ts";
import { read, withUnit, write } from "../../../ui/editing/edit-texts.ts";

/** What the shop's prices are in, and the VAT that is in them. */
export type PriceTerms = Readonly<{ currency: Currency; vatBps: number }>;
type Product = ApiOutputs["products"]["byId"];

/** The fields in the shop's money, with how much of the price is VAT. */
export function productFieldsIn({ currency, vatBps }: PriceTerms): readonly EditField[] {
  return withUnit(productFields, currency).map((field) =>
    field.name === "price"
      ? { ...field, note: (texts) => vatNote(texts, currency, vatBps) }
      : field,
  );
}

function vatNote(texts: EditTexts, currency: Currency, vatBps: number): string | null {
  const price = parsePrice(read.text(texts, "price"));
  if (price === null) return null;
  const net = exclVat(price, vatBps);
  return `${formatMoney(net, currency)} and ${formatMoney(price - net, currency)} VAT (${vatBps / 100}%)`;
}

/** A new one is in the shop as soon as it is saved. */
export const newProductTexts: EditTexts = Object.fromEntries(
  productFields.map(({ name }) => [name, ""]),
);

export function productTexts(product: Product): EditTexts {
  return {
    name: product.name,
    description: product.description,
    price: write.minor(product.price),
    originalPrice: write.minor(product.originalPrice),
    imageId: write.number(product.imageId),
    productCode: product.productCode,
    productGroup: product.productGroup ?? "",
    dimensions: product.dimensions,
    weightInGrams: write.number(product.weightInGrams),
    outOfStock: write.tick(product.outOfStock),
    hide: write.tick(product.hide),
    outOfStockButton: product.outOfStockButton,
    outOfStockMessage: product.outOfStockMessage,
    dateCreated: product.dateCreated,
    dateUpdated: product.dateUpdated,
  };
}

/** @param kept what is there already: its number, and when it was changed last */
export function productForm(kept: Readonly<{ id: number; dateUpdated: string | null }>) {
  return editSchema(
    productFields,
    (texts) => ({
      ...kept,
      name: read.text(texts, "name"),
      description: read.text(texts, "description"),
      price: read.minor(texts, "price"),
      originalPrice: read.minorOrNull(texts, "originalPrice"),
      imageId: read.wholeOrNull(texts, "imageId"),
      productCode: read.text(texts, "productCode"),
      productGroup: read.oneOf(texts, "productGroup", productGroups),
      weightInGrams: read.whole(texts, "weightInGrams"),
      dimensions: read.text(texts, "dimensions"),
      outOfStock: read.tick(texts, "outOfStock"),
      outOfStockButton: read.text(texts, "outOfStockButton"),
      outOfStockMessage: read.text(texts, "outOfStockMessage"),
      hide: read.tick(texts, "hide"),
    }),
    productSchema,
  );
}
