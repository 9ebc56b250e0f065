import { nothingSchema } from "@portal/shared/platform/ids.ts";
import {
  itemRefSchema,
  listItemsSchema,
  itemCommandSchema,
} from "@portal/shared/platform/editing.ts";
import { testimonialSchema } from "@portal/shared/office/testimonials.ts";
import { procedure, router } from "../../platform/http/trpc.ts";
import { deleteTestimonial, saveTestimonial } from "./testimonial.actions.ts";
import { getTestimonial, listShownTestimonials, listTestimonials } from "./testimonial.queries.ts";

export const testimonialRouter = router({
  shown: procedure("testimonials.shown")
    .input(nothingSchema)
    .query(({ ctx }) => listShownTestimonials(ctx.readDb)),
  list: procedure("testimonials.list")
    .input(listItemsSchema)
    .query(({ ctx, input }) => listTestimonials(ctx.readDb, input)),
  byId: procedure("testimonials.byId")
    .input(itemRefSchema)
    .query(({ ctx, input }) => getTestimonial(ctx.readDb, input.id)),
  save: procedure("testimonials.save")
    .input(testimonialSchema)
    .mutation(({ ctx, input }) => saveTestimonial(ctx, input)),
  delete: procedure("testimonials.delete")
    .input(itemCommandSchema)
    .mutation(({ ctx, input }) => deleteTestimonial(ctx, input.id)),
});
