import { z } from "zod";
import { deliveryNotesMax, quantityMax } from "../constants.ts";
import { domainErrors } from "../domain-error.ts";
import { addressIdSchema, productIdSchema } from "../ids.ts";

/** What Next says while a section lacks a recipient or a unit (specification, section 5). */
export const sectionUnfinished = domainErrors["order.empty"].message;

export const quantitySchema = z
  .int("Please enter a whole number")
  .min(0, "Please enter a whole number")
  .max(quantityMax, `At most ${quantityMax} of one product can be ordered at a time.`);

export const deliveryNotesSchema = z
  .string()
  .max(deliveryNotesMax, `Delivery notes: ${deliveryNotesMax} characters maximum.`);

const draftSectionSchema = z.object({
  addressId: addressIdSchema.nullable(),
  lines: z.array(z.object({ productId: productIdSchema, quantity: quantitySchema })),
});
export type DraftSection = z.infer<typeof draftSectionSchema>;

/** An order that is being filled in, as a device keeps it until it is confirmed. */
export const orderDraftSchema = z.object({
  sections: z.array(draftSectionSchema),
  deliveryService: z.string().max(64).nullable(),
  deliveryNotes: deliveryNotesSchema,
});
export type OrderDraft = z.infer<typeof orderDraftSchema>;

/** A section that step 2 may follow: somebody gets at least one unit. */
export const finishedSectionSchema = draftSectionSchema.refine(
  ({ addressId, lines }) => addressId !== null && lines.some(({ quantity }) => quantity > 0),
  sectionUnfinished,
);
