import { z } from "zod/mini";
import { daysInOrder, daySchema } from "../../platform/day-schema.ts";
import { productIdSchema, userIdSchema } from "../../platform/ids.ts";
import { pagingFields } from "../../platform/paging.ts";
import { regions } from "../../platform/region.ts";
import {
  buyerKinds,
  countDays,
  fitsGraph,
  graphSeries,
  graphSteps,
  salesGroups,
  salesMethods,
  salesSorts,
} from "./sales-terms.ts";

const yearsMax = 20;

export const salesFilterFields = {
  /** Days in the shop's time zone, both inclusive. */
  from: daySchema,
  to: daySchema,
  region: z.optional(z.enum(regions)),
  /** The buyer's kind. */
  role: z.optional(z.enum(buyerKinds)),
  sellerId: z.optional(userIdSchema),
  productId: z.optional(productIdSchema),
  method: z.optional(z.enum(salesMethods)),
};

export const salesReportSchema = z
  .strictObject({
    ...pagingFields,
    ...salesFilterFields,
    groupBy: z._default(z.enum(salesGroups), "product"),
    sort: z._default(
      z.strictObject({ by: z.enum(salesSorts), direction: z.enum(["asc", "desc"]) }),
      {
        by: "totalSales",
        direction: "desc",
      },
    ),
  })
  .check(daysInOrder);
export type SalesReportInput = z.infer<typeof salesReportSchema>;
/** Filter and sort order without paging. */
export type SalesQuestion = Omit<SalesReportInput, "page" | "pageSize">;

/** The query string of an export, with text values. */
export const salesExportSchema = z.pipe(
  z
    .strictObject({
      ...salesFilterFields,
      sellerId: z.optional(z.pipe(z.coerce.number(), userIdSchema)),
      productId: z.optional(z.pipe(z.coerce.number(), productIdSchema)),
      search: pagingFields.search,
      groupBy: z._default(z.enum(salesGroups), "product"),
      sort: z._default(z.enum(salesSorts), "totalSales"),
      direction: z._default(z.enum(["asc", "desc"]), "desc"),
      format: z.enum(["xlsx", "csv"]),
    })
    .check(daysInOrder),
  z.transform(({ sort, direction, ...filter }) => ({ ...filter, sort: { by: sort, direction } })),
);

export const salesGraphSchema = z
  .strictObject({
    from: daySchema,
    to: daySchema,
    region: z.optional(z.enum(regions)),
    step: z._default(z.enum(graphSteps), "month"),
    series: z._default(z.enum(graphSeries), "level"),
  })
  .check(
    daysInOrder,
    z.refine(fitsGraph, { path: ["step"], error: "Choose longer steps or a shorter period" }),
    z.refine((period) => countDays(period) <= yearsMax * 366, {
      path: ["from"],
      error: "Choose a shorter period",
    }),
  );
export type SalesGraphInput = z.infer<typeof salesGraphSchema>;
