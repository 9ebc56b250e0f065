import type { Currency } from "./money.ts";

export const regions = ["za", "uk", "usa"] as const;
export type Region = (typeof regions)[number];

export const regionNames: Readonly<Record<Region, string>> = {
  za: "South Africa",
  uk: "United Kingdom",
  usa: "United States",
};

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
  /** The tax that prices include. */
  priceTax: "VAT" | "sales tax";
}>;

const words: Readonly<Record<Region, RegionWords>> = {
  za: {
    cell: "Cell",
    cellNumber: "Cell number",
    postalCode: "Postal code",
    province: "Province",
    chequeAccount: "Cheque",
    cents: "cents",
    priceTax: "VAT",
  },
  uk: {
    cell: "Mobile",
    cellNumber: "Mobile number",
    postalCode: "Postcode",
    province: "County",
    chequeAccount: "Current",
    cents: "pence",
    priceTax: "VAT",
  },
  usa: {
    cell: "Cell",
    cellNumber: "Cell number",
    postalCode: "ZIP code",
    province: "State",
    chequeAccount: "Checking",
    cents: "cents",
    priceTax: "sales tax",
  },
};

export function regionWords(region: Region): RegionWords {
  return words[region];
}

export type TaxHeadings = Readonly<Record<"incl" | "excl" | "tax", string>>;

const vatHeadings: TaxHeadings = { incl: "Incl. VAT", excl: "Excl. VAT", tax: "VAT" };

/** The headings of amounts with, without and of the tax that prices include. */
export const taxHeadings: Readonly<Record<Region, TaxHeadings>> = {
  za: vatHeadings,
  uk: vatHeadings,
  usa: { incl: "Incl. sales tax", excl: "Excl. sales tax", tax: "Sales tax" },
};

/** The same in the first line of a CSV file: `inclVat`, `exclVat`, `vat`; where there is no VAT, `inclSalesTax`. */
export function fileHeading(heading: string, region: Region): string {
  if (hasVat[region]) return heading;
  return heading.replace("Vat", "SalesTax").replace("vat", "salesTax");
}

/** The same in the name of a file: `vat-documents`, `sales-tax-documents`. */
export function taxFileName(name: string, region: Region): string {
  return hasVat[region] ? name : name.replace("vat", "sales-tax");
}

/** The banks' term for the branch number, by currency. */
export function bankBranchName(currency: Currency): string {
  return { ZAR: "Branch code", GBP: "Sort code", USD: "Routing number" }[currency];
}
