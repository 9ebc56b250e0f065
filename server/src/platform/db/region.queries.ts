import type { Currency } from "@portal/shared/platform/money.ts";
import type { Region } from "@portal/shared/platform/region.ts";
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
