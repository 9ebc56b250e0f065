import {
  type NetworkTree,
  type ReadTree,
  siblingsPerPage,
  type TreeNode,
} from "@portal/shared/network/network-tree.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { MemberLevel } from "@portal/shared/platform/roles.ts";
import { type RawBuilder, sql, type SqlBool } from "kysely";
import type { Caller } from "../../caller.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { everyWord, isNamed } from "../../platform/db/list-filters.ts";
import { findViewer, requireWithin, type Top } from "./network-scope.queries.ts";
import {
  type Life,
  type LifeFigures,
  type OwnFigures,
  readLifeFigures,
  readOwnFigures,
} from "./network-tree-figures.queries.ts";
import { shownRegion } from "../../platform/db/region.queries.ts";

/**
 * A member's tree as that member sees it, or for an admin the whole forest. The answer holds the first generations
 * only; clients request the rest with `under` and `page`.
 *
 * @throws DomainError access.forbidden, network.unknown-member, network.wrong-kind
 */
export async function readTree(
  { readDb: db, shop }: Caller,
  user: SignedInUser,
  input: ReadTree,
): Promise<NetworkTree> {
  const viewer = await findViewer(db, user, input.of);
  const { currency, unitValue } = await shownRegion(db, shop.region);
  const top = viewer?.id ?? null;
  const rows = await listFirst(db, top, input);
  const isSearch = input.search !== undefined;
  const branches = await growBranches(db, rows, isSearch ? 1 : input.depth, input.showDeleted);
  const all = branches.flatMap(allNodesOf);
  const showsViewer = all.some(({ userId, isEarlier }) => userId === top && !isEarlier);
  const [figuresOf, own, paths] = await Promise.all([
    readLifeFigures(db, viewer, all),
    viewer !== null && showsViewer ? readOwnFigures(db, viewer) : null,
    isSearch ? listPaths(db, top, rows) : null,
  ]);
  return {
    nodes: branches.map((branch) => nodeOf(branch, { top, unitValue, figuresOf, own, paths })),
    total: rows[0]?.siblings ?? 0,
    currency,
  };
}

/** The top generation of the answer, or the matches of a search. */
async function listFirst(db: ReadDatabase, top: Top, input: ReadTree): Promise<NodeRow[]> {
  const { search, under } = input;
  if (search !== undefined) return findNodes(db, top, search, input.showDeleted);
  if (under !== undefined) return listUnder(db, top, under, input);
  return top === null ? listPage(db, sql`node.under_id is null`, input) : listOwnNodes(db, top);
}

async function listUnder(
  db: ReadDatabase,
  top: Top,
  under: string,
  input: ReadTree,
): Promise<NodeRow[]> {
  const [id, earlierLife] = under.split("@");
  const userId = Number(id);
  if (earlierLife === undefined) {
    await requireWithin(db, top, userId);
    return listPage(db, sql`node.under_id = ${userId}`, input);
  }
  if (!(await hasEarlierLife(db, top, userId)))
    throw new DomainError("network.unknown-member", under);
  // All members below moved to the present life.
  return [];
}

/** What all nodes of one answer share. */
type NodeTerms = Readonly<{
  /** The viewer's id. */
  top: Top;
  /** What one unit counts for in "total sales", minor units. */
  unitValue: number;
  figuresOf: (life: Life) => LifeFigures;
  /** Null if the viewer's own node is not in the answer. */
  own: OwnFigures | null;
  /** For a search: the path to each member above a match. */
  paths: ReadonlyMap<number, TreeNode["path"]> | null;
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
    path: (branch.underId !== null && terms.paths?.get(branch.underId)) || [],
  };
}

/** "17" is the present life of member 17, "17@1" its life before the uplift. */
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

/** The viewer's own node also carries the commission from sellers without a node, and its credit. */
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

/** A node with the children that were loaded. */
type Branch = NodeRow & Readonly<{ childCount: number; children: readonly Branch[] }>;

/** Generations are added until the answer holds about this many nodes; the client loads the rest on demand. */
const childrenMax = 100;

async function growBranches(
  db: ReadDatabase,
  rows: readonly NodeRow[],
  depth: number,
  showDeleted: boolean,
): Promise<Branch[]> {
  const present = rows.filter(({ isEarlier }) => !isEarlier).map(({ userId }) => userId);
  const counts = await countChildren(db, present, showDeleted);
  const opened = depth > 1 ? firstOf(present, counts) : [];
  const isUnder = sql`node.under_id = any(${opened})`;
  const children = opened.length > 0 ? await listPage(db, isUnder, { page: 1, showDeleted }) : [];
  const grown = children.length > 0 ? await growBranches(db, children, depth - 1, showDeleted) : [];

  const under = Map.groupBy(grown, ({ underId }) => underId);
  return rows.map((row) => ({
    ...row,
    childCount: row.isEarlier ? 0 : (counts.get(row.userId) ?? 0),
    children: row.isEarlier ? [] : (under.get(row.userId) ?? []),
  }));
}

function allNodesOf(branch: Branch): NodeRow[] {
  return [branch, ...branch.children.flatMap(allNodesOf)];
}

/** The first members, in order, whose children fit in the answer. */
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
 * The position of one life of a member: the present one, or the one before its uplift. An earlier life sold at
 * level 2. Only an uplift changes a level, so a member's id and a level identify one life.
 */
type NodeRow = Readonly<{
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
  /** The number of nodes below the same member, or of matches of the search. */
  siblings: number;
}>;

const matchesMax = 50;

