import { z } from "zod";
import { emailSchema } from "./accounts.ts";
import { addressIdSchema } from "./ids.ts";

export const addressKinds = ["Residential", "Business"] as const;

/** Spaces are taken out as the specification has them taken out while typing. */
const withoutSpaces = z.string().transform((typed) => typed.replaceAll(/\s/g, ""));

/** A recipient as the dialog asks for one (specification, section 5, "Recipient dialog"). */
export const recipientSchema = z.object({
  recipientFirstName: z.string().trim().min(2, "First name is required.").max(100),
  recipientLastName: z.string().trim().min(2, "Last name is required.").max(100),
  recipientCell: withoutSpaces.pipe(
    z
      .string()
      .regex(
        /^\d{10}$/,
        "Please enter a 10-digit SA phone number without country code, spaces, or special characters",
      ),
  ),
  recipientAltNumber: withoutSpaces
    .pipe(z.string().regex(/^(?:[\d+()-]{10})?$/, "Phone number format is required."))
    .optional(),
  recipientEmail: withoutSpaces.pipe(
    z.string().min(1, "Recipient email is required.").pipe(emailSchema),
  ),
  businessOrResidential: z.enum(addressKinds, "Please choose an address type"),
  streetAddress: z.string().trim().min(2, "Required").max(200),
  complexBuilding: z.string().trim().max(200).optional(),
  suburb: z.string().trim().min(2, "Please select a place.").max(100),
  town: z.string().trim().min(2, "Please select a place.").max(100),
  province: z.string().trim().min(2, "Required").max(100),
  postalCode: z.string().trim().min(3, "Required").max(12),
  vatNo: z.string().trim().max(50).optional(),
});
export type Recipient = z.infer<typeof recipientSchema>;

/** A guest's browser keeps this id; it opens the guest's own recipients and nothing else. */
export const guestIdSchema = z.guid().lowercase();

export const saveAddressSchema = recipientSchema.extend({
  id: addressIdSchema.optional(),
  uniqueId: guestIdSchema.optional(),
});
export type SaveAddress = z.infer<typeof saveAddressSchema>;

export const deleteAddressSchema = z.object({
  id: addressIdSchema,
  uniqueId: guestIdSchema.optional(),
});
export type DeleteAddress = z.infer<typeof deleteAddressSchema>;
