import { createHash } from "node:crypto";
import { createWriteStream, existsSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { sql } from "kysely";
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { connectPool, patient } from "../../platform/db/connect.ts";
import { copyTransaction } from "../../platform/db/copy-transaction.ts";
import type { Tx } from "../../platform/db/database.ts";
import { StartError } from "../../platform/start-error.ts";
import { type BackupManifest, type BackupTable, manifestFile } from "./backup-manifest.ts";
import {
  appliedMigrations,
  columnList,
  qualified,
  sequenceValues,
  type TableToCopy,
  tablesToCopy,
} from "./backup-tables.ts";

/**
 * Copies every table as it was at one instant into a new folder, while orders go on. The folder appears when it is
 * complete, and not before.
 */
export async function backup(
  ownerUrl: string,
  folder: string,
  madeAt: string,
): Promise<BackupManifest> {
  if (existsSync(folder)) {
    throw new StartError(`${folder} exists already; a backup goes into a new folder.`, {
      exitCode: 2,
    });
  }
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  const pool = connectPool(ownerUrl, { ...patient, poolSize: 1, applicationName: "portal-backup" });
  try {
    const manifest = await copyTransaction(pool, async (tx, client) => {
      await sql`set transaction isolation level repeatable read read only`.execute(tx);
      return copyAll(tx, client, { folder: unfinished, madeAt });
    });
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
): Promise<BackupManifest> {
  const migrations = await appliedMigrations(tx);
  const head = await tx.selectFrom("ledger_head").select("position").executeTakeFirstOrThrow();
  const { rows: servers } = await sql<{ version: string }>`
    select current_setting('server_version') as version`.execute(tx);
  const sequences = await sequenceValues(tx);
  const tables: BackupTable[] = [];
  for (const table of await tablesToCopy(tx)) tables.push(await copyOut(client, table, folder));
  return {
    format: 1,
    madeAt,
    server: servers[0]?.version ?? "",
    migrations,
    head: head.position,
    tables,
    sequences,
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
  const digest = createHash("sha256");
  const digesting = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      digest.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(
    rows,
    createGzip({ level: 5 }),
    digesting,
    createWriteStream(path.join(folder, file), { mode: 0o600 }),
  );
  return { ...table, file, rows: rows.rowCount ?? 0, sha256: digest.digest("hex") };
}
