import { lazyPart } from "../ui/lazy-part.ts";

/** Parts of pages of the shop that are loaded when they are shown. */
export const OfficeRedirect = lazyPart(
  async () => (await import("./office-redirect.tsx")).OfficeRedirect,
);
export const ShownTestimonials = lazyPart(
  async () =>
    (await import("../features/office/testimonials/shown-testimonials.tsx")).ShownTestimonials,
);
