import { itemRefSchema, listItemsSchema, saveKeySchema } from "@portal/shared/editing/editing.ts";
import { testimonialSchema } from "@portal/shared/testimonials.ts";
import { z } from "zod";
import { procedure, router, signedInProcedure } from "../../http/trpc.ts";
import { deleteTestimonial, saveTestimonial } from "./testimonial.actions.ts";
import { getTestimonial, listShownTestimonials, listTestimonials } from "./testimonial.queries.ts";

export const testimonialRouter = router({
  shown: procedure.query(({ ctx }) => listShownTestimonials(ctx.readDb)),
  list: signedInProcedure
    .input(listItemsSchema)
    .query(({ ctx, input }) => listTestimonials(ctx.readDb, input)),
  byId: signedInProcedure
    .input(itemRefSchema)
    .query(({ ctx, input }) => getTestimonial(ctx.readDb, input.id)),
  save: signedInProcedure
    .input(z.intersection(testimonialSchema, saveKeySchema))
    .mutation(({ ctx, input }) => saveTestimonial(ctx, input)),
  delete: signedInProcedure
    .input(itemRefSchema)
    .mutation(({ ctx, input }) => deleteTestimonial(ctx, input.id)),
});
