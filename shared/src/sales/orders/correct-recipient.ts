import { z } from "zod";
import { recipientSchema } from "../../people/addresses.ts";
import { addressIdSchema, commandIdSchema, orderIdSchema } from "../../platform/ids.ts";

const sectionsMax = 1000;

/** Who gets one part of an order; `section` counts from 1. */
export const orderRecipientSchema = z.object({
  uuid: orderIdSchema,
  section: z.int().min(1).max(sectionsMax),
});
export type OrderRecipient = z.infer<typeof orderRecipientSchema>;

/** That part goes to another address. `formerAddressId`: where it went by what was on the screen. */
export const correctRecipientSchema = z.intersection(
  recipientSchema,
  orderRecipientSchema.extend({ commandId: commandIdSchema, formerAddressId: addressIdSchema }),
);
export type CorrectRecipient = z.infer<typeof correctRecipientSchema>;
