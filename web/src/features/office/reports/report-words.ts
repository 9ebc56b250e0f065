import { type NamedPeriod } from "@portal/shared/platform/calendar.ts";
import type {
  BuyerKind,
  SalesGroup,
  SalesMethod,
} from "@portal/shared/office/reports/sales-terms.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { formatDay } from "../../../ui/day.ts";

export const periodWords: Readonly<Record<NamedPeriod | "custom", string>> = {
  "this-month": "This month",
  "last-month": "Last month",
  quarter: "This quarter",
  "tax-year": "Tax year",
  custom: "Custom",
};
export const groupWords: Readonly<Record<SalesGroup, string>> = {
  product: "Product",
  level: "Level",
  person: "Person",
  region: "Region",
  month: "Month",
};
/** What the rows of a group are. */
export const groupPlurals: Readonly<Record<SalesGroup, string>> = {
  product: "products",
  level: "levels",
  person: "people",
  region: "regions",
  month: "months",
};
export const buyerWords: Readonly<Record<BuyerKind, string>> = {
  guest: "Guests",
  customer: "Customers",
  distributor: "Distributors",
  stockist: "Stockists",
};
export const methodWords: Readonly<Record<SalesMethod, string>> = {
  card: "Card",
  eft: "Bank transfer",
  credit: "Store credit",
  several: "Several ways",
};
export const regionWords: Readonly<Record<Region, string>> = {
  za: "South Africa",
  uk: "United Kingdom",
  usa: "United States",
};

/** Level 0 is the house: sold through nobody, and without commission. */
export function levelWord(level: number): string {
  if (level === 0) return "House";
  return level === 4 ? "Stockists" : `Level ${level}`;
}

/** A group as its row is called. What is gone keeps its number. */
export function groupName(
  groupBy: SalesGroup,
  { key, name }: Readonly<{ key: string; name: string | null }>,
): string {
  switch (groupBy) {
    case "level":
      return levelWord(Number(key));
    case "person":
      return name ?? (key === "0" ? "House" : `Erased person ${key}`);
    case "product":
      return name ?? `Removed product ${key}`;
    case "month":
      return formatDay(key).replace(/^\d+ /, "");
    case "region":
      return Object.entries(regionWords).find(([region]) => region === key)?.[1] ?? key;
  }
}

/** 12345 is "12 345", with a space that does not break. */
export function wholeNumber(value: number): string {
  return String(value).replaceAll(/\B(?=(\d{3})+$)/g, "\u00a0");
}
