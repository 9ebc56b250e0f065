import type { LevelOneCommission } from "@portal/shared/network/network-tree.ts";
import type { MemberLevel } from "@portal/shared/platform/roles.ts";
import { type RawBuilder, sql } from "kysely";
import type { ReadDatabase } from "../../platform/db/database.ts";
import type { Viewer } from "./network-scope.queries.ts";
import { networkStream } from "./network.events.ts";

/** The units that one life of a member sold, and what the viewer earned from them. */
export type LifeFigures = Readonly<{
  units: number;
  unitsSinceLastPayout: number;
}> &
  Earned;

/** What the viewer's own node carries besides its own sales. */
export type OwnFigures = Readonly<{
  credit: number;
  /** From sellers without a node in the tree. */
  former: Commission;
  /**
   * What was paid beyond the entries up to the cut-off: zero unless an older system paid without regard to
   * them. With it the nodes always add up to the wallet.
   */
  paidAhead: number;
  /** Null below level 1. */
  levelOne: LevelOneCommission | null;
}>;

export type Life = Readonly<{ userId: number; level: MemberLevel }>;

/** `paid` is up to the cut-off, `unpaid` after it; both include the leader bonus. */
type Commission = Readonly<{
  paid: number;
  unpaid: number;
  leaderBonus: number;
  leaderBonusSinceLastPayout: number;
}>;
type Earned = Commission & Readonly<{ credit: number }>;

const noCommission: Commission = {
  paid: 0,
  unpaid: 0,
  leaderBonus: 0,
  leaderBonusSinceLastPayout: 0,
};
const nothing: LifeFigures = { units: 0, unitsSinceLastPayout: 0, credit: 0, ...noCommission };

/** The level at which a seller sold distinguishes its lives, in `sale_entry` and `commission_entry`. */
export async function readLifeFigures(
  db: ReadDatabase,
  viewer: Viewer,
  lives: readonly Life[],
): Promise<(life: Life) => LifeFigures> {
  const userIds = [...new Set(lives.map(({ userId }) => userId))];
  if (userIds.length === 0) return () => nothing;
  const [sold, earned] = await Promise.all([
    readSales(db, viewer, userIds),
    viewer === null ? readOwnEarnings(db, userIds) : readEarningsFrom(db, viewer, userIds),
  ]);
  return (life) => ({ ...nothing, ...sold.get(keyOf(life)), ...earned.get(keyOf(life)) });
}

/** For the viewer's own node. */
export async function readOwnFigures(
  db: ReadDatabase,
  viewer: NonNullable<Viewer>,
): Promise<OwnFigures> {
  const [wallet, formerRows] = await Promise.all([
    getOwnWallet(db, viewer.id),
    listFormerEarnings(db, viewer),
  ]);
  const former = formerRows.reduce(plus, noCommission);
  const { level, credit, paidAhead, ...levelOne } = wallet;
  return { credit, former, paidAhead, levelOne: level === 1 ? levelOne : null };
}

async function getOwnWallet(db: ReadDatabase, userId: number) {
  const { rows } = await sql<
    { level: MemberLevel } & Pick<OwnFigures, "credit" | "paidAhead"> & LevelOneCommission
  >`
    select member.level, coalesce(wallet.credit, 0) as credit,
      coalesce(wallet.paid - wallet.accrued_at_last_paid_cutoff, 0) as "paidAhead",
      coalesce(wallet.leader_bonus, 0) as bonus,
      (${leaderBonusSince})::bigint as "bonusSinceLastPayout",
      (select count(*) from projection.member below
        where below.parent_id = member.user_id and below.level = 1 and below.active) as "levelOnes"
    from projection.member left join projection.wallet on wallet.user_id = member.user_id
    where member.user_id = ${userId}`.execute(db);
  const [own] = rows;
  if (!own) throw new Error(`member ${userId} left the network`);
  return own;
}

