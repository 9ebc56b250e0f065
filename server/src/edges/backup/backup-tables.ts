import { sql } from "kysely";
import pg from "pg";
import type { Tx } from "../../platform/db/database.ts";

export type TableToCopy = Readonly<{ schema: string; name: string; columns: string[] }>;
export type SequenceValue = Readonly<{ schema: string; name: string; value: number }>;

/**
 * Every table of ours with its columns, ledger_head first: where the ledger ends decides which parts of it a restore
 * must make. What is queued to be done is not in it: a restored portal must not send yesterday's mails again.
 */
export async function tablesToCopy(tx: Tx): Promise<TableToCopy[]> {
  const { rows } = await sql<{ schema: string; name: string; columns: string[] }>`
    select n.nspname as schema, c.relname as name,
      array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = ''
    where n.nspname in ('public', 'projection') and c.relkind in ('r', 'p')
      and not c.relispartition and c.relname not in ('kysely_migration', 'kysely_migration_lock', 'wanted_job')
    group by n.nspname, c.relname
    order by c.relname <> 'ledger_head', n.nspname, c.relname`.execute(tx);
  return rows;
}

export async function sequenceValues(tx: Tx): Promise<SequenceValue[]> {
  const { rows } = await sql<SequenceValue>`
    select schemaname as schema, sequencename as name, last_value as value
    from pg_sequences
    where schemaname in ('public', 'projection') and last_value is not null
    order by 1, 2`.execute(tx);
  return rows;
}

export async function appliedMigrations(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from public.kysely_migration order by name`.execute(tx);
  return rows.map(({ name }) => name);
}

export function qualified({ schema, name }: { schema: string; name: string }): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
}

export function columnList({ columns }: { columns: readonly string[] }): string {
  return columns.map((column) => pg.escapeIdentifier(column)).join(", ");
}
