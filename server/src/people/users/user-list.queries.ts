import { inactiveMark } from "@portal/shared/platform/constants.ts";
import type { ListUsers, UserQuestion } from "@portal/shared/people/users/user-list.ts";
import type { Page } from "@portal/shared/platform/paging.ts";
import { type ShownRole, shownRole, shownRoles } from "@portal/shared/platform/roles.ts";
import { type Expression, sql, type SqlBool } from "kysely";
import type { Caller } from "../../caller.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { likePattern, wordsOf } from "../../platform/db/list-filters.ts";
import { type ListedUser, listedUserFrom, scopeOf, selectUsers } from "./user.queries.ts";

export type UserList = Page<ListedUser> & { counts: Record<ShownRole, number> };

/** An admin sees all users, a distributor the members below and the customers that they brought. */
export async function listUsers(
  { readDb }: Pick<Caller, "readDb">,
  user: SignedInUser,
  query: ListUsers,
): Promise<UserList> {
  const { counts, ids } = await findPage(readDb, user, query);
  const rows = await selectUsersById(readDb, ids).execute();
  const { role } = query;
  return {
    rows: rows
      .toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
      .map((row) => listedUserFrom(row, user)),
    total: role ? counts[role] : shownRoles.reduce((sum, each) => sum + counts[each], 0),
    counts,
  };
}

/**
 * The ids on the page, and the count of each role. A broad query is answered from indexes alone; a narrow one is
 * materialized, so that its matches are found once for both.
 */
async function findPage(db: ReadDatabase, user: SignedInUser, query: ListUsers) {
  const { page, pageSize, search, role, level, sort } = query;
  const scope = scopeOf(user);
  const conditions =
    query.id === undefined
      ? await conditionsOf(db, scope, query)
      : [sql<SqlBool>`account.id = ${query.id}`, ...(scope ? [scope] : [])];
  // Two letters match nearly all users.
  const isNarrow =
    scope !== null || level !== undefined || query.id !== undefined || (search ?? "").length > 2;
  const { rows } = await sql<{ counted: Counted[]; ids: number[] }>`
    with matching as ${isNarrow ? sql`materialized` : sql`not materialized`} (
      select account.id, account.role, account.school, ${sortColumns[sort.by]} from account
      where ${sql.join(conditions, sql` and `)}
    ), counted as (
      select role, school, count(*) as count from matching group by role, school
    )
    select (select coalesce(json_agg(counted), '[]') from counted) as counted,
      array(
        select account.id from matching account where ${role ? isOfRole(role) : sql`true`}
        order by ${userOrders[sort.by][sort.direction]}
        limit ${pageSize} offset ${(page - 1) * pageSize}
      ) as ids`.execute(db);
  const [found] = rows;
  return { counts: countsFrom(found?.counted ?? []), ids: found?.ids ?? [] };
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

function isOfLevel(level: number): Expression<SqlBool> {
  return sql<SqlBool>`account.id in (
    select user_id from projection.member where level = ${level})`;
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
  const counts = { admin: 0, distributor: 0, stockist: 0, customer: 0, school: 0 };
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
  const inText = sql<SqlBool>`account.search_text like lower(${pattern})`;
  return ids.length > 0 ? sql<SqlBool>`(${inText} or account.id = any(${ids}::integer[]))` : inText;
}

/** "082 123 4567" is stored as "+27821234567": the digits that both share. Null for text that is no number. */
function nationalDigits(typed: string): string | null {
  if (!/^[\d\s()+-]{6,}$/.test(typed)) return null;
  const digits = typed.replaceAll(/\D/g, "").replace(/^0+/, "");
  return digits.length >= 5 ? digits : null;
}
