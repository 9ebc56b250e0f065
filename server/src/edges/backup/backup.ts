import { createHash } from "node:crypto";
import { createWriteStream, existsSync } from "node:fs";
import { mkdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { sql } from "kysely";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { z } from "zod";
import { copyUploads, digestOf, filesIn, listUploads } from "./uploads-of-backup.ts";
import { connectPool, copyTransaction, patient } from "../../platform/db/connect.ts";
import type { Tx } from "../../platform/db/database.ts";
import { renameDurably, writeDurably } from "../../platform/files/write-durably.ts";
import { readHead } from "../../platform/ledger/read-events.ts";
import { StartError } from "../../platform/start-error.ts";

/**
 * Copies a consistent snapshot of all tables, and the uploads that they reference, into a new folder, without blocking
 * writers. The folder gets its name only when it is complete and was read again.
 *
 * @param filesDir where uploads are stored; null if in a bucket, which has to be backed up separately
 * @param earlier the folder of a backup whose uploads are linked where they can be
 */
export async function backup(
  ownerUrl: string,
  folder: string,
  {
    madeAt,
    filesDir,
    earlier = null,
  }: Readonly<{ madeAt: string; filesDir: string | null; earlier?: string | null }>,
): Promise<BackupManifest> {
  if (existsSync(folder)) {
    throw new StartError(`${folder} already exists. Choose a new folder for the backup.`, {
      exitCode: 2,
    });
  }
  const unfinished = unfinishedOf(folder);
  await removeUnfinished(folder);
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  const pool = connectPool(ownerUrl, { ...patient, poolSize: 1, applicationName: "portal-backup" });
  try {
    const named = await copyTransaction(pool, tablesToCopy);
    const copied = await copyTransaction(pool, async (tx, client) => {
      await sql`set transaction isolation level repeatable read read only`.execute(tx);
      // The first query takes the snapshot: a table that a rebuild swaps in after it would be copied as an empty one.
      await sql`lock table ${sql.raw(named.map(qualified).join(", "))} in access share mode`.execute(
        tx,
      );
      return copyAll(tx, client, unfinished);
    });
    const linkedFrom = earlier === null ? null : filesIn(earlier);
    const missingFiles =
      filesDir === null
        ? []
        : await copyUploads(copied.files, filesDir, filesIn(unfinished), linkedFrom);
    const hasFiles = filesDir !== null;
    const manifest: BackupManifest = { format: 2, madeAt, ...copied, hasFiles, missingFiles };
    await writeDurably(path.join(unfinished, manifestFile), JSON.stringify(manifest, null, 2));
    await checkBackup(unfinished);
    // Older nights are removed once this one counts, so it has to survive a power cut by then.
    await renameDurably(unfinished, folder);
    return manifest;
  } catch (error) {
    await removeUnfinished(folder);
    throw error;
  } finally {
    await pool.end();
  }
}

/** Of a backup that was stopped; it may still be writing. */
export async function removeUnfinished(folder: string): Promise<void> {
  await rm(unfinishedOf(folder), { recursive: true, force: true, maxRetries: 10 });
}

function unfinishedOf(folder: string): string {
  return `${folder}.unfinished`;
}

async function copyAll(tx: Tx, client: pg.PoolClient, folder: string) {
  const migrations = await appliedMigrations(tx);
  const head = await readHead(tx);
  const { rows: servers } = await sql<{ version: string }>`
    select current_setting('server_version') as version`.execute(tx);
  const sequences = await sequenceValues(tx);
  const tables: BackupTable[] = [];
  for (const table of await tablesToCopy(tx)) tables.push(await copyOut(client, table, folder));
  return {
    server: servers[0]?.version ?? "",
    migrations,
    head,
    tables,
    sequences,
    files: await listUploads(tx),
  };
}

/** The checksum is that of the compressed file, so that it can be verified before the database is touched. */
async function copyOut(
  client: pg.PoolClient,
  table: TableToCopy,
  folder: string,
): Promise<BackupTable> {
  const file = `${table.schema}.${table.name}.copy.gz`;
  const rows = client.query(
    copyTo(`copy (select ${columnList(table)} from ${qualified(table)}) to stdout`),
  );
  // Counted by newlines: the server's own row count may arrive after the stream has ended.
  let count = 0;
  const digest = createHash("sha256");
  await pipeline(
    rows,
    observer((chunk) => {
      for (let at = chunk.indexOf("\n"); at !== -1; at = chunk.indexOf("\n", at + 1)) count += 1;
    }),
    createGzip({ level: 5 }),
    observer((chunk) => digest.update(chunk)),
    createWriteStream(path.join(folder, file), { mode: 0o600, flush: true }),
  );
  return { ...table, file, rows: count, sha256: digest.digest("hex") };
}

function observer(observe: (chunk: Buffer) => unknown): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      observe(chunk);
      done(null, chunk);
    },
  });
}

