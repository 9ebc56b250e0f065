import { z } from "zod/mini";
import { command } from "../platform/ids.ts";
import { limitedText } from "../platform/texts.ts";
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
