import { z } from "zod/mini";
import { command, rowIdSchema } from "../platform/ids.ts";
import {
  type EditField,
  itemIdSchema,
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
  sortOrder: z.int(wrongWholeNumber).check(z.minimum(-100_000), z.maximum(100_000)),
  isShown: z.boolean(),
});
export type SaveTestimonial = z.infer<typeof testimonialSchema>;

export const shownTestimonialsMax = 3;

export const testimonialFields: readonly EditField[] = [
  {
    name: "name",
    label: "Name",
    kind: "text",
    isRequired: true,
    help: "Get their permission first.",
  },
  { name: "town", label: "Town", kind: "text" },
  { name: "words", label: "What they say", kind: "long-text", isRequired: true },
  { name: "imageId", label: "Picture", kind: "image" },
  {
    name: "sortOrder",
    label: "Sort order",
    kind: "int",
    isRequired: true,
    help: `Lower numbers come first. The shop shows the first ${shownTestimonialsMax}.`,
  },
  { name: "isShown", label: "Shown in the shop", kind: "tick" },
  { name: "dateCreated", label: "Created", kind: "date" },
  { name: "dateUpdated", label: "Updated", kind: "date" },
];
