import { z } from "zod/mini";
import { exact } from "../../platform/texts.ts";
import { guestIdSchema } from "../../people/addresses.ts";
import { addressIdSchema, commandIdSchema, orderIdSchema, command } from "../../platform/ids.ts";
import { linesSchema, takenBackSeen } from "../orders/save-order.ts";
import { requiredText } from "../../platform/texts.ts";

/** One section per recipient; each recipient has to be the caller's own. */
export const requestQuoteSchema = z.strictObject({
  uniqueId: z.optional(guestIdSchema),
  sections: z
    .array(z.strictObject({ addressId: addressIdSchema, lines: linesSchema }))
    .check(z.minLength(1), z.maxLength(50)),
});
export type RequestQuote = z.infer<typeof requestQuoteSchema>;

const ofOrder = { commandId: commandIdSchema, uuid: orderIdSchema };
const service = requiredText(64, "Required");

export const updateQuoteSchema = z.strictObject({ ...ofOrder, service });
export type UpdateQuote = z.infer<typeof updateQuoteSchema>;

export const ukUpdateQuoteSchema = z.strictObject(ofOrder);
export type UkUpdateQuote = z.infer<typeof ukUpdateQuoteSchema>;

/** `collectionAt`: when the courier is to collect from the office. */
export const quoteToCollectionSchema = z.strictObject({
  ...ofOrder,
  collectionAt: z.iso.datetime("Choose a day and a time."),
});
export type QuoteToCollection = z.infer<typeof quoteToCollectionSchema>;

export const createShipmentSchema = z.strictObject({ ...ofOrder, ...takenBackSeen });

/**
 * Accepts the grouping that the post prints on parcels. The number becomes part of an event, so the pattern allows only
 * a few letters and no words.
 */
export const trackingReferenceSchema = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(100, "Enter the letters and digits of the tracking number")),
    z.transform((typed) =>
      exact(typed)
        .replaceAll(/[\s\p{Pd}]/gu, "")
        .toUpperCase(),
    ),
  ),
  z
    .string()
    .check(
      z.regex(
        /^(?=(?:[A-Z]*\d){6})(?!(?:\d*[A-Z]){7})[A-Z0-9]{6,40}$/,
        "Enter the letters and digits of the tracking number",
      ),
    ),
);

const repeatedTrackingNumber = "Each parcel has a tracking number of its own";

/** For a form with a field for each parcel: the parcels of an order have different tracking numbers, where they have any; the later of two equal ones is wrong. */
export const ownNumberEach = (names: readonly string[]) =>
  names.map((name, at) =>
    z.refine<Readonly<Record<string, string>>>(
      (typed) =>
        typed[name] === "" || names.slice(0, at).every((other) => typed[other] !== typed[name]),
      { path: [name], error: repeatedTrackingNumber },
    ),
  );

const trackingReferencesSchema = z.array(trackingReferenceSchema).check(
  z.maxLength(50),
  z.refine((numbers) => new Set(numbers).size === numbers.length, {
    error: repeatedTrackingNumber,
  }),
);

/**
 * For regions without a courier: the office posts the parcels. One tracking number per recipient, in their order;
 * `former` are the numbers that these correct, if any.
 */
export const recordPostingSchema = z.strictObject({
  ...ofOrder,
  trackingReferences: trackingReferencesSchema.check(z.minLength(1)),
  former: z._default(z.array(trackingReferenceSchema).check(z.maxLength(50)), []),
  ...takenBackSeen,
});
export type RecordPosting = z.infer<typeof recordPostingSchema>;

export const cancelShipmentSchema = z.strictObject({
  ...command,
  uuid: orderIdSchema,
  reason: requiredText(500, "Please complete"),
  /** Only this one, where the courier has a second shipment of a parcel. */
  surplus: z.optional(z.string().check(z.regex(/^[A-Za-z0-9/.-]{1,40}$/))),
});
export type CancelShipment = z.infer<typeof cancelShipmentSchema>;

export type CreateShipment = z.infer<typeof createShipmentSchema>;
