import type { SaveSettings, SettingsOf } from "@portal/shared/catalogue/settings.ts";
import { dayOf } from "@portal/shared/platform/calendar.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { ChangeOf } from "@portal/shared/platform/proposals.ts";
import { readOnly, type Tx } from "../../platform/db/database.ts";
import { loadRegion } from "../../platform/db/region.queries.ts";

type OfRegion = SettingsOf<"region">;

/** The day of the rate as it is saved: null for at once, and where a form does not send it. */
export async function withVatDay(
  tx: Tx,
  given: SaveSettings,
  regions: readonly OfRegion[],
  now: string,
): Promise<SaveSettings> {
  const before = regions.find((region) => given.section === "region" && region.code === given.code);
  if (given.section !== "region" || !before) return given;
  const { vatBps, vatFrom = vatBps === before.vatBps ? before.vatFrom : null } = given;
  const { timeZone } = await loadRegion(readOnly(tx), given.code);
  const isAtOnce =
    vatFrom === dayOf(now, timeZone) || (vatBps === before.vatBps && before.vatFrom === null);
  return { ...given, vatFrom: isAtOnce ? null : vatFrom };
}

/** A lower rate leaves more of each price for commission. */
export async function vatRateOfTwo(
  tx: Tx,
  { code: region, vatBps, vatFrom = null }: OfRegion,
  { vatBps: bpsBefore, vatFrom: fromBefore = null }: OfRegion,
): Promise<Readonly<{ kind: "vat-rate"; data: ChangeOf<"vat-rate">["data"]; words: null }> | null> {
  if (vatBps === bpsBefore && vatFrom === fromBefore) return null;
  const { vatBps: present } = await loadRegion(readOnly(tx), region);
  const before = { vatBps: bpsBefore, vatFrom: fromBefore };
  return vatBps < present
    ? { kind: "vat-rate", data: { region, vatBps, vatFrom, before }, words: null }
    : null;
}

/**
 * Documents of days that are over have the rates of those days, those of closed months among them.
 *
 * @throws DomainError settings.vat-day-past
 */
export async function requireVatDay(
  tx: Tx,
  former: OfRegion,
  { code, vatFrom }: OfRegion,
  now: string,
): Promise<void> {
  if (!vatFrom || vatFrom === former.vatFrom) return;
  const { timeZone } = await loadRegion(readOnly(tx), code);
  if (vatFrom <= dayOf(now, timeZone))
    throw new DomainError("settings.vat-day-past", { field: "vatFrom" });
}
