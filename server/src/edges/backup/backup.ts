import { readHead } from "../../platform/ledger/read-events.ts";
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { sql } from "kysely";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { z } from "zod";
import { copyUploads, filesIn, listUploads } from "./uploads-of-backup.ts";
import { connectPool, copyTransaction, patient } from "../../platform/db/connect.ts";
import type { Tx } from "../../platform/db/database.ts";
import { nameOf } from "../../platform/files/file-store.ts";
import { StartError } from "../../platform/start-error.ts";

/**
 * Copies every table as it was at one instant into a new folder, while orders go on, and the uploads that they name. The
 * folder appears when it is complete, and not before.
 *
 * @param filesDir where uploads are; null where a bucket has them, which is a backup of its own
 */
export async function backup(
  ownerUrl: string,
  folder: string,
  { madeAt, filesDir }: Readonly<{ madeAt: string; filesDir: string | null }>,
): Promise<BackupManifest> {
  if (existsSync(folder)) {
    throw new StartError(`${folder} already exists. Choose a new folder for the backup.`, {
      exitCode: 2,
    });
  }
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  const pool = connectPool(ownerUrl, { ...patient, poolSize: 1, applicationName: "portal-backup" });
  try {
    const copied = await copyTransaction(pool, async (tx, client) => {
      await sql`set transaction isolation level repeatable read read only`.execute(tx);
      return copyAll(tx, client, { folder: unfinished, madeAt });
    });
    const missingFiles =
      filesDir === null ? [] : await copyUploads(copied.files, filesDir, filesIn(unfinished));
    const manifest = { ...copied, hasFiles: filesDir !== null, missingFiles };
    await writeFile(path.join(unfinished, manifestFile), JSON.stringify(manifest, null, 2));
    await rename(unfinished, folder);
    return manifest;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  } finally {
    await pool.end();
  }
}

async function copyAll(
  tx: Tx,
  client: pg.PoolClient,
  { folder, madeAt }: { folder: string; madeAt: string },
): Promise<Omit<BackupManifest, "hasFiles" | "missingFiles">> {
  const migrations = await appliedMigrations(tx);
  const head = await readHead(tx);
  const { rows: servers } = await sql<{ version: string }>`
    select current_setting('server_version') as version`.execute(tx);
  const sequences = await sequenceValues(tx);
  const tables: BackupTable[] = [];
  for (const table of await tablesToCopy(tx)) tables.push(await copyOut(client, table, folder));
  return {
    format: 2,
    madeAt,
    server: servers[0]?.version ?? "",
    migrations,
    head,
    tables,
    sequences,
    files: await listUploads(tx),
  };
}

/** The checksum is of the compressed file, so that it can be compared before anything is read into a database. */
async function copyOut(
  client: pg.PoolClient,
  table: TableToCopy,
  folder: string,
): Promise<BackupTable> {
  const file = `${table.schema}.${table.name}.copy.gz`;
  const rows = client.query(
    copyTo(`copy (select ${columnList(table)} from ${qualified(table)}) to stdout`),
  );
  // Each row is a line; how many the database says it sent may come after the last of them.
  let count = 0;
  const counting = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (let at = chunk.indexOf("\n"); at !== -1; at = chunk.indexOf("\n", at + 1)) count += 1;
      done(null, chunk);
    },
  });
  const digest = createHash("sha256");
  const digesting = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      digest.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(
    rows,
    counting,
    createGzip({ level: 5 }),
    digesting,
    createWriteStream(path.join(folder, file), { mode: 0o600 }),
  );
  return { ...table, file, rows: count, sha256: digest.digest("hex") };
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
  /** The uploads that the tables name, each by its SHA-256. */
  files: z.array(z.string().regex(/^[0-9a-f]{64}$/)),
  /** False where a bucket has them. */
  hasFiles: z.boolean(),
  /** Those that were not there any more when the backup was made. */
  missingFiles: z.array(z.string()),
});

export type BackupTable = z.infer<typeof tableSchema>;

/** What a backup holds; written last, so that a folder without one is no backup. */
export type BackupManifest = z.infer<typeof manifestSchema>;

const manifestFile = "manifest.json";

/**
 * Whether every file of a backup is as it was written.
 *
 * @throws StartError that names the first one that is not
 */
export async function checkBackup(folder: string): Promise<BackupManifest> {
  const manifest = await readManifest(folder);
  for (const { file, sha256 } of manifest.tables) await checkFile(folder, file, sha256);
  if (!manifest.hasFiles) return manifest;
  for (const sha256 of manifest.files)
    if (!manifest.missingFiles.includes(sha256))
      await checkFile(folder, path.join("files", nameOf(sha256)), sha256);
  return manifest;
}

async function checkFile(folder: string, file: string, sha256: string): Promise<void> {
  const digest = createHash("sha256");
  try {
    for await (const chunk of createReadStream(path.join(folder, file))) digest.update(chunk);
  } catch (cause) {
    throw new StartError(`The backup is missing the file ${file}.`, { exitCode: 2, cause });
  }
  if (digest.digest("hex") === sha256) return;
  throw new StartError(`The file ${file} of the backup was changed or damaged.`, { exitCode: 2 });
}

async function readManifest(folder: string): Promise<BackupManifest> {
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

type TableToCopy = Readonly<{ schema: string; name: string; columns: string[] }>;
type SequenceValue = Readonly<{ schema: string; name: string; value: number }>;

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
      and not c.relispartition and c.relname not in ('kysely_migration', 'kysely_migration_lock', 'job_outbox')
    group by n.nspname, c.relname
    order by c.relname <> 'ledger_head', n.nspname, c.relname`.execute(tx);
  return rows;
}

async function sequenceValues(tx: Tx): Promise<SequenceValue[]> {
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
