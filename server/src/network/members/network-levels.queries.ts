import type { LevelTotals } from "@portal/shared/network/network-tree.ts";
import type { MemberLevel } from "@portal/shared/platform/roles.ts";
import { type RawBuilder, sql } from "kysely";
import type { Caller } from "../../caller.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { findViewer, isInTree, type Viewer } from "./network-scope.queries.ts";
import { cutoffOf, listFormerEarnings, ownEarnings } from "./network-tree-figures.queries.ts";
import { shownRegion } from "../../platform/db/region.queries.ts";

/**
 * Members, sales and commission per level 1 to 3 and for stockists, below a member or in the whole forest.
 *
 * @throws DomainError access.forbidden, network.unknown-member, network.wrong-kind
 */
export async function readLevels(
  { readDb: db, shop }: Caller,
  user: SignedInUser,
  of: number | undefined,
) {
  const viewer = await findViewer(db, user, of);
  const { currency, unitValue } = await shownRegion(db, shop.region);
  const [sales, commission] = await Promise.all([
    listLevelSales(db, viewer),
    viewer === null ? listForestCommission(db) : listTreeCommission(db, viewer),
  ]);
  const { levels, ...totals } = levelTotals(sales, commission, unitValue);
  return {
    currency,
    levels: levels.map(
      ({
        commissionable: _commissionable,
        commissionableSinceLastPayout: _sinceLastPayout,
        ...level
      }): LevelTotals => level,
    ),
    ...totals,
  };
}

/**
 * The sales of each level, and the commission on them. The commission of all levels and the leader bonus add up to what
 * the viewer's wallet accrued.
 */
export function levelTotals(
  sales: (level: MemberLevel) => LevelSales,
  { ofLevel, leader, lastPaidAt }: LevelCommission,
  unitValue: number,
) {
  return {
    levels: ([1, 2, 3, 4] as const).map((level) => {
      const sold = sales(level);
      const { amount, amountSinceLastPayout } = ofLevel(level);
      return {
        level,
        ...sold,
        totalSales: sold.units * unitValue,
        totalSalesSinceLastPayout: sold.unitsSinceLastPayout * unitValue,
        commission: amount,
        commissionSinceLastPayout: amountSinceLastPayout,
      };
    }),
    /** What level 1s earned as the leader of others; not part of any level. */
    leaderBonus: leader.amount,
    leaderBonusSinceLastPayout: leader.amountSinceLastPayout,
    /** When the viewer's last paid request was made; null if nothing has been paid, and for the forest. */
    lastPaidAt,
  };
}

type Commission = Readonly<{ amount: number; amountSinceLastPayout: number }>;

type LevelCommission = Readonly<{
  ofLevel: (level: MemberLevel) => Commission;
  leader: Commission;
  lastPaidAt: string | null;
}>;

const noCommission = { amount: 0, amountSinceLastPayout: 0 };
const leaderKinds = ["leader", "reversal-of-leader"] as const;

/** In the forest every member is its own viewer: sums what the lives of each level earned themselves. */
async function listForestCommission(db: ReadDatabase): Promise<LevelCommission> {
  const { rows } = await sql<{ level: number; leader: number; leaderSince: number } & Commission>`
    select level, sum(paid + unpaid - leader_bonus)::bigint as amount,
      sum(unpaid - leader_bonus_since)::bigint as "amountSinceLastPayout",
      sum(leader_bonus)::bigint as leader, sum(leader_bonus_since)::bigint as "leaderSince"
    from ${ownEarnings(() => sql`true`)} own group by level`.execute(db);
  return {
    ofLevel: (level) => rows.find((row) => row.level === level) ?? noCommission,
    leader: rows.reduce(
      (sum, { leader, leaderSince }) => ({
        amount: sum.amount + leader,
        amountSinceLastPayout: sum.amountSinceLastPayout + leaderSince,
      }),
      noCommission,
    ),
    lastPaidAt: null,
  };
}

