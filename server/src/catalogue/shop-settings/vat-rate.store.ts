import type { SettingsOf } from "@portal/shared/catalogue/settings.ts";
import { isAfter, vatBpsAt, vatSettingOf } from "@portal/shared/catalogue/vat-rates.ts";
import { startOfDay } from "@portal/shared/platform/calendar.ts";
import { readOnly, type Tx } from "../../platform/db/database.ts";
import { loadRegion, loadVatRates } from "../../platform/db/region.queries.ts";

/** Adds the rate to those of the region; what was to come is not to come any more. */
export async function addVatRate(
  tx: Tx,
  { code: region, vatBps, vatFrom = null }: SettingsOf<"region">,
  at: string,
): Promise<void> {
  const { timeZone } = await loadRegion(readOnly(tx), region);
  const rates = await loadVatRates(tx, region);
  const before = vatSettingOf(rates, { at, timeZone });
  if (vatBps === before.vatBps && vatFrom === before.vatFrom) return;
  const present = vatBpsAt(rates, at);
  const untilThen = vatFrom === null ? vatBps : present;
  const coming = rates.flatMap(({ from }) => (from !== null && isAfter(from, at) ? [from] : []));
  await tx
    .insertInto("region_vat_rate")
    .values([
      ...[...new Set(coming)].map((from_at) => ({ region, vat_bps: untilThen, from_at })),
      {
        region,
        vat_bps: vatBps,
        from_at: vatFrom === null ? at : startOfDay(vatFrom, timeZone),
      },
    ])
    .execute();
  if (vatFrom === null)
    await tx.updateTable("region").set({ vat_bps: vatBps }).where("code", "=", region).execute();
}
