import { type Expression, sql, type SqlBool } from "kysely";
import { isOffice, type Viewer } from "./user.rules.ts";

/**
 * Whom this user may see: the office everybody; a distributor the members below, and the customers
 * whom they or those members brought; a level 3 stockists and customers only. Null for no limit.
 */
export function scopeOf(viewer: Viewer): Expression<SqlBool> | null {
  if (isOffice(viewer)) return null;
  const below = sql`
    select descendant_id from projection.member_path where ancestor_id = ${viewer.id} and depth > 0
    union all
    select brought.id from account brought
    join projection.member_path seller
      on seller.descendant_id = brought.parent_id and seller.ancestor_id = ${viewer.id}
    where brought.role = 'customer'`;
  return viewer.level === 3
    ? sql<SqlBool>`account.role in ('stockist', 'customer') and account.id in (${below})`
    : sql<SqlBool>`account.id in (${below})`;
}
