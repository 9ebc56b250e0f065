import { z } from "zod/mini";
import { emailSchema } from "../platform/email.ts";
import { rowIdSchema, command } from "../platform/ids.ts";
import { deliveryProductCode } from "../platform/constants.ts";
import {
  evenIfIncomplete,
  itemIdSchema,
  numberSchema,
  versionSchema,
  required,
  wrongNumber,
  wrongWholeNumber,
} from "../platform/editing.ts";
import { limitedText, requiredText } from "../platform/texts.ts";

export const productGroups = ["50", "50c", "100", "100c"] as const;

const price = numberSchema(wrongNumber).check(
  z.minimum(0, wrongNumber),
  z.maximum(100_000_000, "Please enter a smaller number"),
);

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
    weightInGrams: numberSchema(wrongWholeNumber).check(
      z.minimum(0, wrongWholeNumber),
      z.maximum(1_000_000),
    ),
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
    }, evenIfIncomplete),
  );
export type SaveProduct = z.infer<typeof productSchema>;
/** Subscribes an email to a notification when the product is back in stock. */
export const tellWhenBackSchema = z.strictObject({
  ...command,
  productId: rowIdSchema,
  email: emailSchema,
});
export type TellWhenBack = z.infer<typeof tellWhenBackSchema>;
