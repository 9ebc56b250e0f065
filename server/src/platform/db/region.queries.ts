import { countries, type Country, countryOf, type Region } from "@portal/shared/platform/region.ts";
import type { Database, ReadDatabase } from "./database.ts";

/** The terms of a region, as the office set them. */
export function loadRegion(db: ReadDatabase | Database, region: Region) {
  return db
    .selectFrom("region")
    .select(["currency", "vat_bps as vatBps", "unit_value as unitValue", "time_zone as timeZone"])
    .where("code", "=", region)
    .executeTakeFirstOrThrow(() => new Error(`there is no region ${region}`));
}

/** The region's own country where the table has an unknown code, from before the office could choose it. */
export function knownCountry(code: string, region: Region): Country {
  return countries.find((known) => known === code) ?? countryOf[region];
}

/** The country of phone numbers without a country code. */
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
