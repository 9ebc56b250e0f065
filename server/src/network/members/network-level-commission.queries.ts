import type { MemberLevel } from "@portal/shared/platform/roles.ts";
import { sql } from "kysely";
import type { ReadDatabase } from "../../platform/db/database.ts";
import type { Viewer } from "./network-scope.queries.ts";

type Commission = Readonly<{ amount: number; amountSinceLastPayout: number }>;

export type LevelCommission = Readonly<{
  ofLevel: (level: MemberLevel) => Commission;
  leader: Commission;
  lastPaidAt: string | null;
}>;

const nothing: Commission = { amount: 0, amountSinceLastPayout: 0 };
const leaderKinds = ["leader", "reversal-of-leader"] as const;

/** What the viewer earned, or everybody in the forest, by the level that was sold at. */
export async function listLevelCommission(
  db: ReadDatabase,
  viewer: Viewer,
): Promise<LevelCommission> {
  // 0 is the leader bonus here: it comes from no level.
  const { rows } = await sql<{ level: number } & Commission>`
    with viewer as (
      select * from projection.wallet where ${viewer === null ? sql`true` : sql`user_id = ${viewer.id}`}
    ), earned as (
      select kept.level, sum(kept.amount) as amount,
        sum(kept.amount) filter (where viewer.last_paid_cutoff = 0) as since
      from viewer cross join lateral (values
        (1, commission_level1), (2, commission_level2), (3, commission_level3),
        (4, commission_level4), (0, leader_bonus)) kept (level, amount)
      group by kept.level
      union all
      select case when entry.kind = any(${leaderKinds}) then 0 else entry.seller_level end, 0,
        sum(entry.amount)
      from viewer join projection.commission_entry entry
        on entry.beneficiary_id = viewer.user_id and entry.position > viewer.last_paid_cutoff
      where viewer.last_paid_cutoff > 0
        and entry.position > (select min(last_paid_cutoff) from viewer where last_paid_cutoff > 0)
      group by 1
    )
    select level, sum(amount)::bigint as amount,
      coalesce(sum(since), 0)::bigint as "amountSinceLastPayout"
    from earned group by level`.execute(db);
  const sums = new Map(rows.map(({ level, ...sum }) => [level, sum]));
  return {
    ofLevel: (level) => sums.get(level) ?? nothing,
    leader: sums.get(0) ?? nothing,
    lastPaidAt: viewer === null ? null : await findLastPaidAt(db, viewer.id),
  };
}

async function findLastPaidAt(db: ReadDatabase, viewerId: number): Promise<string | null> {
  const payout = await db
    .selectFrom("projection.payout_request")
    .select("requested_at as requestedAt")
    .where("user_id", "=", viewerId)
    .where("state", "=", "paid")
    .orderBy("cutoff_position", "desc")
    .limit(1)
    .executeTakeFirst();
  return payout?.requestedAt ?? null;
}