/** For a statement that joins the wallet of each row's member, which is its own viewer in the forest. */
export function cutoffOf(viewer: Viewer): RawBuilder<number> {
  return viewer === null
    ? sql`coalesce(wallet.last_paid_cutoff, 0)`
    : sql`${viewer.cutoff}::bigint`;
}

function keyOf({ userId, level }: Life): string {
  return `${userId} at ${level}`;
}

/**
 * The wallet holds the units of all time; only the units since the cut-off are summed, from a covering index.
 * Members with two lives are few, so their entries are summed in full.
 */
async function readSales(db: ReadDatabase, viewer: Viewer, userIds: readonly number[]) {
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
 * What the viewer earned from these sellers' sales. A commission entry has the position of its sale, so the
 * sellers' index finds it directly. `offset 0` is an optimization fence: without it the planner reads everything
 * that a viewer at the top of a large tree ever earned.
 */
async function readEarningsFrom(
  db: ReadDatabase,
  viewer: NonNullable<Viewer>,
  userIds: readonly number[],
) {
  const { rows } = await sql<Life & Commission>`
    select sale.seller_id as "userId", entry.seller_level as level, ${commissionSums(viewer)}
    from (
      select distinct seller_id, position from projection.sale_entry where seller_id = any(${userIds})
    ) sale
    cross join lateral (
      select accrued.position, accrued.seller_level, accrued.kind, accrued.amount
      from projection.commission_entry accrued
      where accrued.position = sale.position and accrued.seller_id = sale.seller_id
        and accrued.beneficiary_id = ${viewer.id}
      offset 0
    ) entry
    group by sale.seller_id, entry.seller_level`.execute(db);
  return new Map(rows.map(({ userId, level, ...sums }) => [keyOf({ userId, level }), sums]));
}

/** What each of these members earned itself. */
async function readOwnEarnings(db: ReadDatabase, userIds: readonly number[]) {
  const { rows } = await sql<Life & Earned>`
    select user_id as "userId", level, paid, unpaid, credit, leader_bonus as "leaderBonus",
      leader_bonus_since as "leaderBonusSinceLastPayout"
    from ${ownEarnings((userId) => sql`${userId} = any(${userIds})`)} own`.execute(db);
  return new Map(rows.map(({ userId, level, ...sums }) => [keyOf({ userId, level }), sums]));
}

/**
 * One row per life that earned: for the present life the wallet's figures less those of the earlier life. An
 * earlier life has no leader bonus, because only a level 1 earns it.
 */
export function ownEarnings(
  isRequested: (userId: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`(
    with earlier as (
      select entry.beneficiary_id,
        coalesce(sum(entry.amount) filter (where entry.position <= wallet.last_paid_cutoff), 0) as paid,
        coalesce(sum(entry.amount) filter (where entry.position > wallet.last_paid_cutoff), 0) as unpaid
      from projection.commission_entry entry
      join projection.member member
        on member.user_id = entry.beneficiary_id and member.uplift_position is not null
      join projection.wallet on wallet.user_id = entry.beneficiary_id
      where ${isRequested(sql`entry.beneficiary_id`)} and entry.beneficiary_level = 2
      group by entry.beneficiary_id
    )
    select wallet.user_id, member.level, wallet.credit::bigint as credit,
      (wallet.paid - coalesce(earlier.paid, 0))::bigint as paid,
      (wallet.accrued - wallet.paid - coalesce(earlier.unpaid, 0))::bigint as unpaid,
      wallet.leader_bonus::bigint as leader_bonus, ${leaderBonusSince}::bigint as leader_bonus_since
    from projection.wallet
    join projection.member on member.user_id = wallet.user_id
    left join earlier on earlier.beneficiary_id = wallet.user_id
    where ${isRequested(sql`wallet.user_id`)}
    union all
    select beneficiary_id, 2, 0, paid::bigint, unpaid::bigint, 0, 0 from earlier)`;
}

/** Since the beneficiary's own last payout, for a statement that joins its member and wallet. */
const leaderBonusSince = sql`case
  when member.level <> 1 then 0
  when wallet.last_paid_cutoff > 0 then coalesce((
    select sum(entry.amount) from projection.commission_entry entry
    where entry.beneficiary_id = member.user_id and entry.position > wallet.last_paid_cutoff
      and entry.kind in ('leader', 'reversal-of-leader')), 0)
  else coalesce(wallet.leader_bonus, 0) end`;

/**
 * What the viewer earned from lives without a node in its tree. Their ids are passed as an array, so that the
 * planner can start from the smaller set: their sales or the viewer's earnings.
 */
export async function listFormerEarnings(
  db: ReadDatabase,
  viewer: NonNullable<Viewer>,
): Promise<(Life & Commission)[]> {
  const elsewhere = await listLivesElsewhere(db, viewer.id);
  const userIds = [...new Set(elsewhere.map(({ userId }) => userId))];
  if (userIds.length === 0) return [];

  const { rows } = await sql<Life & Commission>`
    select entry.seller_id as "userId", entry.seller_level as level, ${commissionSums(viewer)}
    from projection.commission_entry entry
    where entry.beneficiary_id = ${viewer.id} and entry.seller_id = any(${userIds})
      and entry.position in (
        select sale.position from projection.sale_entry sale where sale.seller_id = any(${userIds}))
    group by entry.seller_id, entry.seller_level`.execute(db);
  const keys = new Set(elsewhere.map(keyOf));
  return rows.filter((row) => keys.has(keyOf(row)));
}

function plus(sum: Commission, part: Commission): Commission {
  return {
    paid: sum.paid + part.paid,
    unpaid: sum.unpaid + part.unpaid,
    leaderBonus: sum.leaderBonus + part.leaderBonus,
    leaderBonusSinceLastPayout: sum.leaderBonusSinceLastPayout + part.leaderBonusSinceLastPayout,
  };
}

/**
 * Considers only members who were moved or are below one who was: all others are still in the tree of every
 * member who earned from them. The stream is a literal, as in the index of the moves: with a parameter in its place, a
 * plan for all values reads the whole network.
 */
async function listLivesElsewhere(db: ReadDatabase, viewerId: number): Promise<Life[]> {
  const { rows } = await sql<Life>`
    with moved as materialized (
      select distinct (data->>'userId')::integer as user_id from ledger_events
      where stream_id = ${sql.lit(networkStream)} and type in ('DistributorMoved', 'StockistMoved')
    ), candidate as materialized (
      select distinct path.descendant_id as user_id
      from moved join projection.member_path path on path.ancestor_id = moved.user_id
    )
    select life.user_id as "userId", life.level
    from (
      select user_id, level, user_id as node_id from projection.member
      union all
      select user_id, 2, uplifted_under_id from projection.member where uplift_position is not null
    ) life
    where life.user_id in (select user_id from candidate) and life.user_id <> ${viewerId}
      and not exists (select from projection.member_path scope
        where scope.ancestor_id = ${viewerId} and scope.descendant_id = life.node_id)`.execute(db);
  return rows;
}

/** Paid and unpaid commission, split at the cut-off of the last paid request, and the leader bonus in both. */
function commissionSums(viewer: NonNullable<Viewer>): RawBuilder<unknown> {
  const isSince = sql`entry.position > ${viewer.cutoff}::bigint`;
  const isLeader = sql`entry.kind in ('leader', 'reversal-of-leader')`;
  return sql`coalesce(sum(entry.amount) filter (where not ${isSince}), 0)::bigint as paid,
    coalesce(sum(entry.amount) filter (where ${isSince}), 0)::bigint as unpaid,
    coalesce(sum(entry.amount) filter (where ${isLeader}), 0)::bigint as "leaderBonus",
    coalesce(sum(entry.amount) filter (where ${isLeader} and ${isSince}), 0)::bigint
      as "leaderBonusSinceLastPayout"`;
}
