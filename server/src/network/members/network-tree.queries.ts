import {
  type NetworkTree,
  type ReadTree,
  siblingsPerPage,
  type TreeNode,
} from "@portal/shared/network/network-tree.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { MemberLevel } from "@portal/shared/platform/roles.ts";
import { type RawBuilder, sql } from "kysely";
import type { Caller, SignedInUser } from "../../caller.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { likePattern } from "../../platform/db/list-filters.ts";
import { findViewer, requireWithin, type Top } from "./network-scope.queries.ts";
import {
  type Life,
  type LifeFigures,
  type OwnFigures,
  readLifeFigures,
  readOwnFigures,
} from "./network-tree-figures.queries.ts";
import { loadRegion } from "../../platform/db/region.queries.ts";

/**
 * A distributor's own tree, or any member's as that member sees it; the whole forest for an admin. An
 * answer holds the first generations only; the rest is asked for by `under` and `page`.
 *
 * @throws DomainError access.forbidden, network.unknown-member, network.wrong-kind
 */
export async function readTree(
  { readDb: db, shop }: Caller,
  user: SignedInUser,
  input: ReadTree,
): Promise<NetworkTree> {
  const viewer = await findViewer(db, user, input.of);
  const { currency, unitValue } = await loadRegion(db, shop.region);
  const top = viewer?.id ?? null;
  const places = await listFirst(db, top, input);
  const isSearch = input.search !== undefined;
  const branches = await growBranches(db, places, {
    depth: isSearch ? 1 : input.depth,
    showDeleted: input.showDeleted,
  });
  const all = branches.flatMap(allPlacesOf);
  const showsViewer = all.some(({ userId, isEarlier }) => userId === top && !isEarlier);
  const [figuresOf, own, ways] = await Promise.all([
    readLifeFigures(db, viewer, all),
    viewer !== null && showsViewer ? readOwnFigures(db, viewer) : null,
    isSearch ? listWays(db, top, places) : null,
  ]);
  return {
    nodes: branches.map((branch) => nodeOf(branch, { top, unitValue, figuresOf, own, ways })),
    total: places[0]?.siblings ?? 0,
    currency,
  };
}

/** The first generation of the answer, or the matches of a search. */
async function listFirst(db: ReadDatabase, top: Top, input: ReadTree): Promise<TreePlace[]> {
  const { search, under, showDeleted, page } = input;
  if (search !== undefined) return findPlaces(db, { search, top, showDeleted });
  if (under !== undefined) return listUnder(db, top, { ...input, under });
  return top === null
    ? listSiblings(db, { under: null, showDeleted, page })
    : listOwnPlaces(db, top);
}

async function listUnder(
  db: ReadDatabase,
  top: Top,
  { under, showDeleted, page }: ReadTree & { under: string },
): Promise<TreePlace[]> {
  const [id, earlierLife] = under.split("@");
  const userId = Number(id);
  if (earlierLife === undefined) {
    await requireWithin(db, top, userId);
    return listSiblings(db, { under: userId, showDeleted, page });
  }
  if (!(await hasEarlierLife(db, top, userId)))
    throw new DomainError("network.unknown-member", under);
  // Everybody below went along into the present life.
  return [];
}

/** What the nodes of one answer are made with. */
type NodeTerms = Readonly<{
  /** The viewer's id. */
  top: Top;
  /** What one unit counts for in "total sales", minor units. */
  unitValue: number;
  figuresOf: (life: Life) => LifeFigures;
  /** Null where the viewer's own node is not in the answer. */
  own: OwnFigures | null;
  /** For a search: the way to each member above a match. */
  ways: ReadonlyMap<number, TreeNode["path"]> | null;
}>;

function nodeOf(branch: Branch, terms: NodeTerms): TreeNode {
  const { userId, isEarlier, upliftedAt } = branch;
  const wasUplifted = upliftedAt !== null;
  const own = userId === terms.top && !isEarlier ? terms.own : null;
  return {
    id: nodeIdOf(branch),
    userId,
    email: branch.email,
    label: branch.label,
    code: branch.code,
    level: branch.level,
    isStockist: branch.level === 4,
    school: branch.school,
    active: branch.active,
    ...salesOf(terms.figuresOf(branch), terms.unitValue),
    ...commissionOf(terms.figuresOf(branch), own),
    clonedFrom: wasUplifted && !isEarlier ? `${userId}@1` : null,
    clonedTo: isEarlier ? String(userId) : null,
    upgradeDate: isEarlier ? null : upliftedAt,
    childCount: branch.childCount,
    children: branch.children.map((child) => nodeOf(child, terms)),
    path: (branch.underId !== null && terms.ways?.get(branch.underId)) || [],
  };
}

/** "17" is the present life of member 17, "17@1" the one before its uplift. */
function nodeIdOf({ userId, isEarlier }: Pick<Branch, "userId" | "isEarlier">): string {
  return isEarlier ? `${userId}@1` : String(userId);
}

