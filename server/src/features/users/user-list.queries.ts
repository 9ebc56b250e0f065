import type { Page } from "@portal/shared/paging.ts";
import { type ShownRole, shownRole, shownRoles } from "@portal/shared/roles.ts";
import type { ListUsers } from "@portal/shared/users/user-list.ts";
import { type Expression, sql, type SqlBool } from "kysely";
import type { Caller, SignedInUser } from "../../caller.ts";
import { isMatch } from "./user-search.queries.ts";
import { type ListedUser, listedUserFrom, selectUsers } from "./user-row.queries.ts";
import { scopeOf } from "./user-scope.queries.ts";

export type UserList = Page<ListedUser> & { counts: Record<ShownRole, number> };

/** An admin sees everybody, a distributor the members below and the customers that they brought. */
export async function listUsers(
  { readDb }: Pick<Caller, "readDb">,
  user: SignedInUser,
  { page, pageSize, search, role, level, showDeleted, sort }: ListUsers,
): Promise<UserList> {
  const conditions: Expression<SqlBool>[] = [showDeleted ? isUnlisted : isListed];
  const scope = scopeOf(user);
  if (scope) conditions.push(scope);
  if (level) conditions.push(isOfLevel(level));
  if (search) conditions.push(await isMatch(readDb, search));
  const matching = readDb.selectFrom("account").where((account) => account.and(conditions));

  const counts = countsFrom(
    await matching
      .select(["role", "school", ({ fn }) => fn.countAll<number>().as("count")])
      .groupBy(["role", "school"])
      .execute(),
  );
  // Only the index is walked to a deep page; the people themselves are read for the page alone.
  const ids = (role ? matching.where(isOfRole(role)) : matching)
    .select("account.id")
    .orderBy(userOrders[sort.by][sort.direction])
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  const rows = await selectUsers(readDb)
    .innerJoin(ids.as("page"), "page.id", "account.id")
    .orderBy(userOrders[sort.by][sort.direction])
    .execute();
  return {
    rows: rows.map((row) => listedUserFrom(row, user)),
    total: role ? counts[role] : shownRoles.reduce((sum, each) => sum + counts[each], 0),
    counts,
  };
}

/** As the indexes of migration 0008 have it. */
export const isListed = sql<SqlBool>`account.active and account.email not like '%(inactive%'`;
const isUnlisted = sql<SqlBool>`(not account.active or account.email like '%(inactive%')`;

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

/** Whoever was never here stands after everybody who was. */
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
