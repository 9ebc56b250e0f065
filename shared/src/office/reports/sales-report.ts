import { z } from "zod";
import { daySchema } from "../../platform/day-schema.ts";
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
const isInOrder = ({ from, to }: Readonly<{ from: string; to: string }>) => from <= to;
const wrongOrder = { path: ["to"], error: "The last day cannot be before the first" };

export const salesFilterFields = {
  /** Days in the shop's time zone, both inclusive. */
  from: daySchema,
  to: daySchema,
  region: z.enum(regions).optional(),
  /** The buyer's kind. */
  role: z.enum(buyerKinds).optional(),
  sellerId: userIdSchema.optional(),
  productId: productIdSchema.optional(),
  method: z.enum(salesMethods).optional(),
};

export const salesReportSchema = z
  .object({
    ...pagingFields,
    ...salesFilterFields,
    groupBy: z.enum(salesGroups).default("product"),
    sort: z
      .object({ by: z.enum(salesSorts), direction: z.enum(["asc", "desc"]) })
      .default({ by: "totalSales", direction: "desc" }),
  })
  .refine(isInOrder, wrongOrder);
export type SalesReportInput = z.infer<typeof salesReportSchema>;
/** Filter and sort order without paging. */
export type SalesQuestion = Omit<SalesReportInput, "page" | "pageSize">;

/** The query string of an export, with text values. */
export const salesExportSchema = z
  .object({
    ...salesFilterFields,
    sellerId: z.coerce.number().pipe(userIdSchema).optional(),
    productId: z.coerce.number().pipe(productIdSchema).optional(),
    search: pagingFields.search,
    groupBy: z.enum(salesGroups).default("product"),
    sort: z.enum(salesSorts).default("totalSales"),
    direction: z.enum(["asc", "desc"]).default("desc"),
    format: z.enum(["xlsx", "csv"]),
  })
  .refine(isInOrder, wrongOrder)
  .transform(({ sort, direction, ...filter }) => ({ ...filter, sort: { by: sort, direction } }));

export const salesGraphSchema = z
  .object({
    from: daySchema,
    to: daySchema,
    region: z.enum(regions).optional(),
    step: z.enum(graphSteps).default("month"),
    series: z.enum(graphSeries).default("level"),
  })
  .refine(isInOrder, wrongOrder)
  .refine(fitsGraph, { path: ["step"], error: "Choose longer steps or a shorter period" })
  .refine((period) => countDays(period) <= yearsMax * 366, {
    path: ["from"],
    error: "Choose a shorter period",
  });
export type SalesGraphInput = z.infer<typeof salesGraphSchema>;