/** The viewer's own node, and its earlier life unless that is already in its tree. */
function listOwnNodes(db: ReadDatabase, viewerId: number): Promise<NodeRow[]> {
  return listNodes(
    db,
    sql`node.user_id = ${viewerId} and not (node.is_earlier and ${isBelow(viewerId, sql`node.under_id`)})`,
    { first: 0, last: 2 },
    sql`true`,
  );
}

/** A page of the nodes directly below each of some members, or of those without a parent. */
function listPage(
  db: ReadDatabase,
  isUnder: RawBuilder<unknown>,
  { page, showDeleted }: Pick<ReadTree, "page" | "showDeleted">,
): Promise<NodeRow[]> {
  const first = (page - 1) * siblingsPerPage;
  const last = first + siblingsPerPage;
  return listNodes(db, sql`${isUnder} and ${isVisible(showDeleted)}`, { first, last });
}

/** The number of nodes directly below each of several members. */
async function countChildren(
  db: ReadDatabase,
  under: readonly number[],
  showDeleted: boolean,
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ underId: number; count: number }>`
    select node.under_id as "underId", count(*) as count
    from ${nodes} node join projection.member member on member.user_id = node.user_id
    where node.under_id = any(${under}) and ${isVisible(showDeleted)}
    group by node.under_id`.execute(db);
  return new Map(rows.map(({ underId, count }) => [underId, count]));
}

/** At most fifty nodes whose name, email or code contains each word; `siblings` counts all matches. */
async function findNodes(
  db: ReadDatabase,
  top: Top,
  search: string,
  showDeleted: boolean,
): Promise<NodeRow[]> {
  const matches = everyWord(
    search,
    (word) =>
      sql<SqlBool>`(${isNamed("account", word)} or account.email ilike ${word} or member.code ilike ${word})`,
  );
  const isWithin =
    top === null
      ? sql`true`
      : sql`(node.user_id = ${top}
          or ${isBelow(top, sql`case when node.is_earlier then node.under_id else node.user_id end`)})`;
  return listNodes(
    db,
    sql`${matches} and ${isWithin} and ${isVisible(showDeleted)}`,
    { first: 0, last: matchesMax },
    sql`true`,
  );
}

/** Whether the earlier life of a member is a node of this tree. */
async function hasEarlierLife(db: ReadDatabase, top: Top, userId: number): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    select ${top === null ? sql`true` : sql`node.user_id = ${top} or ${isBelow(top, sql`node.under_id`)}`} as there
    from ${nodes} node where node.is_earlier and node.user_id = ${userId}`.execute(db);
  return rows[0]?.there ?? false;
}

/** The path from the top down to each parent of these nodes, the parent included. */
async function listPaths(
  db: ReadDatabase,
  top: Top,
  below: readonly NodeRow[],
): Promise<ReadonlyMap<number, { id: string; label: string }[]>> {
  const { rows } = await sql<{ to: number; userId: number; label: string }>`
    select path.descendant_id as "to", path.ancestor_id as "userId", ${label} as label
    from projection.member_path path
    join projection.member member on member.user_id = path.ancestor_id
    left join account on account.id = path.ancestor_id
    where path.descendant_id = any(${[...new Set(below.map(({ underId }) => underId))]})
      and ${top === null ? sql`true` : isBelow(top, sql`path.ancestor_id`)}
    order by path.depth desc`.execute(db);
  const paths = new Map<number, { id: string; label: string }[]>();
  for (const { to, userId, label: name } of rows) {
    const path = paths.get(to) ?? [];
    path.push({ id: String(userId), label: name });
    paths.set(to, path);
  }
  return paths;
}

const nodes = sql`(
  select user_id, false as is_earlier, parent_id as under_id, level, active from projection.member
  union all
  select user_id, true, uplifted_under_id, 2, active from projection.member
  where uplifted_under_id is not null)`;

/** A member imported from an older system without an account is shown by its code. */
const label = sql<string>`coalesce(nullif(trim(account.first_name || ' ' || account.last_name), ''), member.code)`;

/** Ordered by name and numbered from 1 within `among`: the rows after `first`, up to and including `last`. */
async function listNodes(
  db: ReadDatabase,
  condition: RawBuilder<unknown>,
  { first, last }: Readonly<{ first: number; last: number }>,
  among: RawBuilder<unknown> = sql`node.under_id`,
): Promise<NodeRow[]> {
  const { rows } = await sql<NodeRow>`
    select "userId", "isEarlier", "underId", level, label, email, code, school, active, "upliftedAt", siblings
    from (
      select node.user_id as "userId", node.is_earlier as "isEarlier", node.under_id as "underId",
        node.level, ${label} as label, coalesce(account.email, '') as email, member.code,
        coalesce(account.school, false) as school, member.active, member.uplifted_at as "upliftedAt",
        count(*) over (partition by ${among}) as siblings,
        row_number() over (
          partition by ${among} order by lower(${label}), node.user_id, node.is_earlier) as nth
      from ${nodes} node
      join projection.member member on member.user_id = node.user_id
      left join account on account.id = node.user_id
      where ${condition}
    ) sibling
    where nth > ${first} and nth <= ${last}
    order by nth`.execute(db);
  return rows;
}

/** An inactive member stays visible while an active one is below it. */
function isVisible(showDeleted: boolean): RawBuilder<unknown> {
  if (showDeleted) return sql`true`;
  return sql`(node.active or not node.is_earlier and exists (
    select from projection.member_path path join ${nodes} below on below.under_id = path.descendant_id
    where path.ancestor_id = node.user_id and below.active))`;
}

function isBelow(top: number, userId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`exists (select from projection.member_path scope
    where scope.ancestor_id = ${top} and scope.descendant_id = ${userId})`;
}