function salesOf({ units, unitsSinceLastPayout }: LifeFigures, unitValue: number) {
  return {
    totalSales: units * unitValue,
    totalSalesSinceLastPayout: unitsSinceLastPayout * unitValue,
    totalUnits: units,
    totalUnitsSinceLastPayout: unitsSinceLastPayout,
  };
}

/** The viewer's own node also carries what has no node of its own, and its credit. */
function commissionOf(figures: LifeFigures, own: OwnFigures | null) {
  const paid = figures.paid + (own ? own.former.paid + own.paidAhead : 0);
  const unpaid = figures.unpaid + (own ? own.former.unpaid - own.paidAhead : 0);
  const credit = own ? own.credit : figures.credit;
  return {
    totalCommPaid: paid,
    totalCommUnpaid: unpaid,
    totalCommCredit: credit,
    totalCommBalance: unpaid - credit,
    leaderBonus: figures.leaderBonus + (own ? own.former.leaderBonus : 0),
    leaderBonusSinceLastPayout:
      figures.leaderBonusSinceLastPayout + (own ? own.former.leaderBonusSinceLastPayout : 0),
    levelOneCommissionData: own ? own.levelOne : null,
    formerCommission: own ? { paid: own.former.paid, unpaid: own.former.unpaid } : null,
  };
}

/** A place with those below it, as far as they were read. */
type Branch = TreePlace & Readonly<{ childCount: number; children: readonly Branch[] }>;

/** Generations are added to the first one until an answer holds about so many; a click brings the rest. */
const childrenMax = 100;

async function growBranches(
  db: ReadDatabase,
  places: readonly TreePlace[],
  { depth, showDeleted }: Readonly<{ depth: number; showDeleted: boolean }>,
): Promise<Branch[]> {
  const present = places.filter(({ isEarlier }) => !isEarlier).map(({ userId }) => userId);
  const counts = await countChildren(db, present, { showDeleted });
  const opened = depth > 1 ? firstOf(present, counts) : [];
  const children = opened.length > 0 ? await listChildren(db, opened, { showDeleted }) : [];
  const grown =
    children.length > 0 ? await growBranches(db, children, { depth: depth - 1, showDeleted }) : [];

  const under = Map.groupBy(grown, ({ underId }) => underId);
  return places.map((place) => ({
    ...place,
    childCount: place.isEarlier ? 0 : (counts.get(place.userId) ?? 0),
    children: place.isEarlier ? [] : (under.get(place.userId) ?? []),
  }));
}

function allPlacesOf(branch: Branch): TreePlace[] {
  return [branch, ...branch.children.flatMap(allPlacesOf)];
}

/** Those whose children have room in the answer, from the first on. */
function firstOf(userIds: readonly number[], counts: ReadonlyMap<number, number>): number[] {
  const opened: number[] = [];
  let children = 0;
  for (const userId of userIds) {
    const count = Math.min(counts.get(userId) ?? 0, siblingsPerPage);
    if (count === 0) continue;
    children += count;
    if (children > childrenMax) break;
    opened.push(userId);
  }
  return opened;
}

/**
 * Where somebody stands: a member's present place, or the one that it had before its uplift. What an
 * earlier life sold, it sold at level 2; nothing but an uplift changes a level, so that a member's id
 * with a level names one life.
 */
type TreePlace = Readonly<{
  userId: number;
  isEarlier: boolean;
  /** Present member above; null at the top of the forest. */
  underId: number | null;
  level: MemberLevel;
  label: string;
  email: string;
  code: string;
  school: boolean;
  active: boolean;
  upliftedAt: string | null;
  /** How many stand under the same member, or match the same search. */
  siblings: number;
}>;

type Visible = Readonly<{ showDeleted: boolean }>;

const matchesMax = 50;

/** The viewer's own place, and its earlier life unless that stands somewhere in its tree. */
function listOwnPlaces(db: ReadDatabase, viewerId: number): Promise<TreePlace[]> {
  return listPlaces(
    db,
    sql`place.user_id = ${viewerId} and not (place.is_earlier and ${isBelow(viewerId, sql`place.under_id`)})`,
    { first: 0, last: 2 },
    sql`true`,
  );
}

/** A page of those directly below a member, or of those who stand alone. */
function listSiblings(
  db: ReadDatabase,
  { under, page, ...visible }: Visible & Readonly<{ under: Top; page: number }>,
): Promise<TreePlace[]> {
  const first = (page - 1) * siblingsPerPage;
  const condition = under === null ? sql`place.under_id is null` : sql`place.under_id = ${under}`;
  return listPlaces(db, sql`${condition} and ${isVisible(visible)}`, {
    first,
    last: first + siblingsPerPage,
  });
}

/** The first page below each of several members. */
function listChildren(
  db: ReadDatabase,
  under: readonly number[],
  visible: Visible,
): Promise<TreePlace[]> {
  return listPlaces(db, sql`place.under_id = any(${under}) and ${isVisible(visible)}`, {
    first: 0,
    last: siblingsPerPage,
  });
}

