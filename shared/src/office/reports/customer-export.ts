import { z } from "zod/mini";

/** The password of a protected export: generated, and too long to be guessed. */
export const filePasswordSchema = z
  .string()
  .check(z.regex(/^[\x21-\x7E]{16,64}$/, "Use 16 to 64 letters, digits and signs"));

/** The password is sent in this header, because URLs are logged. */
export const filePasswordHeader = "x-file-password";

export const customerExportSchema = z.strictObject({
  repeatCustomersOnly: z._default(z.stringbool(), false),
});
