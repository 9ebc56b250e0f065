import type { MemberLevel } from "@portal/shared/platform/roles.ts";
import { type RawBuilder, sql } from "kysely";
import type { ReadDatabase } from "../../platform/db/database.ts";
import type { Viewer } from "./network-scope.queries.ts";
import { cutoffOf } from "./network-tree-figures.queries.ts";

type LevelSales = Readonly<{
  members: number;
  units: number;
  unitsSinceLastPayout: number;
  /** What commission is reckoned on, minor units (docs/domain.md, "Commission" step 1). */
  commissionable: number;
  commissionableSinceLastPayout: number;
}>;
type Row = LevelSales & Readonly<{ level: MemberLevel }>;

const nothing: LevelSales = {
  members: 0,
  units: 0,
  unitsSinceLastPayout: 0,
  commissionable: 0,
  commissionableSinceLastPayout: 0,
};

/** What all lives in a tree sold, by the level that they sold at; members by the level of today. */
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
  return (level) => sums.get(level) ?? nothing;
}

function plus(sum: LevelSales = nothing, part: LevelSales): LevelSales {
  return {
    members: sum.members + part.members,
    units: sum.units + part.units,
    unitsSinceLastPayout: sum.unitsSinceLastPayout + part.unitsSinceLastPayout,
    commissionable: sum.commissionable + part.commissionable,
    commissionableSinceLastPayout:
      sum.commissionableSinceLastPayout + part.commissionableSinceLastPayout,
  };
}

/** Whoever had one life only has its sales in the wallet: all of them, where nothing was paid yet. */
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
    where ${isInTree(viewer, sql`member.user_id`)}
    group by member.level`.execute(db);
  return rows;
}

/** What they sold after a cut-off, each at the one level that it has. */
async function readSince(db: ReadDatabase, viewer: Viewer): Promise<Row[]> {
  if (viewer?.cutoff === 0) return [];
  const isSince =
    viewer === null
      ? // No cut-off lies before the first of them, which bounds what is read.
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
    where ${isSince} and ${isInTree(viewer, sql`entry.seller_id`)}
      and entry.seller_id not in (
        select user_id from projection.member where uplift_position is not null)
    group by entry.seller_level`.execute(db);
  return rows;
}

/** The lives of those who were uplifted, each where it stands. */
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
  const place = sql`case when entry.seller_level = 2 then member.uplifted_under_id else member.user_id end`;
  // The viewer's own earlier life is beside it wherever it stands.
  return viewer === null
    ? sql`true`
    : sql`(member.user_id = ${viewer.id} or ${isInTree(viewer, place)})`;
}

function isInTree(viewer: Viewer, userId: RawBuilder<unknown>): RawBuilder<unknown> {
  return viewer === null
    ? sql`true`
    : sql`${userId} in (
        select descendant_id from projection.member_path where ancestor_id = ${viewer.id})`;
}
