import type { LevelOneCommission } from "@portal/shared/network/network-tree.ts";
import type { MemberLevel } from "@portal/shared/roles.ts";
import { type RawBuilder, sql } from "kysely";
import type { ReadDatabase } from "../../db/database.ts";
import type { Top } from "./network-scope.queries.ts";

/** What one life of a member sold, and what the viewer earned from it. */
export type LifeFigures = Readonly<{
  units: number;
  unitsSinceLastPayout: number;
  paid: number;
  unpaid: number;
  credit: number;
}>;

/** What stands on the viewer's own node beside its own sales. */
export type OwnFigures = Readonly<{
  credit: number;
  /** Of sellers who are in no node of the tree. */
  former: Readonly<{ paid: number; unpaid: number }>;
  /**
   * What was paid beyond the entries up to the cut-off: nothing, unless an older system paid without
   * regard to them. It makes the nodes add up to the wallet in any case.
   */
  paidAhead: number;
  /** Null below level 1. */
  levelOne: LevelOneCommission | null;
}>;

export type Life = Readonly<{ userId: number; level: MemberLevel }>;
type Earned = Readonly<{ paid: number; unpaid: number; credit: number }>;

const nothing: LifeFigures = { units: 0, unitsSinceLastPayout: 0, paid: 0, unpaid: 0, credit: 0 };

/** A seller's level when it sold tells its lives apart, in `sale_entry` and in `commission_entry` alike. */
export async function readLifeFigures(
  db: ReadDatabase,
  viewer: Top,
  lives: readonly Life[],
): Promise<(life: Life) => LifeFigures> {
  const userIds = [...new Set(lives.map(({ userId }) => userId))];
  if (userIds.length === 0) return () => nothing;
  const sold = await readSales(db, viewer, userIds);
  const earned =
    viewer === null
      ? await readOwnEarnings(db, userIds)
      : await readEarningsFrom(db, viewer, userIds);
  return (life) => ({ ...nothing, ...sold.get(keyOf(life)), ...earned.get(keyOf(life)) });
}

/** Of the viewer alone, for its own node. */
export async function readOwnFigures(db: ReadDatabase, viewerId: number): Promise<OwnFigures> {
  const { rows } = await sql<{
    level: MemberLevel;
    credit: number;
    paidAhead: number;
    bonus: number;
    bonusSinceLastPayout: number;
    levelOnes: number;
  }>`
    select member.level, coalesce(wallet.credit, 0) as credit,
      coalesce(wallet.paid - wallet.accrued_at_last_paid_cutoff, 0) as "paidAhead",
      coalesce(wallet.leader_bonus, 0) as bonus,
      case when wallet.last_paid_cutoff > 0 then coalesce((
          select sum(entry.amount)::bigint from projection.commission_entry entry
          where entry.beneficiary_id = member.user_id and entry.position > wallet.last_paid_cutoff
            and entry.kind in ('leader', 'reversal-of-leader')), 0)
        else coalesce(wallet.leader_bonus, 0) end as "bonusSinceLastPayout",
      (select count(*) from projection.member below
        where below.parent_id = member.user_id and below.level = 1 and below.active) as "levelOnes"
    from projection.member left join projection.wallet on wallet.user_id = member.user_id
    where member.user_id = ${viewerId}`.execute(db);
  const own = rows[0];
  if (!own) throw new Error(`member ${viewerId} left the network`);
  const { level, credit, paidAhead, ...levelOne } = own;
  const former = await readFormerEarnings(db, viewerId);
  return { credit, former, paidAhead, levelOne: level === 1 ? levelOne : null };
}

/**
 * Where "since last payout" begins (domain, "Wallet, payouts, credit"), for a statement that has joined
 * the seller's own wallet: in the forest everybody is their own viewer.
 */
export function cutoffOf(viewer: Top): RawBuilder<number> {
  return viewer === null
    ? sql`coalesce(wallet.last_paid_cutoff, 0)`
    : sql`coalesce((select last_paid_cutoff from projection.wallet where user_id = ${viewer}), 0)`;
}

function keyOf({ userId, level }: Life): string {
  return `${userId} at ${level}`;
}

/**
 * All that somebody ever sold is in the wallet; only what was sold since is added up, by an index that
 * holds the units. Somebody with two lives has few of these, so their entries are looked at one by one.
 */
