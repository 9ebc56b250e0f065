import { z } from "zod/mini";
import { emailSchema } from "../platform/email.ts";
import { rowIdSchema, command } from "../platform/ids.ts";
import { deliveryProductCode } from "../platform/constants.ts";
import {
  type EditField,
  type EditTexts,
  itemIdSchema,
  versionSchema,
  required,
  wrongNumber,
  wrongWholeNumber,
} from "../platform/editing.ts";
import { limitedText, requiredText } from "../platform/texts.ts";

export const productGroups = ["50", "50c", "100", "100c"] as const;

const price = z
  .int(wrongNumber)
  .check(z.minimum(0, wrongNumber), z.maximum(100_000_000, "Please enter a smaller number"));

/** Amounts in minor units of the shop's currency (specification, sections 3 and 5). */
export const productSchema = z
  .strictObject({
    ...command,
    id: itemIdSchema,
    version: versionSchema,
    name: requiredText(120, required),
    description: limitedText(2000),
    price,
    /** Struck through beside the price; never charged. */
    originalPrice: z.nullable(price),
    imageId: z.nullable(rowIdSchema),
    productCode: requiredText(40, required),
    /** Required except for the delivery line (docs/decisions.md, 18). */
    productGroup: z.nullable(z.enum(productGroups, required)),
    weightInGrams: z
      .int(wrongWholeNumber)
      .check(z.minimum(0, wrongWholeNumber), z.maximum(1_000_000)),
    dimensions: limitedText(100),
    outOfStock: z.boolean(),
    outOfStockButton: limitedText(30),
    outOfStockMessage: limitedText(200),
    /** "Discontinued": no longer offered, but kept on existing orders. */
    hide: z.boolean(),
  })
  .check(
    z.superRefine(({ productCode, productGroup, dimensions }, context) => {
      if (productCode === deliveryProductCode) return;
      if (productGroup === null)
        context.addIssue({ code: "custom", path: ["productGroup"], message: required });
      if (dimensions === "")
        context.addIssue({ code: "custom", path: ["dimensions"], message: required });
    }),
  );
export type SaveProduct = z.infer<typeof productSchema>;
/** Subscribes an email to a notification when the product is back in stock. */
export const tellWhenBackSchema = z.strictObject({
  ...command,
  productId: rowIdSchema,
  email: emailSchema,
});
export type TellWhenBack = z.infer<typeof tellWhenBackSchema>;

function isDeliveryLine(texts: EditTexts): boolean {
  return texts["productCode"]?.trim() === deliveryProductCode;
}

const priceGroup = { group: "Price" };
const sizeGroup = { group: "Code and size" };
const stockGroup = { group: "In the shop" };

/** The labels are those of the specification. */
export const productFields: readonly EditField[] = [
  { name: "name", label: "Name", kind: "text", isRequired: true },
  { name: "description", label: "Description", kind: "long-text" },
  { name: "imageId", label: "Picture", kind: "image", help: "JPEG, PNG or WebP, up to 20 MB." },
  {
    name: "price",
    label: "Price",
    kind: "price",
    isRequired: true,
    ...priceGroup,
  },
  {
    name: "originalPrice",
    label: "Original price",
    kind: "price",
    ...priceGroup,
    help: "Shown struck through next to the price. Display only.",
  },
  {
    name: "productCode",
    label: "Product code",
    kind: "text",
    isRequired: true,
    ...sizeGroup,
  },
  {
    name: "productGroup",
    label: "Product group",
    kind: "select",
    isRequired: true,
    isOptional: isDeliveryLine,
    ...sizeGroup,
    options: productGroups.map((value) => ({ value, label: value })),
    help: "Required, except for DELIVERY.",
  },
  {
    name: "weightInGrams",
    label: "Weight",
    kind: "int",
    isRequired: true,
    ...sizeGroup,
    unit: "grams",
  },
  {
    name: "dimensions",
    label: "Dimensions",
    kind: "text",
    isRequired: true,
    isOptional: isDeliveryLine,
    ...sizeGroup,
    help: "For example 4 x 4 x 11 cm.",
  },
  {
    name: "outOfStock",
    label: "Out of stock",
    kind: "tick",
    ...stockGroup,
    help: "Shown in the shop but cannot be ordered.",
  },
  {
    name: "outOfStockButton",
    label: "Out of stock button",
    kind: "text",
    ...stockGroup,
    help: "Replaces the quantity field, for example “Back soon”.",
  },
  { name: "outOfStockMessage", label: "Out of stock message", kind: "text", ...stockGroup },
  {
    name: "hide",
    label: "Discontinued",
    kind: "tick",
    ...stockGroup,
    help: "Hidden from the shop. Still shown on past orders.",
  },
  { name: "dateCreated", label: "Created", kind: "date", ...stockGroup },
  { name: "dateUpdated", label: "Updated", kind: "date", ...stockGroup },
];
