import type { Region } from "../../platform/region.ts";
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

export function fitsGraph({ from, to, step }: { from: string; to: string; step: GraphStep }) {
  return daysBetween(from, to) / daysPerStep[step] <= graphPointsMax;
}

/** Days of the shop, both included, as `2026-03-01`. */
export type Days = Readonly<{ from: string; to: string }>;

export const salesPeriods = ["this-month", "last-month", "quarter", "tax-year"] as const;
export type SalesPeriod = (typeof salesPeriods)[number];

/** Where a person's tax year begins: March in South Africa, 6 April in the UK, January in the USA. */
const taxYearStarts: Record<Region, Readonly<{ month: number; day: number }>> = {
  za: { month: 3, day: 1 },
  uk: { month: 4, day: 6 },
  usa: { month: 1, day: 1 },
};

/** The period that `today` is in, whole, also where part of it is still to come; last month's, the one before. */
export function daysOfPeriod(period: SalesPeriod, today: string, region: Region): Days {
  const [year, month] = partsOf(today);
  switch (period) {
    case "this-month":
      return { from: dayOf(year, month, 1), to: dayOf(year, month + 1, 0) };
    case "last-month":
      return { from: dayOf(year, month - 1, 1), to: dayOf(year, month, 0) };
    case "quarter": {
      const first = month - ((month - 1) % 3);
      return { from: dayOf(year, first, 1), to: dayOf(year, first + 3, 0) };
    }
    case "tax-year": {
      const start = taxYearStarts[region];
      const startYear = today >= dayOf(year, start.month, start.day) ? year : year - 1;
      return {
        from: dayOf(startYear, start.month, start.day),
        to: dayOf(startYear + 1, start.month, start.day - 1),
      };
    }
  }
}

/**
 * As many days just before; for whole months, the same number of whole months, so that March is
 * compared with February and not with 29 January to 28 February.
 */
export function periodBefore({ from, to }: Days): Days {
  const [year, month, day] = partsOf(from);
  const [lastYear, lastMonth] = partsOf(to);
  const before = dayOf(year, month, day - 1);
  if (day === 1 && to === dayOf(lastYear, lastMonth + 1, 0)) {
    const months = (lastYear - year) * 12 + lastMonth - month + 1;
    return { from: dayOf(year, month - months, 1), to: before };
  }
  return { from: dayOf(year, month, day - daysBetween(from, to)), to: before };
}

/** How many days, both included. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / millisecondsPerDay + 1;
}

const millisecondsPerDay = 86_400_000;

/** Months and days beyond the calendar are carried on: day 0 is the last of the month before. */
function dayOf(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}

function partsOf(day: string): [year: number, month: number, day: number] {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  return [year, month, date];
}
