import type { Currency } from "@portal/shared/platform/money.ts";
import { countries, type Country, countryOf, type Region } from "@portal/shared/platform/region.ts";
import type { Database, ReadDatabase } from "./database.ts";

/** How a region sells, as the office set it. */
export type RegionTerms = Readonly<{
  currency: Currency;
  /** The VAT that is in prices, in basis points. */
  vatBps: number;
  /** What one unit counts for in "total sales", in minor units. */
  unitValue: number;
  /** By which clock the shop's days begin and end. */
  timeZone: string;
}>;

/** Null where the database has no such region. */
export async function findRegion(
  db: ReadDatabase | Database,
  region: Region,
): Promise<RegionTerms | null> {
  const row = await db
    .selectFrom("region")
    .select([
      ...(["currency", "vat_bps as vatBps"] as const),
      ...(["unit_value as unitValue", "time_zone as timeZone"] as const),
    ])
    .where("code", "=", region)
    .executeTakeFirst();
  return row ?? null;
}

export async function loadRegion(
  db: ReadDatabase | Database,
  region: Region,
): Promise<RegionTerms> {
  const found = await findRegion(db, region);
  if (!found) throw new Error(`there is no region ${region}`);
  return found;
}

/** Whatever stood in the table before the office could choose it. */
export function knownCountry(code: string, region: Region): Country {
  return countries.find((known) => known === code) ?? countryOf[region];
}

/** Where a phone number without a country is from. */
export async function loadPhoneCountry(
  db: ReadDatabase | Database,
  region: Region,
): Promise<Country> {
  const { phone_country } = await db
    .selectFrom("region")
    .select("phone_country")
    .where("code", "=", region)
    .executeTakeFirstOrThrow();
  return knownCountry(phone_country, region);
}
