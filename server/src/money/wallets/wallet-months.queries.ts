import type { Region } from "@portal/shared/platform/region.ts";
import { sql } from "kysely";
import type { ReadDatabase } from "../../platform/db/database.ts";

/** `month` is `2026-03`, of the office's calendar; what was taken back in it is in `commission`. */
export type WalletMonth = { month: string; commission: number };

const shownMonths = 12;

/**
 * What somebody earned in each of the last twelve months, this one included, the oldest first; a month
 * without entries is there with nothing.
 *
 * @param now an instant, ISO 8601
 */
export async function listWalletMonths(
  db: ReadDatabase,
  { userId, region, now }: Readonly<{ userId: number; region: Region; now: string }>,
): Promise<WalletMonth[]> {
  const { rows } = await sql<WalletMonth>`
    with place as (
      select time_zone as zone,
        date_trunc('month', ${now}::timestamptz at time zone time_zone) as this_month
      from region where code = ${region}
    ), earned as (
      select date_trunc('month', entry.occurred_at at time zone place.zone) as month,
        sum(entry.amount) as commission
      from place, projection.commission_entry entry
      where entry.beneficiary_id = ${userId} and entry.occurred_at
        >= (place.this_month - make_interval(months => ${shownMonths - 1})) at time zone place.zone
      group by 1
    )
    select to_char(shown.month, 'YYYY-MM') as month,
      coalesce(earned.commission, 0)::bigint as commission
    from place, generate_series(
      place.this_month - make_interval(months => ${shownMonths - 1}), place.this_month,
      interval '1 month') as shown (month)
    left join earned on earned.month = shown.month
    order by shown.month`.execute(db);
  return rows;
}
