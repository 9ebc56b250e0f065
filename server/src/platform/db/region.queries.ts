import type { VatRates } from "@portal/shared/catalogue/vat-rates.ts";
import type { VatDays, VatRegistrations } from "@portal/shared/catalogue/vat-registration.ts";
import { countries, type Country, countryOf, type Region } from "@portal/shared/platform/region.ts";
import { sql } from "kysely";
import type { Database, ReadDatabase, Tx } from "./database.ts";

/** The VAT rate of orders that are placed now, of the row of `region`; basis points. */
export const presentVatBps = sql<number>`(
  select rate.vat_bps from region_vat_rate rate
  where rate.region = region.code and (rate.from_at is null or rate.from_at <= now())
  order by rate.from_at desc nulls last, rate.id desc limit 1)`;

/** The days of the registration for VAT, of the row of `region`. */
export const vatDays = sql<VatDays>`json_build_object(
  'from', region.vat_registered_from, 'until', region.vat_registered_until,
  'earlier', region.vat_registered_earlier)`;

/** All VAT rates of a region, the coming ones too. */
export async function loadVatRates(
  db: ReadDatabase | Database | Tx,
  region: Region,
): Promise<VatRates> {
  return db
    .selectFrom("region_vat_rate")
    .select(["vat_bps as vatBps", "from_at as from"])
    .where("region", "=", region)
    .orderBy("from_at", (order) => order.asc().nullsFirst())
    .orderBy("id")
    .execute();
}

/** The terms of a region, as the office set them. */
export function loadRegion(db: ReadDatabase | Database, region: Region) {
  return db
    .selectFrom("region")
    .select([
      "currency",
      presentVatBps.as("vatBps"),
      vatDays.as("vatDays"),
      "unit_value as unitValue",
      "time_zone as timeZone",
    ])
    .where("code", "=", region)
    .executeTakeFirstOrThrow(() => new Error(`there is no region ${region}`));
}

/**
 * The registrations for VAT in the shop's region and in the others.
 *
 * @param knownAt as the office had entered them by then, or null for those of now
 */
export async function loadRegistrations(
  db: ReadDatabase,
  own: Region,
  knownAt: string | null,
): Promise<VatRegistrations> {
  const known = sql<VatDays>`(
    select json_build_object('from', known.registered_from, 'until', known.registered_until, 'earlier', known.earlier)
    from region_vat_registration known
    where known.region = region.code and (known.known_at is null or known.known_at <= ${knownAt}::timestamptz)
    order by known.known_at desc nulls last, known.id desc limit 1)`;
  const rows = await db
    .selectFrom("region")
    .select(["code", (knownAt === null ? vatDays : known).as("vatDays"), "time_zone as timeZone"])
    .execute();
  const all = new Map(rows.map(({ code, ...registration }) => [code, registration]));
  const ofShop = all.get(own);
  if (!ofShop) throw new Error(`there is no region ${own}`);
  all.delete(own);
  return { ...ofShop, others: Object.fromEntries(all) };
}

type Terms = ReturnType<typeof loadRegion>;

/** How long a change that another process made may be missing. */
const heldMs = 5000;
let held = new WeakMap<ReadDatabase, Map<Region, Readonly<{ terms: Terms; until: number }>>>();

/**
 * `loadRegion` for a page: read a moment ago by this process, for each of the databases that it reads. What changes
 * something loads the region.
 */
export async function shownRegion(db: ReadDatabase, region: Region): Terms {
  const ofDatabase = held.get(db) ?? new Map<Region, Readonly<{ terms: Terms; until: number }>>();
  held.set(db, ofDatabase);
  const known = ofDatabase.get(region);
  if (known && performance.now() < known.until) return known.terms;
  const terms = loadRegion(db, region);
  ofDatabase.set(region, { terms, until: performance.now() + heldMs });
  try {
    return await terms;
  } catch (error) {
    ofDatabase.delete(region);
    throw error;
  }
}

/** After a change by this process, when it is committed. */
export function forgetRegions(): void {
  held = new WeakMap();
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
