import type { Insertable } from "kysely";
import type { ContentTables } from "../../platform/db/content-tables.ts";

/** What made-up buyers say of the made-up shop. */
export const demoTestimonials: Insertable<ContentTables["testimonial"]>[] = [
  {
    name: "A customer",
    town: "Durban",
    sort_order: 1,
    words: "I sent a bottle to my mother. It was at her door two days later, well packed.",
  },
  {
    name: "A customer",
    town: "Cape Town",
    sort_order: 2,
    words: "Ordering took a minute, and I did not have to make an account for it.",
  },
  {
    name: "A customer",
    town: "Bloemfontein",
    sort_order: 3,
    words: "When my address was wrong the office called me before the parcel left.",
  },
  {
    name: "A customer",
    town: "Gqeberha",
    sort_order: 4,
    is_shown: false,
    words: "The gift box came with the ribbon tied. I want to be asked before this is shown.",
  },
];
