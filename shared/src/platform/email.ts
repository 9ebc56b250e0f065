import { z } from "zod/mini";
import { exactText } from "./texts.ts";

/** Normalized to lower case, because people vary the case of their own address. */
export const emailSchema = z.pipe(
  z.string().check(exactText(), z.toLowerCase(), z.maxLength(254)),
  z.email("Please enter a valid email address"),
);