async function readSales(db: ReadDatabase, viewer: Top, userIds: readonly number[]) {
  const { rows } = await sql<Life & Pick<LifeFigures, "units" | "unitsSinceLastPayout">>`
    with seller as (
      select member.user_id, member.level, member.uplift_position is not null as has_two_lives,
        coalesce(wallet.units, 0) as units, ${cutoffOf(viewer)} as cutoff
      from projection.member left join projection.wallet on wallet.user_id = member.user_id
      where member.user_id = any(${userIds})
    )
    select user_id as "userId", level, units,
      case when cutoff = 0 then units else coalesce((
        select sum(entry.units)::bigint from projection.sale_entry entry
        where entry.seller_id = seller.user_id and entry.position > seller.cutoff), 0)
      end as "unitsSinceLastPayout"
    from seller where not has_two_lives
    union all
    select entry.seller_id, entry.seller_level, sum(entry.units)::bigint,
      coalesce(sum(entry.units) filter (where entry.position > seller.cutoff), 0)::bigint
    from seller join projection.sale_entry entry on entry.seller_id = seller.user_id
    where seller.has_two_lives
    group by entry.seller_id, entry.seller_level`.execute(db);
  return new Map(
    rows.map(({ units, unitsSinceLastPayout, ...life }) => [
      keyOf(life),
      { units, unitsSinceLastPayout },
    ]),
  );
}

/**
 * What the viewer earned from sales of these. A commission stands at the position of its sale, which
 * leads to it by the sellers' index; where the viewer has few entries, the planner begins with those.
 */
async function readEarningsFrom(db: ReadDatabase, viewerId: number, userIds: readonly number[]) {
  const { rows } = await sql<Life & Omit<Earned, "credit">>`
    select entry.seller_id as "userId", entry.seller_level as level, ${paidAndUnpaid(viewerId)}
    from projection.commission_entry entry
    where entry.beneficiary_id = ${viewerId} and entry.seller_id = any(${userIds})
      and entry.position in (
        select sale.position from projection.sale_entry sale where sale.seller_id = any(${userIds}))
    group by entry.seller_id, entry.seller_level`.execute(db);
  return new Map(
    rows.map((row) => [keyOf(row), { paid: row.paid, unpaid: row.unpaid, credit: 0 }]),
  );
}

/** What each of these earned itself; the wallet's figures, less what its earlier life earned. */
async function readOwnEarnings(db: ReadDatabase, userIds: readonly number[]) {
  const { rows } = await sql<Life & Earned>`
    with earlier as (
      select entry.beneficiary_id, ${paidAndUnpaid(null)}
      from projection.commission_entry entry
      join projection.member member
        on member.user_id = entry.beneficiary_id and member.uplift_position is not null
      join projection.wallet on wallet.user_id = entry.beneficiary_id
      where entry.beneficiary_id = any(${userIds}) and entry.beneficiary_level = 2
      group by entry.beneficiary_id
    )
    select wallet.user_id as "userId", member.level, wallet.credit,
      wallet.paid - coalesce(earlier.paid, 0) as paid,
      wallet.accrued - wallet.paid - coalesce(earlier.unpaid, 0) as unpaid
    from projection.wallet
    join projection.member on member.user_id = wallet.user_id
    left join earlier on earlier.beneficiary_id = wallet.user_id
    where wallet.user_id = any(${userIds})
    union all
    select beneficiary_id, 2, 0, paid, unpaid from earlier`.execute(db);
  return new Map(
    rows.map(({ paid, unpaid, credit, ...life }) => [keyOf(life), { paid, unpaid, credit }]),
  );
}

/**
 * What the viewer earned from lives that have no node in its tree. Those are of members who were moved
 * themselves, or stand below somebody who was: nobody else's entries need to be looked at.
 */
async function readFormerEarnings(db: ReadDatabase, viewerId: number) {
  const { rows } = await sql<Omit<Earned, "credit">>`
    with moved as materialized (
      select distinct (data->>'userId')::integer as user_id from ledger_events
      where stream_id = 'network' and type in ('DistributorMoved', 'StockistMoved')
    ), elsewhere as materialized (
      select seller.user_id, seller.level,
        life.level as life_level
      from (select distinct way.descendant_id as user_id
        from moved join projection.member_path way on way.ancestor_id = moved.user_id) candidate
      join projection.member seller on seller.user_id = candidate.user_id
      cross join lateral (
        select seller.level, seller.user_id as place_id
        union all
        select 2, seller.uplifted_under_id where seller.uplifted_under_id is not null
      ) life
      where not exists (
          select from projection.member_path scope
          where scope.ancestor_id = ${viewerId} and scope.descendant_id = life.place_id)
        and seller.user_id <> ${viewerId}
    )
    select ${paidAndUnpaid(viewerId)}
    from projection.commission_entry entry
    join elsewhere on elsewhere.user_id = entry.seller_id and elsewhere.life_level = entry.seller_level
    where entry.beneficiary_id = ${viewerId}
      and entry.position in (
        select sale.position from projection.sale_entry sale
        where sale.seller_id in (select user_id from elsewhere))`.execute(db);
  return { paid: rows[0]?.paid ?? 0, unpaid: rows[0]?.unpaid ?? 0 };
}

/** Up to the cut-off of the last paid request, and after it. */
function paidAndUnpaid(viewer: Top): RawBuilder<unknown> {
  const cutoff = cutoffOf(viewer);
  return sql`coalesce(sum(entry.amount) filter (where entry.position <= ${cutoff}), 0)::bigint as paid,
    coalesce(sum(entry.amount) filter (where entry.position > ${cutoff}), 0)::bigint as unpaid`;
}
