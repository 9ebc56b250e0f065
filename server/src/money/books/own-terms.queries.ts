import type { Day } from "@portal/shared/platform/calendar.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { loadRegion, loadVatRates } from "../../platform/db/region.queries.ts";
import { type OwnTerms, ownTermsOf } from "./vat.rules.ts";

/**
 * What the documents of a period are compared with.
 *
 * @param to the last day of the period
 */
export async function loadOwnTerms(db: ReadDatabase, region: Region, to: Day): Promise<OwnTerms> {
  const [{ currency, timeZone }, rates] = await Promise.all([
    loadRegion(db, region),
    loadVatRates(db, region),
  ]);
  return ownTermsOf({ currency, timeZone, rates }, to);
}
