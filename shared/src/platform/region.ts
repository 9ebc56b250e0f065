import type { Currency } from "./money.ts";

export const regions = ["za", "uk", "usa"] as const;
export type Region = (typeof regions)[number];

/** What people of a region call what they are asked for. */
export type RegionWords = Readonly<{
  cell: string;
  cellNumber: string;
  postalCode: string;
  province: string;
  /** The account for every day, which is stored as Cheque (specification, section 9). */
  chequeAccount: string;
  /** The hundredth part of the money. */
  cents: string;
}>;

const words: Readonly<Record<Region, RegionWords>> = {
  za: {
    cell: "Cell",
    cellNumber: "Cell number",
    postalCode: "Postal code",
    province: "Province",
    chequeAccount: "Cheque",
    cents: "cents",
  },
  uk: {
    cell: "Mobile",
    cellNumber: "Mobile number",
    postalCode: "Postcode",
    province: "County",
    chequeAccount: "Current",
    cents: "pence",
  },
  usa: {
    cell: "Cell",
    cellNumber: "Cell number",
    postalCode: "ZIP code",
    province: "State",
    chequeAccount: "Checking",
    cents: "cents",
  },
};

export function regionWords(region: Region): RegionWords {
  return words[region];
}

/** What banks call the number that finds a branch, where that money is. */
export function bankBranchName(currency: Currency): string {
  return { ZAR: "Branch code", GBP: "Sort code", USD: "Routing number" }[currency];
}
