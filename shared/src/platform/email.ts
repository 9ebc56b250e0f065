import { z } from "zod/mini";

/** Normalized to lower case, because people vary the case of their own address. */
export const emailSchema = z.pipe(
  z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254)),
  z.email("Please enter a valid email address"),
);
