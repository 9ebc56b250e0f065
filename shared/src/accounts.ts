import { z } from "zod";

/** Lower case, because people type their own address in every way. */
export const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .pipe(z.email("Please enter a valid email address"));

/** No rules here: an old password has to work. The limit keeps hashing cheap. */
export const loginSchema = z.object({
  email: emailSchema,
  password: z.string().min(1, "Required").max(128),
});
export type Login = z.infer<typeof loginSchema>;
