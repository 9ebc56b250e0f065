import type { Currency } from "./money.ts";

export const regions = ["za", "uk", "usa"] as const;
export type Region = (typeof regions)[number];

/** The countries whose address and number formats are supported (docs/decisions.md, 7 and 8). */
export const countries = ["ZA", "GB", "US"] as const;
export type Country = (typeof countries)[number];

/** The country a shop delivers to, and the default country of phone numbers. */
export const countryOf: Readonly<Record<Region, Country>> = { za: "ZA", uk: "GB", usa: "US" };

/** Regions with VAT, and so with VAT numbers. */
export const hasVat: Readonly<Record<Region, boolean>> = { za: true, uk: true, usa: false };

/** Placeholder numbers in national format. */
export const phoneExample: Readonly<Record<Country, string>> = {
  ZA: "082 123 4567",
  GB: "07400 123456",
  US: "(201) 555-0123",
};

/** The locality of an address; parts that the country does not use are empty. */
export type AddressPlace = Readonly<{
  country: Country;
  suburb: string;
  town: string;
  province: string;
  postalCode: string;
}>;

/** The locality line of an address in the country's format. */
export function placeLine({ country, suburb, town, province, postalCode }: AddressPlace): string {
  const parts =
    country === "US" ? [town, `${province} ${postalCode}`.trim()] : [suburb, town, postalCode];
  return parts.filter(Boolean).join(", ");
}

/** Labels that differ by region. */
export type RegionWords = Readonly<{
  cell: string;
  cellNumber: string;
  postalCode: string;
  province: string;
  /** The account type that is stored as Cheque (specification, section 9). */
  chequeAccount: string;
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

/** The banks' term for the branch number, by currency. */
export function bankBranchName(currency: Currency): string {
  return { ZAR: "Branch code", GBP: "Sort code", USD: "Routing number" }[currency];
}
