import type { SaveSettings } from "@portal/shared/catalogue/settings.ts";
import { areSameDays, type VatDays } from "@portal/shared/catalogue/vat-registration.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { hasVat, type Region } from "@portal/shared/platform/region.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { loadRegion } from "../../platform/db/region.queries.ts";
import { getShopFacts } from "./settings.queries.ts";
import { registrationOf } from "./registration.rules.ts";
import type { AllSettings } from "./settings.store.ts";

/**
 * Whether documents of this shop have VAT without the VAT number: the registration alone decides, and a shop may have been
 * registered before the number was asked for.
 */
export async function lacksVatNumber(db: ReadDatabase, region: Region): Promise<boolean> {
  const [{ vatDays }, { vatNo }] = await Promise.all([loadRegion(db, region), getShopFacts(db)]);
  return hasVat[region] && needsNumber(vatDays) && vatNo === "";
}

/** Also after its last day: earlier invoices and their later credit notes say it. */
function needsNumber({ from }: VatDays): boolean {
  return from !== "never";
}

/**
 * The number is typed before the registration, and is not cleared while it lasts.
 *
 * @param own the portal's region, whose registration is on the documents
 * @throws DomainError settings.vat-number-in-use, settings.no-vat-number
 */
export function requireVatNumber(all: AllSettings, given: SaveSettings, own: Region): void {
  const region = all.regions.find(({ code }) => code === own);
  const before = region ? registrationOf(region) : null;
  const { vatNo } = all.shop;
  if (!hasVat[own] || before === null) return;
  if (given.section === "shop" && given.vatNo === "" && vatNo !== "" && needsNumber(before))
    throw new DomainError("settings.vat-number-in-use", { field: "vatNo" });
  if (given.section !== "region" || given.code !== own) return;
  const after = registrationOf(given) ?? before;
  if (!areSameDays(before, after) && needsNumber(after) && vatNo === "")
    throw new DomainError("settings.no-vat-number", { field: "vatRegistered" });
}
