import { sql } from "kysely";
import type { ReadDatabase } from "../../platform/db/database.ts";

/** What a level 1 earned on the orders that brought its sponsor a bonus, and that bonus. */
export type LevelOneCommissionData = {
  userId: number;
  name: string | null;
  earned: number;
  earnedSinceLastPayout: number;
  bonus: number;
  bonusSinceLastPayout: number;
};

/**
 * The leader bonus opened to the level 1s that it came from; all of it adds up to the wallet's bonus.
 *
 * An entry of a bonus names the seller. The level 1 is who earned on the same order as the only one of
 * that level: with the entry itself, before what a change of seller takes back, or before a refund.
 */
export async function listLevelOneCommission(
  db: ReadDatabase,
  userId: number,
): Promise<LevelOneCommissionData[]> {
  const { rows } = await sql<LevelOneCommissionData>`
    with viewer as (
      select coalesce((
        select last_paid_cutoff from projection.wallet where user_id = ${userId}), 0) as cutoff
    ), bonus as (
      select entry.position, entry.order_id, entry.amount, source.user_id
      from projection.commission_entry entry
      cross join lateral (
        select made.beneficiary_id as user_id from projection.commission_entry made
        where made.order_id = entry.order_id and made.beneficiary_level = 1
          and made.beneficiary_id <> ${userId} and made.kind in ('own', 'upline', 'stockist')
          and (made.position < entry.position or made.position = entry.position
            and (entry.kind = 'leader' or entry.refunded_goods is not null))
        order by made.position desc limit 1
      ) source
      where entry.beneficiary_id = ${userId} and entry.kind in ('leader', 'reversal-of-leader')
    ), sums as (
      select user_id, sum(amount) as bonus,
        sum(amount) filter (where position > viewer.cutoff) as since
      from bonus, viewer group by user_id
    ), base as (
      select bonus.user_id, sum(made.amount) as earned,
        sum(made.amount) filter (where made.position > viewer.cutoff) as since
      from viewer, bonus
      join projection.commission_entry made on made.position = bonus.position
        and made.order_id = bonus.order_id and made.beneficiary_id = bonus.user_id
        and made.kind not in ('leader', 'reversal-of-leader')
        and (made.amount < 0) = (bonus.amount < 0)
      group by bonus.user_id
    )
    select sums.user_id as "userId", account.first_name || ' ' || account.last_name as name,
      coalesce(base.earned, 0)::bigint as earned,
      coalesce(base.since, 0)::bigint as "earnedSinceLastPayout",
      sums.bonus::bigint as bonus, coalesce(sums.since, 0)::bigint as "bonusSinceLastPayout"
    from sums left join base on base.user_id = sums.user_id
    left join account on account.id = sums.user_id
    order by sums.bonus desc, sums.user_id`.execute(db);
  return rows;
}
