import { itemRefSchema, listItemsSchema } from "@portal/shared/platform/editing.ts";
import { saveTestimonialSchema } from "@portal/shared/office/testimonials.ts";
import { procedure, router, signedInProcedure } from "../../platform/http/trpc.ts";
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
    .input(saveTestimonialSchema)
    .mutation(({ ctx, input }) => saveTestimonial(ctx, input)),
  delete: signedInProcedure
    .input(itemRefSchema)
    .mutation(({ ctx, input }) => deleteTestimonial(ctx, input.id)),
});
