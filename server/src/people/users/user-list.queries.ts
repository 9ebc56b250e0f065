import { inactiveMark } from "@portal/shared/platform/constants.ts";
import type { ListUsers, UserQuestion } from "@portal/shared/people/users/user-list.ts";
import type { Page } from "@portal/shared/platform/paging.ts";
import { type ShownRole, shownRole, shownRoles } from "@portal/shared/platform/roles.ts";
import { wordsOf } from "@portal/shared/platform/texts.ts";
import { type Expression, type RawBuilder, sql, type SqlBool } from "kysely";
import { z } from "zod";
import type { Caller } from "../../caller.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { countedMax, foldedPattern, likePattern } from "../../platform/db/list-filters.ts";
import { rowOf } from "../../platform/db/rows.ts";
import { type ListedUser, listedUserFrom, scopeOf, selectUsers } from "./user.queries.ts";

export type UserList = Page<ListedUser> & {
  /** Whether there are more than `total`. */
  isCapped: boolean;
  counts: Record<ShownRole, number>;
  /** The roles that have more users than their count. */
  cappedRoles: ShownRole[];
};

/** An admin sees all users, a distributor the members below and the customers that they brought. */
export async function listUsers(
  { readDb }: Pick<Caller, "readDb">,
  user: SignedInUser,
  query: ListUsers,
): Promise<UserList> {
  const { counts, ids, total, isCapped, cappedRoles } = await findPage(readDb, user, query);
  const rows = await selectUsersById(readDb, ids).execute();
  return {
    rows: rows
      .toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
      .map((row) => listedUserFrom(row, user)),
    total,
    isCapped,
    counts,
    cappedRoles,
  };
}

type FoundPage = Omit<UserList, "rows"> & Readonly<{ ids: readonly number[] }>;

/** The ids on the page, and the count of each role. */
async function findPage(
  db: ReadDatabase,
  user: SignedInUser,
  query: ListUsers,
): Promise<FoundPage> {
  const { search, id, showDeleted } = query;
  const scope = scopeOf(user);
  const conditions =
    id === undefined
      ? await conditionsOf(db, scope, query)
      : [sql<SqlBool>`account.id = ${id}`, ...(scope ? [scope] : [])];
  // Two letters match nearly all users.
  const isNarrow = scope !== null || id !== undefined || (search ?? "").length > 2;
  return isNarrow || showDeleted
    ? countAll(db, sql.join(conditions, sql` and `), isNarrow, query)
    : countSome(db, sql.join(conditions, sql` and `), query);
}

/** A narrow list is materialized, so that its matches are found once for the page and the counts. */
async function countAll(
  db: ReadDatabase,
  isMatching: RawBuilder<unknown>,
  isNarrow: boolean,
  { role, sort, ...paging }: ListUsers,
): Promise<FoundPage> {
  const { rows } = await sql<{ counted: Counted[]; ids: number[] }>`
    with matching as ${isNarrow ? sql`materialized` : sql`not materialized`} (
      select account.id, account.role, account.school, ${sortColumns[sort.by]} from account
      where ${isMatching}
    ), counted as (
      select role, school, count(*) as count from matching group by role, school
    )
    select (select coalesce(json_agg(counted), '[]') from counted) as counted,
      array(
        select account.id from matching account where ${role ? isOfRole(role) : sql`true`}
        ${pageIn(sort, paging)}
      ) as ids`.execute(db);
  const [found] = rows;
  const counts = countsFrom(found?.counted ?? []);
  const total = totalOf(counts, role);
  return { counts, total, isCapped: false, cappedRoles: [], ids: found?.ids ?? [] };
}

function totalOf(counts: Record<ShownRole, number>, role: ShownRole | undefined): number {
  return role ? counts[role] : shownRoles.reduce((sum, each) => sum + counts[each], 0);
}

/**
 * Of a broad list: the page from the index of its sort order, and each role from the index of the roles. Where a role has
 * more than is counted, one user more than the page tells whether the list goes on.
 */