/** Agrees with the nodes of the member's tree: earnings without a node of their own count for the viewer's node. */
async function listTreeCommission(
  db: ReadDatabase,
  viewer: NonNullable<Viewer>,
): Promise<LevelCommission> {
  const [commission, own, former] = await Promise.all([
    listLevelCommission(db, viewer),
    getLevelAndPaidAhead(db, viewer.id),
    listFormerEarnings(db, viewer),
  ]);
  const formerOf = (level?: MemberLevel): Commission =>
    former
      .filter((part) => level === undefined || part.level === level)
      .reduce(
        (sum, { paid, unpaid, leaderBonus, leaderBonusSinceLastPayout }) => ({
          amount: sum.amount + paid + unpaid - leaderBonus,
          amountSinceLastPayout: sum.amountSinceLastPayout + unpaid - leaderBonusSinceLastPayout,
        }),
        noCommission,
      );
  return {
    ...commission,
    ofLevel: (level) => {
      const { amount, amountSinceLastPayout } = commission.ofLevel(level);
      const gone = formerOf(level);
      const come = level === own.level ? formerOf() : noCommission;
      return {
        amount: amount - gone.amount + come.amount,
        amountSinceLastPayout:
          amountSinceLastPayout -
          gone.amountSinceLastPayout +
          come.amountSinceLastPayout -
          (level === own.level ? own.paidAhead : 0),
      };
    },
  };
}

/** For `paidAhead` see `OwnFigures`. */
async function getLevelAndPaidAhead(db: ReadDatabase, userId: number) {
  return db
    .selectFrom("projection.member")
    .leftJoin("projection.wallet", "projection.wallet.user_id", "projection.member.user_id")
    .select([
      "level",
      sql<number>`coalesce(paid - accrued_at_last_paid_cutoff, 0)::bigint`.as("paidAhead"),
    ])
    .where("projection.member.user_id", "=", userId)
    .executeTakeFirstOrThrow();
}

/** What the viewer earned, by the level at which the sellers sold, as in a wallet. */
export async function listLevelCommission(
  db: ReadDatabase,
  viewer: NonNullable<Viewer>,
): Promise<LevelCommission> {
  // Level 0 stands for the leader bonus, which belongs to no level.
  const { rows } = await sql<{ level: number } & Commission>`
    with viewer as (
      select user_id, last_paid_cutoff, commission_level1, commission_level2, commission_level3,
        commission_level4, leader_bonus
      from projection.wallet where user_id = ${viewer.id}
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
    ofLevel: (level) => sums.get(level) ?? noCommission,
    leader: sums.get(0) ?? noCommission,
    lastPaidAt: await findLastPaidAt(db, viewer.id),
  };
}

async function findLastPaidAt(db: ReadDatabase, viewerId: number): Promise<string | null> {
  const payout = await db
    .selectFrom("projection.payout_request")
    .select("requested_at as requestedAt")
    .where("user_id", "=", viewerId)
    .where("state", "in", ["paid", "returned"])
    .orderBy("cutoff_position", "desc")
    .limit(1)
    .executeTakeFirst();
  return payout?.requestedAt ?? null;
}

type LevelSales = Readonly<{
  members: number;
  units: number;
  unitsSinceLastPayout: number;
  /** The commissionable value, minor units (docs/domain.md, "Commission" step 1). */
  commissionable: number;
  commissionableSinceLastPayout: number;
}>;
type Row = LevelSales & Readonly<{ level: MemberLevel }>;

const noSales = {
  members: 0,
  units: 0,
  unitsSinceLastPayout: 0,
  commissionable: 0,
  commissionableSinceLastPayout: 0,
};

/** The sales of all lives in a tree, by the level at which they sold; members by their present level. */
export async function listLevelSales(
  db: ReadDatabase,
  viewer: Viewer,
): Promise<(level: MemberLevel) => LevelSales> {
  const parts = await Promise.all([
    readMembers(db, viewer),
    readSince(db, viewer),
    readTwoLives(db, viewer),
  ]);
  const sums = new Map<MemberLevel, LevelSales>();
  for (const { level, ...part } of parts.flat()) sums.set(level, plus(sums.get(level), part));
  return (level) => sums.get(level) ?? noSales;
}

function plus(sum: LevelSales = noSales, part: LevelSales): LevelSales {
  return {
    members: sum.members + part.members,
    units: sum.units + part.units,
    unitsSinceLastPayout: sum.unitsSinceLastPayout + part.unitsSinceLastPayout,
    commissionable: sum.commissionable + part.commissionable,
    commissionableSinceLastPayout:
      sum.commissionableSinceLastPayout + part.commissionableSinceLastPayout,
  };
}

/** The wallet holds all sales of a member with one life; if nothing has been paid, all are since the last payout. */
async function readMembers(db: ReadDatabase, viewer: Viewer): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select member.level, count(*) filter (where member.active) as members,
      coalesce(sum(wallet.units) filter (where member.uplift_position is null), 0)::bigint as units,
      coalesce(sum(wallet.units) filter (
        where member.uplift_position is null and ${cutoffOf(viewer)} = 0), 0)::bigint
        as "unitsSinceLastPayout",
      coalesce(sum(wallet.commissionable) filter (where member.uplift_position is null), 0)::bigint
        as commissionable,
      coalesce(sum(wallet.commissionable) filter (
        where member.uplift_position is null and ${cutoffOf(viewer)} = 0), 0)::bigint
        as "commissionableSinceLastPayout"
    from projection.member left join projection.wallet on wallet.user_id = member.user_id
    where ${isInTree(viewer?.id ?? null, sql`member.user_id`)}
    group by member.level`.execute(db);
  return rows;
}

