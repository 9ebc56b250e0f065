import { z } from "zod";

/** Specification, section 5, "Recipient dialog". */
export const searchNeeded = "Please enter a post code or suburb name";

/** A whole number is a post code, anything else the name of a suburb or town. */
export function isPostCode(typed: string): boolean {
  return /^\d+$/.test(typed.trim());
}

export const postCodeSchema = z
  .string()
  .trim()
  .regex(/^\d{1,4}$/, searchNeeded);
export const placeNameSchema = z.string().trim().min(1, searchNeeded).max(50);

/** `sw1a1aa` becomes `SW1A 1AA`. */
export const ukPostcodeSchema = z
  .string()
  .max(12)
  .transform((typed) =>
    typed
      .toUpperCase()
      .replaceAll(/\s/g, "")
      .replace(/^(.+)(.{3})$/, "$1 $2"),
  )
  .pipe(
    z
      .string()
      .regex(
        /^(GIR 0AA|[A-Z]{1,2}[0-9][A-Z0-9]? [0-9][A-Z]{2})$/,
        "Please enter a postcode like SW1A 1AA",
      ),
  );

export const byPostCodeSchema = z.object({ postCode: postCodeSchema });
export const byPlaceNameSchema = z.object({ name: placeNameSchema });
export const byUkPostcodeSchema = z.object({ postcode: ukPostcodeSchema });
