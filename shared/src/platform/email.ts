import { z } from "zod";

/** Lower case, because people type their own address in every way. */
export const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .pipe(z.email("Please enter a valid email address"));
