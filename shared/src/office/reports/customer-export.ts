import { z } from "zod";

/** What opens an export that is protected: made up by a machine, too long to be guessed. */
export const filePasswordSchema = z
  .string()
  .regex(/^[\x21-\x7E]{16,64}$/, "Use 16 to 64 letters, digits and signs");

/** The header that a file's password comes in: an address would be written to logs. */
export const filePasswordHeader = "x-file-password";

export const customerExportSchema = z.object({
  repeatCustomersOnly: z.stringbool().default(false),
});
