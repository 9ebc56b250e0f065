import { regions, type Region } from "@portal/shared/platform/region.ts";
import { sql } from "kysely";
import type { Tx } from "../../platform/db/database.ts";

/** Before another registration for VAT is saved: one whose days are all closed stays beside it. */
export async function keepRegistration(tx: Tx, region: Region): Promise<void> {
  await sql`
    update region
    set vat_registered_earlier = vat_registered_earlier || jsonb_build_array(
      jsonb_build_object('from', vat_registered_from, 'until', vat_registered_until))
    where code = ${region}`.execute(tx);
}

/**
 * Adds the days of the registration to those that were known before, where they are others.
 *
 * @param knownAt null is from the beginning
 */
export async function addKnownRegistrations(
  tx: Tx,
  knownAt: string | null,
  of: readonly Region[] = regions,
): Promise<void> {
  await sql`
    insert into region_vat_registration (region, registered_from, registered_until, earlier, known_at)
    select code, vat_registered_from, vat_registered_until, vat_registered_earlier, ${knownAt}::timestamptz
    from region
    where code in (${sql.join(of)})
      and (vat_registered_from, vat_registered_until, vat_registered_earlier) is distinct from (
        select (registered_from, registered_until, earlier) from region_vat_registration
        where region = code order by id desc limit 1
      )`.execute(tx);
}
