import { daysBetween, daysThrough, type FirstAndLast } from "../../platform/calendar.ts";
import type { MemberLevel } from "../../platform/roles.ts";
import { salesFigures } from "./sales-figures.ts";

/** The seller's level at the time of the sale; 0 for a house sale, 4 for stockists. */
export type SalesLevel = MemberLevel | 0;

export const buyerKinds = ["guest", "customer", "distributor", "stockist"] as const;
export type BuyerKind = (typeof buyerKinds)[number];

/** How an order was paid; `several`: in parts, by more than one method. */
export const salesMethods = ["card", "eft", "credit", "several"] as const;
export type SalesMethod = (typeof salesMethods)[number];

export const salesGroups = ["product", "level", "person", "region", "month"] as const;
export type SalesGroup = (typeof salesGroups)[number];

export const salesGroupWords: Readonly<Record<SalesGroup, string>> = {
  product: "Product",
  level: "Level",
  person: "Person",
  region: "Region",
  month: "Month",
};

/** Level 0 is a sale without a seller, and without commission. */
export function salesLevelWord(level: number): string {
  if (level === 0) return "No seller";
  return level === 4 ? "Stockists" : `Level ${level}`;
}

/** The events that change the figures, and how a list of late ones says them. */
export const saleFactWords = {
  OrderPaid: "paid",
  PaymentRefunded: "refunded",
  PaymentUndone: "payment undone",
  OrderReassigned: "reassigned",
} as const;

export const salesSorts = ["name", ...salesFigures] as const;
export type SalesSort = (typeof salesSorts)[number];

export const graphSteps = ["day", "week", "month"] as const;
export type GraphStep = (typeof graphSteps)[number];
export const graphSeries = ["level", "product"] as const;
export type GraphSeries = (typeof graphSeries)[number];

/** More points are not distinguishable in the graph. */
export const graphPointsMax = 400;
const daysPerStep: Record<GraphStep, number> = { day: 1, week: 7, month: 28 };

export function fitsGraph({ step, ...period }: FirstAndLast & { step: GraphStep }): boolean {
  return countDays(period) / daysPerStep[step] <= graphPointsMax;
}

export function countDays(period: FirstAndLast): number {
  const { from, until } = daysThrough(period);
  return daysBetween(from, until);
}
