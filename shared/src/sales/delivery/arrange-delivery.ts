import { z } from "zod";
import { guestIdSchema } from "../../people/addresses.ts";
import { addressIdSchema, commandIdSchema, orderIdSchema } from "../../platform/ids.ts";
import { linesSchema } from "../orders/save-order.ts";

/** What a basket's delivery can be: one section for each recipient, each of them the asker's own. */
export const requestQuoteSchema = z.object({
  uniqueId: guestIdSchema.optional(),
  sections: z
    .array(z.object({ addressId: addressIdSchema, lines: linesSchema }))
    .min(1)
    .max(50),
});
export type RequestQuote = z.infer<typeof requestQuoteSchema>;

const command = { commandId: commandIdSchema, uuid: orderIdSchema };
const service = z.string().trim().min(1, "Required").max(64);

export const updateQuoteSchema = z.object({ ...command, service });
export type UpdateQuote = z.infer<typeof updateQuoteSchema>;

export const ukUpdateQuoteSchema = z.object(command);
export type UkUpdateQuote = z.infer<typeof ukUpdateQuoteSchema>;

/** `collectionAt`: when the courier shall come to the office. */
export const quoteToCollectionSchema = z.object({
  ...command,
  collectionAt: z.iso.datetime("Choose a day and a time."),
});
export type QuoteToCollection = z.infer<typeof quoteToCollectionSchema>;

export const createShipmentSchema = z.object(command);
export const cancelShipmentSchema = z.object({
  uuid: orderIdSchema,
  reason: z.string().trim().min(1, "Please complete").max(500),
});
export type CancelShipment = z.infer<typeof cancelShipmentSchema>;

export type CreateShipment = z.infer<typeof createShipmentSchema>;
