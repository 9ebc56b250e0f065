import {
  addDays,
  type Day,
  lastDayOf,
  monthsOfTaxYear,
  taxYearOf,
} from "@portal/shared/platform/calendar.ts";
import { regions } from "@portal/shared/platform/region.ts";
import { sql } from "kysely";
import { z } from "zod";
import { type ReadDatabase, readOnly, type Tx } from "../../platform/db/database.ts";
import { rowsOf } from "../../platform/db/rows.ts";
import { getCalendar } from "./closing.queries.ts";
import { findLastPaidOn } from "./tax-certificates.queries.ts";
import { hasCertificates } from "./tax-certificates.rules.ts";

/** Retention, from the end of the tax year: five years, with their leap days. */
export const keptTaxIdentityDays = 1828;

/**
 * Keeps who a person who is erased is to the tax authority, where the shop has to file a certificate of them: apart from
 * everything else, for the certificates alone (docs/decisions.md, 113).
 */
export async function keepTaxIdentity(tx: Tx, userId: number, today: Day): Promise<void> {
  const yearEnd = await findKeptFrom(readOnly(tx), userId, today);
  if (yearEnd === null) return;
  await sql`
    insert into kept_tax_identity
      (user_id, first_name, last_name, kind, number, id_number, vat_number, tax_year_end)
    select account.id, first_name, last_name, kind, number, id_number, vat_number, ${yearEnd}
    from account left join tax_detail on tax_detail.user_id = account.id
    where account.id = ${userId}
    on conflict (user_id) do nothing`.execute(tx);
}

/** The last day on which this would be kept of a person who is erased now; null: nothing is. */
export async function findKeptThrough(
  db: ReadDatabase,
  userId: number,
  today: Day,
): Promise<Day | null> {
  const yearEnd = await findKeptFrom(db, userId, today);
  return yearEnd && addDays(yearEnd, keptTaxIdentityDays - 1);
}

/** The end of the last tax year with a certificate of the person; null: there is none, or its retention is over. */
async function findKeptFrom(db: ReadDatabase, userId: number, today: Day): Promise<Day | null> {
  // A restore knows no region but that of what was sold.
  const [sold] = await rowsOf(
    db,
    z.strictObject({ region: z.enum(regions) }),
    sql`
    select sold.region from projection.commission_entry entry
    join projection.order_state sold using (order_id)
    where entry.beneficiary_id = ${userId} order by entry.position desc limit 1`,
  );
  if (!sold || !hasCertificates(sold.region)) return null;
  const { region } = sold;
  const paidOn = await findLastPaidOn(db, await getCalendar(db, region), userId);
  if (paidOn === null) return null;
  const months = monthsOfTaxYear(taxYearOf(paidOn.slice(0, 7), region), region);
  const yearEnd = lastDayOf(months.at(-1) ?? paidOn.slice(0, 7));
  return addDays(yearEnd, keptTaxIdentityDays) > today ? yearEnd : null;
}
