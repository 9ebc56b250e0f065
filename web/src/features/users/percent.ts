import { wholeNumberMessage } from "@portal/shared/users/user-forms.ts";
import { z } from "zod";

/** A whole percent from 0 to 99 as it is typed (readings 5). */
export const typedPercentSchema = z
  .string()
  .trim()
  .regex(/^\d{1,2}$/, wholeNumberMessage)
  .transform(Number);

/** The same where it may be left empty: then there is none. */
export const optionalPercentSchema = z
  .string()
  .trim()
  .regex(/^\d{0,2}$/, wholeNumberMessage)
  .transform((typed) => (typed === "" ? null : Number(typed)));

/** What is shown of it in a field. */
export function percentText(percent: number | null): string {
  return percent === null ? "" : String(percent);
}