async function countSome(
  db: ReadDatabase,
  isMatching: RawBuilder<unknown>,
  { role, level, sort, ...paging }: ListUsers,
): Promise<FoundPage> {
  const { page, pageSize } = paging;
  // As a parameter it would count as a tenth of all users, for which other plans are better.
  const limit = sql.lit(countedMax + 1);
  const roleCounts = shownRoles.map((each) =>
    // No customer has a level, and to look for each of them among the members takes longest.
    level && each === "customer"
      ? sql`0 as ${sql.ref(each)}`
      : sql`(select count(*)::integer from (
          select from account where ${isOfRole(each)} and ${isMatching} limit ${limit}
        ) found) as ${sql.ref(each)}`,
  );
  const isAsked = role ? isOfRole(role) : sql`true`;
  const { rows } = await sql<Record<ShownRole, number> & { ids: number[] }>`
    select ${sql.join(roleCounts)}, array(
      select account.id from account where ${isAsked} and ${isMatching}
      ${pageIn(sort, paging, 1)}
    ) as ids`.execute(db);
  const [found] = rows;
  if (!found) throw new Error("the query of the users returned no row");
  const { ids: idsAndNext, ...counts } = found;
  const cappedRoles = shownRoles.filter((each) => counts[each] > countedMax);
  for (const each of cappedRoles) counts[each] = countedMax;
  const ids = idsAndNext.slice(0, pageSize);
  const counted = { counts, cappedRoles, ids };
  if (!cappedRoles.some((each) => role === undefined || each === role))
    return { ...counted, total: totalOf(counts, role), isCapped: false };
  const start = (page - 1) * pageSize;
  if (idsAndNext.length > pageSize)
    return { ...counted, total: Math.max(countedMax, start + pageSize), isCapped: true };
  if (ids.length > 0) return { ...counted, total: start + ids.length, isCapped: false };
  // A page after the last one.
  const all = await rowOf(
    db,
    countRow,
    sql`select count(*) as count from account where ${isAsked} and ${isMatching}`,
  );
  return { ...counted, total: all.count, isCapped: false };
}

const countRow = z.strictObject({ count: z.int() });

function pageIn(
  sort: ListUsers["sort"],
  { page, pageSize }: Pick<ListUsers, "page" | "pageSize">,
  more = 0,
): RawBuilder<unknown> {
  return sql`order by ${userOrders[sort.by][sort.direction]}
    limit ${pageSize + more} offset ${(page - 1) * pageSize}`;
}

async function conditionsOf(
  db: ReadDatabase,
  scope: Expression<SqlBool> | null,
  { search, level, showDeleted }: Pick<ListUsers, "search" | "level" | "showDeleted">,
): Promise<Expression<SqlBool>[]> {
  return [
    ...(showDeleted ? [sql<SqlBool>`true`] : [isListed]),
    ...(scope ? [scope] : []),
    ...(level ? [isOfLevel(level)] : []),
    ...(search ? [await isMatch(db, search)] : []),
  ];
}

const fileStep = 1000;

/** For exports, in the order of the list: the ids are read at once, the rows one batch at a time. */
export async function* listAllUsers(
  db: ReadDatabase,
  user: SignedInUser,
  { ids: chosenIds, role, sort, ...query }: UserQuestion,
): AsyncGenerator<ListedUser> {
  const scope = scopeOf(user);
  const conditions = chosenIds
    ? [sql<SqlBool>`account.id = any(${chosenIds})`, ...(scope ? [scope] : [])]
    : [...(role ? [isOfRole(role)] : []), ...(await conditionsOf(db, scope, query))];
  const { rows: found } = await sql<{ id: number }>`
    select account.id from account where ${sql.join(conditions, sql` and `)}
    order by ${userOrders[sort.by][sort.direction]}`.execute(db);
  for (let at = 0; at < found.length; at += fileStep) {
    const ids = found.slice(at, at + fileStep).map(({ id }) => id);
    const rows = new Map(
      (await selectUsersById(db, ids).execute()).map((row) => [row.id, row] as const),
    );
    for (const id of ids) {
      const row = rows.get(id);
      if (row) yield listedUserFrom(row, user);
    }
  }
}