const tableSchema = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()).min(1),
  file: z.string().regex(/^[\w.-]+$/),
  rows: z.int(),
  sha256: z.string(),
});

const manifestSchema = z.object({
  format: z.literal(2),
  madeAt: z.string(),
  server: z.string(),
  migrations: z.array(z.string()),
  head: z.int(),
  tables: z.array(tableSchema),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), value: z.int() })),
  /** The SHA-256 of each upload that the tables reference. */
  files: z.array(z.string().regex(/^[0-9a-f]{64}$/)),
  /** False if they are in a bucket. */
  hasFiles: z.boolean(),
  /** Those that did not exist when the backup was made, or were damaged. */
  missingFiles: z.array(z.string()),
});

export type BackupTable = z.infer<typeof tableSchema>;

/** Written last, so a folder without a manifest is not a backup. */
export type BackupManifest = z.infer<typeof manifestSchema>;

const manifestFile = "manifest.json";

/**
 * Verifies the checksum of every table of a backup. An upload that was damaged since hides none of the money: a restore looks
 * for it elsewhere, as for a missing one.
 *
 * @throws StartError that names the first file that is missing or changed
 */
export async function checkBackup(folder: string): Promise<BackupManifest> {
  const manifest = await readManifest(folder);
  for (const { file, sha256 } of manifest.tables) await checkFile(folder, file, sha256);
  return manifest;
}

async function checkFile(folder: string, file: string, sha256: string): Promise<void> {
  const digest = await digestOf(path.join(folder, file)).catch((cause: unknown) => {
    throw new StartError(`The backup is missing the file ${file}.`, { exitCode: 2, cause });
  });
  if (digest === sha256) return;
  throw new StartError(`The file ${file} of the backup was changed or damaged.`, { exitCode: 2 });
}

/** @throws StartError */
export async function readManifest(folder: string): Promise<BackupManifest> {
  const file = path.join(folder, manifestFile);
  const text = await readFile(file, "utf8").catch((cause: unknown) => {
    throw new StartError(`${folder} is not a backup: it has no ${manifestFile}.`, {
      exitCode: 2,
      cause,
    });
  });
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new StartError(`${file} is damaged or of another release.`, { exitCode: 2, cause });
  }
}

type TableToCopy = Pick<BackupTable, "schema" | "name" | "columns">;

/**
 * All tables with their columns, ledger_head first: the position in it decides which partitions a restore has to create.
 * Without the job outbox: a restored portal must not send yesterday's emails again.
 */
export async function tablesToCopy(tx: Tx): Promise<TableToCopy[]> {
  const { rows } = await sql<TableToCopy>`
    select n.nspname as schema, c.relname as name,
      array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = ''
    where n.nspname in ('public', 'projection') and c.relkind in ('r', 'p')
      and not c.relispartition and c.relname not in ('kysely_migration', 'kysely_migration_lock', 'job_outbox')
    group by n.nspname, c.relname
    order by c.relname <> 'ledger_head', n.nspname, c.relname`.execute(tx);
  return rows;
}

async function sequenceValues(tx: Tx): Promise<BackupManifest["sequences"]> {
  const { rows } = await sql<BackupManifest["sequences"][number]>`
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
