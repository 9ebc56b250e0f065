import { type EditTexts, ticked } from "@portal/shared/platform/editing.ts";
import { testimonialFields, testimonialSchema } from "@portal/shared/office/testimonials.ts";
import type { ApiOutputs } from "../../../api/api.ts";
import { editSchema } from "../../../ui/editing/edit-schema.ts";
import { read, write } from "../../../ui/editing/edit-texts.ts";

export const newTestimonialTexts: EditTexts = {
  ...Object.fromEntries(testimonialFields.map(({ name }) => [name, ""])),
  sortOrder: "0",
  isShown: ticked,
};

export function testimonialTexts(said: ApiOutputs["testimonials"]["byId"]): EditTexts {
  const { name, town, words, imageId, sortOrder, isShown, dateCreated, dateUpdated } = said;
  return {
    name,
    town,
    words,
    dateCreated,
    dateUpdated,
    isShown: write.tick(isShown),
    imageId: write.number(imageId),
    sortOrder: write.number(sortOrder),
  };
}

export function testimonialForm(kept: Readonly<{ id: number; dateUpdated: string | null }>) {
  return editSchema(
    testimonialFields,
    (texts) => ({
      ...kept,
      name: read.text(texts, "name"),
      town: read.text(texts, "town"),
      words: read.text(texts, "words"),
      imageId: read.wholeOrNull(texts, "imageId"),
      sortOrder: read.whole(texts, "sortOrder"),
      isShown: read.tick(texts, "isShown"),
    }),
    testimonialSchema,
  );
}
