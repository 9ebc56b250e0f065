import { createReadStream } from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { sql } from "kysely";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { connectPool, copyTransaction, patient } from "../../platform/db/connect.ts";
import type { Tx } from "../../platform/db/database.ts";
import { dropTables, requireEmpty, requireEmptyTarget } from "./empty-target.ts";
import { type Erasures, readListed } from "./erasures.ts";
import { type Recovered, settleRecovered } from "./settle-recovered.ts";
import { migrationNames, prepareDatabase } from "../../platform/db/migrate.ts";
import { copyUploads, filesIn, missingFrom, namesOf } from "./uploads-of-backup.ts";
import { requireOwner } from "./owner-rights.ts";
import { verifySnapshot } from "../../platform/ledger/verify.ts";
import { StartError } from "../../platform/start-error.ts";
import {
  type BackupManifest,
  type BackupTable,
  checkBackup,
  columnList,
  qualified,
} from "./backup.ts";

export type Uploads = Readonly<{
  /** Where uploads are stored; null if in a bucket. */
  filesDir: string | null;
  /** Whether some that the database references may be missing. */
  mayLack: boolean;
}>;

/**
 * Fills an empty database from a backup, in one transaction. The files are verified before the database is touched, and one
 * that had no table has none after a failure, so that any release can restore into it.
 *
 * In the same transaction, before anyone can read the data, follows what data of an earlier moment needs (`settleRecovered`).
 */
export async function restore(
  ownerUrl: string,
  folder: string,
  { erasures, uploads }: Readonly<{ erasures: Erasures; uploads: Uploads }>,
): Promise<BackupManifest & Recovered> {
  const listed = await readListed(erasures);
  const manifest = await checkBackup(folder);
  await requireUploads(manifest, folder, uploads);
  const pool = connectPool(ownerUrl, {
    ...patient,
    poolSize: 2,
    applicationName: "portal-restore",
  });
  try {
    await requireOwner(pool);
    // Tables of this release would make the release that the backup needs refuse the database.
    requireSameRelease(manifest, await migrationNames());
    const isBare = await requireEmptyTarget(pool, manifest.migrations);
    try {
      await prepareDatabase(ownerUrl);
      return await copyTransaction(pool, async (tx, client) => {
        await requireEmpty(tx, "Restore a backup into an empty database.");
        await copyAllIn(tx, client, folder, manifest);
        await requireSoundLedger(tx, manifest);
        if (uploads.filesDir !== null)
          await copyUploads(manifest.files, filesIn(folder), uploads.filesDir);
        const now = new Date().toISOString();
        const settled = await settleRecovered(tx, { listed, dataOf: manifest.madeAt, now });
        return { ...manifest, ...settled };
      });
    } catch (error) {
      // Where that fails as well, the reason is this error, and the next restore says what to drop.
      if (isBare) await dropTables(pool).catch(() => {});
      throw error;
    }
  } finally {
    await pool.end();
  }
}

/** Looks for uploads in the backup and in `filesDir`. A bucket is not checked. */
async function requireUploads(
  { files }: BackupManifest,
  folder: string,
  { filesDir, mayLack }: Uploads,
): Promise<void> {
  if (filesDir === null || mayLack) return;
  const missing = await missingFrom(files, [filesIn(folder), filesDir]);
  if (missing.length === 0) return;
  throw new StartError(
    `${missing.length} of the ${files.length} uploads that the database names are neither in the backup nor in ${filesDir}, or damaged: ${namesOf(missing)}. Copy them to ${filesDir}, or run with --without-files.`,
    { exitCode: 2 },
  );
}

/** @throws StartError */
function requireSameRelease(
  { migrations }: Pick<BackupManifest, "migrations">,
  here: readonly string[],
): void {
  if (here.join() === migrations.join()) return;
  throw new StartError(
    `The backup has the tables of ${migrations.at(-1)}, and this release those of ${here.at(-1)}. Restore it with the release that created it.`,
    { exitCode: 2 },
  );
}

async function copyAllIn(
  tx: Tx,
  client: pg.PoolClient,
  folder: string,
  manifest: BackupManifest,
): Promise<void> {
  const references = await dropReferences(tx);
  await clearSealKeys(tx);
  // The limits over time are in the backup.
  await sql`alter table public.region disable trigger kept_limit`.execute(tx);
  for (const table of manifest.tables) {
    await copyIn(tx, client, table, folder);
    if (table.name === "ledger_head") await sql`select ledger.add_partitions()`.execute(tx);
  }
  for (const { schema, name, value } of manifest.sequences) {
    await sql`select setval(${qualified({ schema, name })}::regclass, ${value})`.execute(tx);
  }
  await sql`alter table public.region enable trigger kept_limit`.execute(tx);
  for (const reference of references) await sql.raw(reference).execute(tx);
}

/**
 * Drops the foreign keys, which rows that arrive table by table would violate, and returns the statements that add them
 * again and check every row. The owner of the tables may do that; only a superuser may disable all triggers instead.
 */
async function dropReferences(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ drop: string; add: string }>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
    from pg_constraint
    where contype = 'f' and conparentid = 0
      and connamespace in ('public'::regnamespace, 'projection'::regnamespace)
    order by 1`.execute(tx);
  for (const { drop } of rows) await sql.raw(drop).execute(tx);
  return rows.map(({ add }) => add);
}

/** A portal that was started on the empty database has stored its own key; the backup has the ledger's. */
async function clearSealKeys(tx: Tx): Promise<void> {
  await sql`alter table public.ledger_seal_keys disable trigger append_only`.execute(tx);
  await sql`delete from public.ledger_seal_keys`.execute(tx);
  await sql`alter table public.ledger_seal_keys enable always trigger append_only`.execute(tx);
}

/** Within the transaction, so that a ledger that was tampered with in the files is not restored. */
async function requireSoundLedger(tx: Tx, { head }: BackupManifest): Promise<void> {
  const { events, damage } = await verifySnapshot(tx, {});
  if (damage) {
    throw new StartError(
      `The ledger in the backup is damaged at position ${damage.position}: ${damage.explanation}`,
    );
  }
  if (events !== head) throw new StartError(`The backup has ${events} events instead of ${head}.`);
}

async function copyIn(
  tx: Tx,
  client: pg.PoolClient,
  table: BackupTable,
  folder: string,
): Promise<void> {
  const target = sql.raw(qualified(table));
  // Migrations insert rows into some tables. The append-only ones, which refuse deletes, are empty.
  const { rows: found } = await sql<{ any: boolean }>`
    select exists (select from ${target}) as any`.execute(tx);
  if (found[0]?.any) await sql`delete from ${target}`.execute(tx);
  const rows = client.query(copyFrom(`copy ${qualified(table)} (${columnList(table)}) from stdin`));
  await pipeline(createReadStream(path.join(folder, table.file)), createGunzip(), rows);
  if (rows.rowCount === table.rows) return;
  throw new StartError(`${table.file} gave ${rows.rowCount} rows instead of ${table.rows}.`);
}
