import { readdir } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Kysely, sql, type Transaction } from "kysely";
import pg from "pg";
import { connect, patient } from "./connect.ts";
import type { Database, ReadDatabase } from "./database.ts";

type Migration = Readonly<{ up: (db: Kysely<unknown>) => Promise<void> }>;

const migrationsFolder = new URL("../../../../migrations/", import.meta.url);

/** Any number that no other session-level lock of this product uses. */
const migrationLock = 7_226_000;

/**
 * Whoever waits for a table that a long query reads makes everybody behind them wait too. So a migration waits no longer
 * than a request may, lets the others pass, and tries again: for a quarter of an hour in all.
 */
const lockTimeoutMs = 3000;
const pauseMs = 2000;
const attemptsMax = 180;

/** The database knows a migration that this code does not: it belongs to a newer release. */
export class DatabaseIsNewer extends Error {
  override readonly name = "DatabaseIsNewer";
}

/**
 * Brings the database up to this code, each migration in a transaction of its own, and answers the
 * names of those that ran. Processes that start together wait for one another. `url` signs in as the
 * owner (a superuser, or a role that may create roles), directly and not through a transaction pooler.
 *
 * @throws DatabaseIsNewer
 */
export async function migrate(
  url: string,
  folder: URL = migrationsFolder,
): Promise<readonly string[]> {
  const db = connect(url, { ...patient, poolSize: 1, applicationName: "portal-migrate" });
  try {
    return await db.connection().execute((connection) => migrateUnderLock(connection, folder));
  } finally {
    await db.destroy();
  }
}

/**
 * The names of the migrations that this code has and the database lacks.
 *
 * @throws DatabaseIsNewer
 */
export async function pendingMigrations(
  db: ReadDatabase | Database,
  folder: URL = migrationsFolder,
): Promise<readonly string[]> {
  const known = await migrationNames(folder);
  const applied = await appliedMigrations(db);
  const unknown = applied.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new DatabaseIsNewer(
      `The database is newer than this program: it has the migration ${unknown}, the newest here is ${known.at(-1)}. Please update the program.`,
    );
  return known.filter((name) => !applied.includes(name));
}

async function migrateUnderLock(db: Database, folder: URL): Promise<readonly string[]> {
  await sql`select pg_advisory_lock(${migrationLock})`.execute(db);
  try {
    const pending = await pendingMigrations(db, folder);
    for (const name of pending) await applyWhenFree(db, new URL(`${name}.ts`, folder), name);
    return pending;
  } finally {
    await sql`select pg_advisory_unlock(${migrationLock})`.execute(db);
  }
}

async function applyWhenFree(db: Database, file: URL, name: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute((tx) => apply(tx, file, name));
    } catch (error) {
      if (!isLocked(error) || attempt === attemptsMax) throw error;
      await delay(pauseMs);
    }
  }
}

function isLocked(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "55P03";
}

async function apply<Tables>(tx: Transaction<Tables>, file: URL, name: string): Promise<void> {
  const migration: Migration = await import(file.href);
  await sql.raw(`set local lock_timeout = ${lockTimeoutMs}`).execute(tx);
  await sql`
    create table if not exists public.schema_migration (
      name text primary key,
      applied_at timestamptz not null default now()
    )`.execute(tx);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a migration knows no table types, they are those of a later day
  await migration.up(tx as unknown as Kysely<unknown>);
  await sql`insert into public.schema_migration (name) values (${name})`.execute(tx);
}

async function migrationNames(folder: URL): Promise<readonly string[]> {
  const files = await readdir(fileURLToPath(folder));
  return files
    .filter((file) => file.endsWith(".ts"))
    .map((file) => file.slice(0, -".ts".length))
    .toSorted();
}

async function appliedMigrations(db: ReadDatabase | Database): Promise<readonly string[]> {
  const found = await sql<{ exists: boolean }>`
    select to_regclass('public.schema_migration') is not null as exists`.execute(db);
  if (found.rows[0]?.exists !== true) return [];
  const { rows } = await sql<{ name: string }>`
    select name from public.schema_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}