/** Sales after a cut-off, of members with one life. */
async function readSince(db: ReadDatabase, viewer: Viewer): Promise<Row[]> {
  if (viewer?.cutoff === 0) return [];
  const isSince =
    viewer === null
      ? // The earliest cut-off bounds the entries that are read.
        sql`wallet.last_paid_cutoff > 0 and entry.position > wallet.last_paid_cutoff
          and entry.position > (
            select min(last_paid_cutoff) from projection.wallet where last_paid_cutoff > 0)`
      : sql`entry.position > ${viewer.cutoff}`;
  const { rows } = await sql<Row>`
    select entry.seller_level as level, 0 as members, 0 as units, 0 as commissionable,
      sum(entry.units)::bigint as "unitsSinceLastPayout",
      sum(entry.value)::bigint as "commissionableSinceLastPayout"
    from projection.sale_entry entry
    ${viewer === null ? sql`join projection.wallet on wallet.user_id = entry.seller_id` : sql``}
    where ${isSince} and ${isInTree(viewer?.id ?? null, sql`entry.seller_id`)}
      and entry.seller_id not in (
        select user_id from projection.member where uplift_position is not null)
    group by entry.seller_level`.execute(db);
  return rows;
}

/** The sales of uplifted members, for each life at its own position in the tree. */
async function readTwoLives(db: ReadDatabase, viewer: Viewer): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select entry.seller_level as level, 0 as members, sum(entry.units)::bigint as units,
      coalesce(sum(entry.units) filter (where entry.position > ${cutoffOf(viewer)}), 0)::bigint
        as "unitsSinceLastPayout",
      sum(entry.value)::bigint as commissionable,
      coalesce(sum(entry.value) filter (where entry.position > ${cutoffOf(viewer)}), 0)::bigint
        as "commissionableSinceLastPayout"
    from projection.member
    left join projection.wallet on wallet.user_id = member.user_id
    join projection.sale_entry entry on entry.seller_id = member.user_id
    where member.uplift_position is not null and ${isLifeInTree(viewer)}
    group by entry.seller_level`.execute(db);
  return rows;
}

function isLifeInTree(viewer: Viewer): RawBuilder<unknown> {
  const position = sql`case when entry.seller_level = 2 then member.uplifted_under_id else member.user_id end`;
  // The viewer's own earlier life is always shown beside it.
  return viewer === null
    ? sql`true`
    : sql`(member.user_id = ${viewer.id} or ${isInTree(viewer.id, position)})`;
}
