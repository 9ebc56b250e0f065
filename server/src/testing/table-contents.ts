import { type Kysely, sql } from "kysely";

/** The tables of the whole database, including the job queue and the ledger, that contain this text. */
export async function tablesWith<Tables>(db: Kysely<Tables>, text: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') order by 1`.execute(db);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql`
      select 1 from ${sql.raw(name)} t
      where t::text ilike ${`%${text}%`} or t::text ilike ${`%${Buffer.from(text).toString("hex")}%`}
      limit 1`.execute(db);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

/**
 * The row count and a digest of every table, so that a test can assert that nothing was changed. Needs a role that may
 * read everything.
 */
export async function tableContents<Tables>(db: Kysely<Tables>): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'projection') or tablename like 'job%' and schemaname = 'pgboss'
    order by 1`.execute(db);
  const contents: Record<string, string> = {};
  // One after the other: as one statement PostgreSQL shares them among workers, which takes six times as long.
  for (const { name } of tables) {
    const { rows } = await sql<{ digest: string }>`
      select count(*) || ' rows, ' || md5(coalesce(string_agg(t::text, e'\\n' order by t::text), '')) as digest
      from ${sql.raw(name)} t`.execute(db);
    contents[name] = rows.map(({ digest }) => digest).join("");
  }
  return contents;
}
