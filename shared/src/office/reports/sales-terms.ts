import { daysBetween, daysThrough, type FirstAndLast } from "../../platform/calendar.ts";
import type { MemberLevel } from "../../platform/roles.ts";

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

export const graphSteps = ["day", "week", "month"] as const;
export type GraphStep = (typeof graphSteps)[number];
export const graphSeries = ["level", "product"] as const;
export type GraphSeries = (typeof graphSeries)[number];

/** More points than this nobody can tell apart. */
export const graphPointsMax = 400;
const daysPerStep: Record<GraphStep, number> = { day: 1, week: 7, month: 28 };

export function fitsGraph({ step, ...asked }: FirstAndLast & { step: GraphStep }): boolean {
  return countDays(asked) / daysPerStep[step] <= graphPointsMax;
}

/** How many days a question is about. */
export function countDays(asked: FirstAndLast): number {
  const { from, until } = daysThrough(asked);
  return daysBetween(from, until);
}
