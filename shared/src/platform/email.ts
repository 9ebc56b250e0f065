import { z } from "zod";

/** Normalized to lower case, because people vary the case of their own address. */
export const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .pipe(z.email("Please enter a valid email address"));