function selectUsersById(db: ReadDatabase, ids: readonly number[]) {
  return selectUsers(db).where((account) =>
    account("account.id", "=", account.fn.any(account.val(ids))),
  );
}

/** Must match the partial indexes of `account` (migrations/0004-accounts.sql). */
export const isListed = sql<SqlBool>`account.active and account.email not like ${sql.lit(`%${inactiveMark}%`)}`;

export function isOfRole(role: ShownRole): Expression<SqlBool> {
  if (role === "school") return sql<SqlBool>`account.role = 'distributor' and account.school`;
  if (role === "distributor")
    return sql<SqlBool>`account.role = 'distributor' and not account.school`;
  return sql<SqlBool>`account.role = ${role}`;
}

/** `is true` keeps it from becoming a join, for which all members of the level would be sorted before the page is cut. */
function isOfLevel(level: number): Expression<SqlBool> {
  return sql<SqlBool>`(account.id in (
    select user_id from projection.member where level = ${level})) is true`;
}

const sortColumns = {
  id: sql`null as nothing`,
  name: sql`account.sort_name`,
  email: sql`account.email`,
  created: sql`account.created_at`,
  lastSeen: sql`account.last_seen_at`,
} as const;

/** Users who never signed in sort as the longest absent. */
export const userOrders = {
  id: { asc: sql`account.id`, desc: sql`account.id desc` },
  name: {
    asc: sql`account.sort_name, account.id`,
    desc: sql`account.sort_name desc, account.id desc`,
  },
  email: { asc: sql`account.email`, desc: sql`account.email desc` },
  created: {
    asc: sql`account.created_at, account.id`,
    desc: sql`account.created_at desc, account.id desc`,
  },
  lastSeen: {
    asc: sql`account.last_seen_at nulls first, account.id`,
    desc: sql`account.last_seen_at desc nulls last, account.id desc`,
  },
} as const;

type Counted = Readonly<{ role: Exclude<ShownRole, "school">; school: boolean; count: number }>;

function countsFrom(counted: readonly Counted[]): Record<ShownRole, number> {
  const counts = {
    admin: 0,
    accountant: 0,
    distributor: 0,
    stockist: 0,
    customer: 0,
    school: 0,
  };
  for (const each of counted) counts[shownRole(each)] += each.count;
  return counts;
}

/**
 * Name, email, cell, company or member's code contains each word of the search, in any order; or the whole search is a
 * phone number or the person's id.
 */
export async function isMatch(db: ReadDatabase, search: string): Promise<Expression<SqlBool>> {
  const words = await Promise.all(wordsOf(search).map((word) => hasWord(db, word)));
  const matches = [sql<SqlBool>`(${sql.join([sql`true`, ...words], sql` and `)})`];
  const digits = nationalDigits(search);
  if (digits) matches.push(sql<SqlBool>`account.search_text like ${likePattern(digits)}`);
  if (/^\d{1,9}$/.test(search)) matches.push(sql<SqlBool>`account.id = ${Number(search)}`);
  return sql<SqlBool>`(${sql.join(matches, sql` or `)})`;
}

async function hasWord(db: ReadDatabase, word: string): Promise<Expression<SqlBool>> {
  // Codes are in another table: looked up beforehand, so that the text index of `account` can be used.
  const pattern = likePattern(word);
  const withCode = await db
    .selectFrom("projection.member")
    .select("user_id")
    .where(sql<SqlBool>`lower(code) like lower(${pattern})`)
    .execute();
  const ids = withCode.map(({ user_id }) => user_id);
  const inText = sql<SqlBool>`account.search_text like ${foldedPattern(word)}`;
  return ids.length > 0 ? sql<SqlBool>`(${inText} or account.id = any(${ids}::integer[]))` : inText;
}

/** "082 123 4567" or "082.123.4567" is stored as "+27821234567": the digits that both share. Null for text that is no number. */
function nationalDigits(typed: string): string | null {
  if (!/^[\d\s()+.-]{6,}$/.test(typed)) return null;
  const digits = typed.replaceAll(/\D/g, "").replace(/^0+/, "");
  return digits.length >= 5 ? digits : null;
}
