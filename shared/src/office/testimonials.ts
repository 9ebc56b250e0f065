import { z } from "zod/mini";
import { command, rowIdSchema } from "../platform/ids.ts";
import {
  itemIdSchema,
  numberSchema,
  versionSchema,
  required,
  wrongWholeNumber,
} from "../platform/editing.ts";
import { limitedText, requiredText } from "../platform/texts.ts";

/** A buyer's statement; plain text. */
export const testimonialSchema = z.strictObject({
  ...command,
  id: itemIdSchema,
  version: versionSchema,
  name: requiredText(80, required),
  town: limitedText(80),
  words: requiredText(600, required),
  imageId: z.nullable(rowIdSchema),
  sortOrder: numberSchema(wrongWholeNumber).check(z.minimum(-100_000), z.maximum(100_000)),
  isShown: z.boolean(),
});
export type SaveTestimonial = z.infer<typeof testimonialSchema>;

export const shownTestimonialsMax = 3;
