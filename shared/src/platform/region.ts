import type { Currency } from "./money.ts";

export const regions = ["za", "uk", "usa"] as const;
export type Region = (typeof regions)[number];

/** Countries whose addresses and numbers are understood as people there write them (docs/decisions.md, 7 and 8). */
export const countries = ["ZA", "GB", "US"] as const;
export type Country = (typeof countries)[number];

/** Where a shop sends to, and where a number without a country is from unless the office says otherwise. */
export const countryOf: Readonly<Record<Region, Country>> = { za: "ZA", uk: "GB", usa: "US" };

/** A number as people of a country write it; it is nobody's. */
export const phoneExample: Readonly<Record<Country, string>> = {
  ZA: "082 123 4567",
  GB: "07400 123456",
  US: "(201) 555-0123",
};

/** Where an address is, as far as its country names it. */
export type AddressPlace = Readonly<{
  country: Country;
  suburb: string;
  town: string;
  province: string;
  postalCode: string;
}>;

/** The line of an address that names its place, as the country writes it. */
export function placeLine({ country, suburb, town, province, postalCode }: AddressPlace): string {
  const parts =
    country === "US" ? [town, `${province} ${postalCode}`.trim()] : [suburb, town, postalCode];
  return parts.filter(Boolean).join(", ");
}

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
