import { type Expression, sql, type SqlBool } from "kysely";
import { containing } from "../../platform/db/like-pattern.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";

/** Name, email, cell and company contain the term, a member's code does, or it is the person's id. */
export async function isMatch(db: ReadDatabase, search: string): Promise<Expression<SqlBool>> {
  // A member's code is in the network: looked up beforehand, so that the index of texts can be used.
  const withCode = await db
    .selectFrom("projection.member")
    .select("user_id")
    .where(sql<SqlBool>`lower(code) like lower(${containing(search)})`)
    .execute();
  const ids = withCode.map(({ user_id }) => user_id);
  if (/^\d{1,9}$/.test(search)) ids.push(Number(search));

  const matches = [sql<SqlBool>`account.search_text like lower(${containing(search)})`];
  const digits = nationalDigits(search);
  if (digits) matches.push(sql<SqlBool>`account.search_text like ${containing(digits)}`);
  if (ids.length > 0) matches.push(sql<SqlBool>`account.id = any(${ids}::integer[])`);
  return sql<SqlBool>`(${sql.join(matches, sql` or `)})`;
}

/** "082 123 4567" is kept as "+27821234567": what both have in common. Null for what is no number. */
function nationalDigits(typed: string): string | null {
  if (!/^[\d\s()+-]{6,}$/.test(typed)) return null;
  const digits = typed.replaceAll(/\D/g, "").replace(/^0+/, "");
  return digits.length >= 5 ? digits : null;
}
