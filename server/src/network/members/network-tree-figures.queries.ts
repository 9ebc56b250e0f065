import type { LevelOneCommission } from "@portal/shared/network/network-tree.ts";
import type { MemberLevel } from "@portal/shared/platform/roles.ts";
import { type RawBuilder, sql } from "kysely";
import type { ReadDatabase } from "../../platform/db/database.ts";
import type { Viewer } from "./network-scope.queries.ts";
import { networkStream } from "./network.events.ts";

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

/** Of the viewer alone, for its own node. */
export async function readOwnFigures(
  db: ReadDatabase,
  viewer: NonNullable<Viewer>,
): Promise<OwnFigures> {
  const [wallet, former] = await Promise.all([
    getOwnWallet(db, viewer.id),
    readFormerEarnings(db, viewer),
  ]);
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
      case when wallet.last_paid_cutoff > 0 then coalesce((
          select sum(entry.amount)::bigint from projection.commission_entry entry
          where entry.beneficiary_id = member.user_id and entry.position > wallet.last_paid_cutoff
            and entry.kind in ('leader', 'reversal-of-leader')), 0)
        else coalesce(wallet.leader_bonus, 0) end as "bonusSinceLastPayout",
      (select count(*) from projection.member below
        where below.parent_id = member.user_id and below.level = 1 and below.active) as "levelOnes"
    from projection.member left join projection.wallet on wallet.user_id = member.user_id
    where member.user_id = ${userId}`.execute(db);
  const [own] = rows;
  if (!own) throw new Error(`member ${userId} left the network`);
  return own;
}

/** For a statement that has joined the wallet of whom a row is about: in the forest it is the viewer. */
export function cutoffOf(viewer: Viewer): RawBuilder<number> {
  return viewer === null
    ? sql`coalesce(wallet.last_paid_cutoff, 0)`
    : sql`${viewer.cutoff}::bigint`;
}

function keyOf({ userId, level }: Life): string {
  return `${userId} at ${level}`;
}

/**
 * All that somebody ever sold is in the wallet; only what was sold since is added up, by an index that
 * holds the units. Somebody with two lives has few of these, so their entries are looked at one by one.
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
 * What the viewer earned from sales of these. A commission stands at the position of its sale, so that
 * the sellers' index leads to it one by one. Left to itself the planner would rather read all that a
 * viewer at the top of a large tree ever earned, which `offset 0` keeps it from.
 */
async function readEarningsFrom(
  db: ReadDatabase,
  viewer: NonNullable<Viewer>,
  userIds: readonly number[],
) {
  const { rows } = await sql<Life & Omit<Earned, "credit">>`
    select sale.seller_id as "userId", entry.seller_level as level, ${paidAndUnpaid(viewer)}
    from (
      select distinct seller_id, position from projection.sale_entry where seller_id = any(${userIds})
    ) sale
    cross join lateral (
      select made.position, made.seller_level, made.amount
      from projection.commission_entry made
      where made.position = sale.position and made.seller_id = sale.seller_id
        and made.beneficiary_id = ${viewer.id}
      offset 0
    ) entry
    group by sale.seller_id, entry.seller_level`.execute(db);
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
 * What the viewer earned from lives that have no node in its tree. The planner is handed their ids, so
 * that it begins with the fewer: with their sales, or with what the viewer earned.
 */
async function readFormerEarnings(db: ReadDatabase, viewer: NonNullable<Viewer>) {
  const elsewhere = await listLivesElsewhere(db, viewer.id);
  const userIds = [...new Set(elsewhere.map(({ userId }) => userId))];
  const former = { paid: 0, unpaid: 0 };
  if (userIds.length === 0) return former;

  const { rows } = await sql<Life & Omit<Earned, "credit">>`
    select entry.seller_id as "userId", entry.seller_level as level, ${paidAndUnpaid(viewer)}
    from projection.commission_entry entry
    where entry.beneficiary_id = ${viewer.id} and entry.seller_id = any(${userIds})
      and entry.position in (
        select sale.position from projection.sale_entry sale where sale.seller_id = any(${userIds}))
    group by entry.seller_id, entry.seller_level`.execute(db);
  const keys = new Set(elsewhere.map(keyOf));
  for (const row of rows) {
    if (!keys.has(keyOf(row))) continue;
    former.paid += row.paid;
    former.unpaid += row.unpaid;
  }
  return former;
}

/**
 * Of those who were moved themselves or stand below somebody who was: whoever was not is still in the
 * tree of everybody who ever earned from it.
 */
async function listLivesElsewhere(db: ReadDatabase, viewerId: number): Promise<Life[]> {
  const { rows } = await sql<Life>`
    with moved as materialized (
      select distinct (data->>'userId')::integer as user_id from ledger_events
      where stream_id = ${networkStream} and type in ('DistributorMoved', 'StockistMoved')
    ), candidate as materialized (
      select distinct way.descendant_id as user_id
      from moved join projection.member_path way on way.ancestor_id = moved.user_id
    )
    select life.user_id as "userId", life.level
    from (
      select user_id, level, user_id as place_id from projection.member
      union all
      select user_id, 2, uplifted_under_id from projection.member where uplift_position is not null
    ) life
    where life.user_id in (select user_id from candidate) and life.user_id <> ${viewerId}
      and not exists (select from projection.member_path scope
        where scope.ancestor_id = ${viewerId} and scope.descendant_id = life.place_id)`.execute(db);
  return rows;
}

/** Up to the cut-off of the last paid request, and after it. */
function paidAndUnpaid(viewer: Viewer): RawBuilder<unknown> {
  const cutoff = cutoffOf(viewer);
  return sql`coalesce(sum(entry.amount) filter (where entry.position <= ${cutoff}), 0)::bigint as paid,
    coalesce(sum(entry.amount) filter (where entry.position > ${cutoff}), 0)::bigint as unpaid`;
}
