import { type Kysely, sql } from "kysely";

/**
 * Every table of the product with how many rows it has and a digest of them, so that a test can say
 * that nothing at all was changed. Needs somebody who may read everything.
 */
export async function tableContents<Tables>(db: Kysely<Tables>): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'projection') or tablename like 'job%' and schemaname = 'pgboss'
    order by 1`.execute(db);
  const selects = tables.map(
    ({ name }) => `select '${name}' as name,
      count(*) || ' rows, ' || md5(coalesce(string_agg(t::text, e'\\n' order by t::text), '')) as contents
      from ${name} t`,
  );
  const { rows } = await sql
    .raw<{ name: string; contents: string }>(selects.join(" union all "))
    .execute(db);
  return Object.fromEntries(rows.map(({ name, contents }) => [name, contents]));
}
