import { z } from "zod/mini";
import { daySchema } from "../platform/day-schema.ts";
import { command, userIdSchema } from "../platform/ids.ts";
import { limitedText, requiredText } from "../platform/texts.ts";
import { taxNumberKinds } from "./tax-numbers.ts";

/**
 * A member's tax number and VAT number. A tax number that is left empty stays, since nobody is shown it to type it again; the
 * VAT number is replaced. Which numbers are possible depends on the shop's region, so the server checks them.
 */
export const saveTaxDetailsSchema = z.strictObject({
  ...command,
  kind: z.enum(taxNumberKinds, "Required"),
  number: limitedText(30),
  vatNumber: limitedText(30),
});
export type SaveTaxDetails = z.infer<typeof saveTaxDetailsSchema>;

/** A member's agreement to self-billing, and who the member is on the invoices: as registered for VAT. */
export const saveSelfBillingSchema = z.strictObject({
  ...command,
  userId: userIdSchema,
  agreedOn: daySchema,
  name: requiredText(120, "Required"),
  address: requiredText(500, "Please complete"),
});
export type SaveSelfBilling = z.infer<typeof saveSelfBillingSchema>;

export const endSelfBillingSchema = z.strictObject({ ...command, userId: userIdSchema });
