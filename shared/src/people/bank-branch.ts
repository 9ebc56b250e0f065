import type { Currency } from "../platform/money.ts";

/** What banks call the number that finds a branch, where that money is. */
export function bankBranchName(currency: Currency): string {
  return { ZAR: "Branch code", GBP: "Sort code", USD: "Routing number" }[currency];
}
