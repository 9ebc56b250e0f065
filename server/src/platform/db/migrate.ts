import { readdir, readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Kysely, sql } from "kysely";
import { type Migration, type MigrationProvider, Migrator } from "kysely/migration";
import pg from "pg";
import { StartError } from "../start-error.ts";
import { connect, patient } from "./connect.ts";
import type { Database, ReadDatabase } from "./database.ts";

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
const lockPauseMs = 200;

/** The database knows a migration that this code does not and cannot work with: it belongs to a newer release. */
export class DatabaseIsNewer extends Error {
  override readonly name = "DatabaseIsNewer";
}

/** The database has the tables of a version before the first release, which nothing here can bring up to date. */
export class DatabaseIsUnreleased extends Error {
  override readonly name = "DatabaseIsUnreleased";
}

/**
 * Brings the database up to this code, each migration in a transaction of its own, and answers the
 * names of those that ran. Processes that start together wait for one another. `url` signs in as the
 * owner (a superuser, or a role that may create roles), directly and not through a transaction pooler.
 *
 * @throws DatabaseIsNewer, DatabaseIsUnreleased
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
 * The names of the migrations that this code has and the database lacks. What a newer release only added is no matter to
 * this one: it goes on beside it, and can come back after it (docs/operators.md, "When a newer release runs beside an
 * older one").
 *
 * @throws DatabaseIsNewer, DatabaseIsUnreleased
 */
export async function pendingMigrations(
  db: ReadDatabase | Database,
  folder: URL = migrationsFolder,
): Promise<readonly string[]> {
  const known = await migrationNames(folder);
  const applied = await appliedMigrations(db);
  const pending = known.filter((name) => !applied.includes(name));
  const unknown = applied.filter((name) => !known.includes(name));
  // Behind a migration that it does not know, this code cannot put any of its own.
  const [strange] = pending.length > 0 ? unknown : unknown.filter(takesAway);
  if (strange !== undefined)
    throw new DatabaseIsNewer(
      `The database is newer than this program: it has the migration ${strange}, and the newest here is ${known.at(-1)}. Update the program.`,
    );
  return pending;
}

/**
 * Whoever signs in with the small rights cannot make the tables; that they are of another release is said by /readyz.
 *
 * @throws StartError where there are none yet
 */
export async function requireTables(db: ReadDatabase | Database): Promise<void> {
  if ((await appliedMigrations(db)).length === 0)
    throw new StartError(
      "The database has no tables yet. Make them as its owner: node scripts/db.ts migrate",
    );
}

/** By its name, which the database keeps: whoever lacks the file has to know it as well. */
export function takesAway(name: string): boolean {
  return /^\d{4}-contract-/.test(name);
}

/** The lock of Kysely's migrator is for one call of it; this one is for all of them together. */
async function migrateUnderLock(db: Database, folder: URL): Promise<readonly string[]> {
  await takeMigrationLock(db);
  try {
    const pending = await pendingMigrations(db, folder);
    for (const name of pending) {
      const text = await readMigration(name, folder);
      const options = { disableTransactions: isConcurrent(text) };
      await migrateUpWhenFree(new Migrator({ db, provider: sqlFiles(folder), ...options }));
    }
    return pending;
  } finally {
    await sql`select pg_advisory_unlock(${migrationLock})`.execute(db);
  }
}

/** Asked again and again: a statement that waits for it would hold up an index that is built concurrently. */
async function takeMigrationLock(db: Database): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ isTaken: boolean }>`
      select pg_try_advisory_lock(${migrationLock}) as "isTaken"`.execute(db);
    if (rows[0]?.isTaken === true) return;
    await delay(lockPauseMs);
  }
}

/** One migration, because the migrator runs all of one call in one transaction. */
async function migrateUpWhenFree(migrator: Migrator): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { error } = await migrator.migrateUp();
    if (error === undefined) return;
    if (!isLocked(error) || attempt === attemptsMax)
      throw error instanceof Error ? error : new Error("A migration failed.", { cause: error });
    await delay(pauseMs);
  }
}

function isLocked(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "55P03";
}

/**
 * A migration is a file of plain SQL, which is run as it stands; where it builds indexes concurrently, each statement by
 * itself, without a transaction and without a limit of time, because nobody waits for that.
 */
function sqlFiles(folder: URL): MigrationProvider {
  const migration = (name: string): Migration => ({
    async up(tx: Kysely<unknown>) {
      const text = await readMigration(name, folder);
      if (isConcurrent(text)) {
        for (const statement of statementsIn(text)) await sql.raw(statement).execute(tx);
        return;
      }
      await sql.raw(`set local lock_timeout = ${lockTimeoutMs}`).execute(tx);
      await sql.raw(text).execute(tx);
    },
  });
  return {
    getMigrations: async () =>
      Object.fromEntries(
        (await migrationNames(folder)).map((name) => [name, migration(name)] as const),
      ),
  };
}

function readMigration(name: string, folder: URL): Promise<string> {
  return readFile(new URL(`${name}.sql`, folder), "utf8");
}

function isConcurrent(text: string): boolean {
  return statementsIn(text).some(isConcurrentStatement);
}

export function isConcurrentStatement(statement: string): boolean {
  return /\bindex\s+concurrently\b/i.test(statement);
}

/** Of a migration, without its comments. Not for one with a function, whose body is cut up as well. */
export function statementsIn(text: string): readonly string[] {
  return text
    .replaceAll(/--.*$/gm, "")
    .split(";")
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
}

async function migrationNames(folder: URL): Promise<readonly string[]> {
  const files = await readdir(fileURLToPath(folder));
  return files
    .filter((file) => file.endsWith(".sql"))
    .map((file) => file.slice(0, -".sql".length))
    .toSorted();
}

async function appliedMigrations(db: ReadDatabase | Database): Promise<readonly string[]> {
  const { rows: found } = await sql<{ isMigrated: boolean; isUnreleased: boolean }>`
    select to_regclass('public.kysely_migration') is not null as "isMigrated",
      to_regclass('public.schema_migration') is not null as "isUnreleased"`.execute(db);
  if (found[0]?.isUnreleased === true)
    throw new DatabaseIsUnreleased(
      "The database was created before the first release and cannot be updated. Start with an empty database or data folder.",
    );
  if (found[0]?.isMigrated !== true) return [];
  const { rows } = await sql<{ name: string }>`
    select name from public.kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}