/** How many stand directly below each of several members. */
async function countChildren(
  db: ReadDatabase,
  under: readonly number[],
  visible: Visible,
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ underId: number; count: number }>`
    select place.under_id as "underId", count(*) as count
    from ${places} place join projection.member member on member.user_id = place.user_id
    where place.under_id = any(${under}) and ${isVisible(visible)}
    group by place.under_id`.execute(db);
  return new Map(rows.map(({ underId, count }) => [underId, count]));
}

/** At most fifty whose name, email or code holds the text; `siblings` counts all of them. */
async function findPlaces(
  db: ReadDatabase,
  { search, top, ...visible }: Visible & Readonly<{ search: string; top: Top }>,
): Promise<TreePlace[]> {
  const pattern = likePattern(search);
  const matches = sql`(${label} ilike ${pattern} or account.email ilike ${pattern} or member.code ilike ${pattern})`;
  const isWithin =
    top === null
      ? sql`true`
      : sql`(place.user_id = ${top}
          or ${isBelow(top, sql`case when place.is_earlier then place.under_id else place.user_id end`)})`;
  return listPlaces(
    db,
    sql`${matches} and ${isWithin} and ${isVisible(visible)}`,
    { first: 0, last: matchesMax },
    sql`true`,
  );
}

/** Whether the earlier life of a member is a node of this tree. */
async function hasEarlierLife(db: ReadDatabase, top: Top, userId: number): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    select ${top === null ? sql`true` : sql`place.user_id = ${top} or ${isBelow(top, sql`place.under_id`)}`} as there
    from ${places} place where place.is_earlier and place.user_id = ${userId}`.execute(db);
  return rows[0]?.there ?? false;
}

/** Per member above these places, the way from the top down to it, itself included. */
async function listWays(
  db: ReadDatabase,
  top: Top,
  below: readonly TreePlace[],
): Promise<ReadonlyMap<number, { id: string; label: string }[]>> {
  const { rows } = await sql<{ to: number; userId: number; label: string }>`
    select way.descendant_id as "to", way.ancestor_id as "userId", ${label} as label
    from projection.member_path way
    join projection.member member on member.user_id = way.ancestor_id
    left join account on account.id = way.ancestor_id
    where way.descendant_id = any(${[...new Set(below.map(({ underId }) => underId))]})
      and ${top === null ? sql`true` : isBelow(top, sql`way.ancestor_id`)}
    order by way.depth desc`.execute(db);
  const ways = new Map<number, { id: string; label: string }[]>();
  for (const { to, userId, label: name } of rows) {
    const way = ways.get(to) ?? [];
    way.push({ id: String(userId), label: name });
    ways.set(to, way);
  }
  return ways;
}

const places = sql`(
  select user_id, false as is_earlier, parent_id as under_id, level, active from projection.member
  union all
  select user_id, true, uplifted_under_id, 2, active from projection.member
  where uplifted_under_id is not null)`;

/** A member whom an older system knew, and nobody's account tells the name of, goes by its code. */
const label = sql<string>`coalesce(nullif(trim(account.first_name || ' ' || account.last_name), ''), member.code)`;

/** In the order of names; `first` is left out, `last` is not. Counted anew under each member. */
async function listPlaces(
  db: ReadDatabase,
  condition: RawBuilder<unknown>,
  { first, last }: Readonly<{ first: number; last: number }>,
  among: RawBuilder<unknown> = sql`place.under_id`,
): Promise<TreePlace[]> {
  const { rows } = await sql<TreePlace>`
    select "userId", "isEarlier", "underId", level, label, email, code, school, active, "upliftedAt", siblings
    from (
      select place.user_id as "userId", place.is_earlier as "isEarlier", place.under_id as "underId",
        place.level, ${label} as label, coalesce(account.email, '') as email, member.code,
        coalesce(account.school, false) as school, member.active, member.uplifted_at as "upliftedAt",
        count(*) over (partition by ${among}) as siblings,
        row_number() over (
          partition by ${among} order by lower(${label}), place.user_id, place.is_earlier) as nth
      from ${places} place
      join projection.member member on member.user_id = place.user_id
      left join account on account.id = place.user_id
      where ${condition}
    ) sibling
    where nth > ${first} and nth <= ${last}
    order by nth`.execute(db);
  return rows;
}

/** Somebody inactive is kept in view while there is an active one to be reached through it. */
function isVisible({ showDeleted }: Visible): RawBuilder<unknown> {
  if (showDeleted) return sql`true`;
  return sql`(place.active or not place.is_earlier and exists (
    select from projection.member_path way join ${places} below on below.under_id = way.descendant_id
    where way.ancestor_id = place.user_id and below.active))`;
}

function isBelow(top: number, userId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`exists (select from projection.member_path scope
    where scope.ancestor_id = ${top} and scope.descendant_id = ${userId})`;
}
