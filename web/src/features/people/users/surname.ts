import { z } from "zod";

/** What cannot be undone is begun by typing whom it is about. */
export function surnameSchema(lastName: string) {
  const wanted = lastName.trim().toLowerCase();
  return z
    .string()
    .trim()
    .refine((typed) => typed.toLowerCase() === wanted, `Please type ${lastName.trim()}`);
}
