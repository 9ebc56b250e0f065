import { z } from "zod";
import { productIdSchema, userIdSchema } from "../ids.ts";
import { pagingFields } from "../paging.ts";
import { regionSchema } from "../region.ts";
import type { MemberLevel } from "../roles.ts";
import { daysBetween } from "./periods.ts";

/** The level that a sale was made at; 0 for a sale of the house, 4 for stockists. */
export const salesLevels = [1, 2, 3, 4, 0] as const;
export type SalesLevel = MemberLevel | 0;

/** Who bought: nobody we know, somebody registered, or a member for themselves. */
export const buyerKinds = ["guest", "customer", "distributor", "stockist"] as const;
export type BuyerKind = (typeof buyerKinds)[number];

/** How an order was paid; several: in parts, by more than one. */
export const salesMethods = ["card", "eft", "credit", "several"] as const;
export type SalesMethod = (typeof salesMethods)[number];

export const salesGroups = ["product", "level", "person", "region", "month"] as const;
export type SalesGroup = (typeof salesGroups)[number];

export const salesSorts = [
  "name",
  "orders",
  "units",
  "totalSales",
  "commissionable",
  "charged",
  "delivery",
  "refunds",
] as const;
export type SalesSort = (typeof salesSorts)[number];

const yearsMax = 20;
const day = z.iso.date().refine((text) => text >= "2000-01-01" && text < "2100-01-01", {
  error: "Please enter a day of this century",
});
const isInOrder = ({ from, to }: Readonly<{ from: string; to: string }>) => from <= to;
const wrongOrder = { path: ["to"], error: "The last day cannot be before the first" };

export const salesFilterFields = {
  /** Days of the shop, both included. */
  from: day,
  to: day,
  region: regionSchema.optional(),
  /** Who bought. */
  role: z.enum(buyerKinds).optional(),
  /** Whose sales. */
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
/** What is asked of all rows, whatever page of them. */
export type SalesQuestion = Omit<SalesReportInput, "page" | "pageSize">;

/** The same in the address of a file, where everything is text. */
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
  .transform(({ sort, direction, ...asked }) => ({ ...asked, sort: { by: sort, direction } }));

export const graphSteps = ["day", "week", "month"] as const;
export type GraphStep = (typeof graphSteps)[number];
export const graphSeries = ["level", "product"] as const;
export type GraphSeries = (typeof graphSeries)[number];

/** More points than this nobody can tell apart. */
export const graphPointsMax = 400;
const daysPerStep: Record<GraphStep, number> = { day: 1, week: 7, month: 28 };

export function fitsGraph({ from, to, step }: { from: string; to: string; step: GraphStep }) {
  return daysBetween(from, to) / daysPerStep[step] <= graphPointsMax;
}

export const salesGraphSchema = z
  .object({
    from: day,
    to: day,
    region: regionSchema.optional(),
    step: z.enum(graphSteps).default("month"),
    series: z.enum(graphSeries).default("level"),
  })
  .refine(isInOrder, wrongOrder)
  .refine(fitsGraph, { path: ["step"], error: "Please choose longer steps or a shorter period" })
  .refine(({ from, to }) => daysBetween(from, to) <= yearsMax * 366, {
    path: ["from"],
    error: "Please choose a shorter period",
  });
export type SalesGraphInput = z.infer<typeof salesGraphSchema>;
