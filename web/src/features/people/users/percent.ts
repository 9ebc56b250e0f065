import type { Role } from "@portal/shared/platform/roles.ts";
import { wholeNumberMessage } from "@portal/shared/people/users/user-forms.ts";
import { z } from "zod";

/** A whole percent from 0 to 99 as it is typed (docs/decisions.md, 5). */
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

/** The same where empty means that nothing is said. */
const unsaidPercentSchema = optionalPercentSchema.transform((percent) => percent ?? undefined);
const notAsked = z.string().transform(() => undefined);

/** The percentages of a new stockist: the office types them, and nobody else is asked. */
export function newTermsSchemasFor(role: Role) {
  return role === "admin"
    ? { stockistMargin: typedPercentSchema, distributorPercent: unsaidPercentSchema }
    : { stockistMargin: notAsked, distributorPercent: notAsked };
}

/** What is shown of it in a field. */
export function percentText(percent: number | null): string {
  return percent === null ? "" : String(percent);
}
