import { readdir, readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Kysely, sql } from "kysely";
import { type Migration, type MigrationProvider, Migrator } from "kysely/migration";
import { hasErrorCode } from "../error-code.ts";
import { StartError } from "../start-error.ts";
import { connect, patient } from "./connect.ts";
import type { Database, ReadDatabase } from "./database.ts";

const migrationsFolder = new URL("../../../../migrations/", import.meta.url);

/** No other advisory lock of this product has this number. */
const migrationLock = 7_226_000;

/**
 * While a migration waits for a lock on a table that a long query reads, all other queries of the table wait behind it. So
 * it waits no longer than a request may, gives way, and tries again, for a quarter of an hour in all.
 */
const lockTimeoutMs = 3000;
const lockNotAvailable = "55P03";
const pauseMs = 2000;
const attemptsMax = 180;
const lockPauseMs = 200;

/** The database has a migration of a newer release that this code cannot work with. */
export class DatabaseIsNewer extends StartError {}

/** The database is of a version before the first release, which cannot be migrated. */
export class DatabaseIsUnreleased extends StartError {}

/**
 * Migrates the database at the start of a program, or explains in a sentence why it cannot.
 *
 * @throws StartError
 */
export async function prepareDatabase(ownerUrl: string): Promise<readonly string[]> {
  try {
    return await migrate(ownerUrl);
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(`The database could not be updated to this release: ${reason}.`, {
      cause,
    });
  }
}

/**
 * Applies the pending migrations, each in a transaction of its own. Processes that start together wait for one another.
 *
 * @param url signs in as the owner (a superuser, or a role that may create roles), not through a transaction pooler
 * @returns the names of the migrations that ran
 * @throws DatabaseIsNewer, DatabaseIsUnreleased; StartError for an encoding other than UTF-8
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
 * The names of the migrations that the database lacks. Migrations of a newer release that only add things are ignored: this
 * release can run beside it and after it (docs/operators.md, "When a newer release runs beside an older one").
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
  // This code cannot apply a migration of its own after one that it does not know.
  const [conflicting] = pending.length > 0 ? unknown : unknown.filter(takesAway);
  if (conflicting !== undefined)
    throw new DatabaseIsNewer(
      `The database is newer than this program: it has the migration ${conflicting}, and the newest here is ${known.at(-1)}. Update the program.`,
    );
  return pending;
}

/**
 * In another encoding a letter may be two characters, and a search that ignores case misses it: `length('Zoë')` is 4.
 *
 * @throws StartError
 */
async function requireUtf8(db: ReadDatabase | Database): Promise<void> {
  const { rows } = await sql<{ encoding: string }>`
    select pg_encoding_to_char(encoding) as encoding from pg_database
    where datname = current_database()`.execute(db);
  const encoding = rows[0]?.encoding;
  if (encoding !== "UTF8")
    throw new StartError(
      `The database has the encoding ${encoding}, and must have UTF8. Create another one with: encoding 'UTF8' locale 'C.UTF-8' template template0`,
    );
}

/**
 * Whether the machine sorts text otherwise than when the indexes were made, as a newer release of its system may: an index
 * then misses rows, and a unique one takes what is there already. `C.UTF-8` never changes.
 */
export async function isSortedAnew(db: ReadDatabase | Database): Promise<boolean> {
  const { rows } = await sql<{ isMoved: boolean }>`
    select datcollversion is not null
      and datcollversion is distinct from pg_database_collation_actual_version(oid) as "isMoved"
    from pg_database where datname = current_database()`.execute(db);
  return rows[0]?.isMoved ?? false;
}

/**
 * For a process without the owner's url, which cannot migrate. Whether the tables are of this release is checked by /readyz.
 *
 * @throws StartError where there are no tables yet, or where the encoding is not UTF-8
 */
export async function requireTables(db: ReadDatabase | Database): Promise<void> {
  await requireUtf8(db);
  if ((await appliedMigrations(db)).length === 0)
    throw new StartError(
      "The database has no tables yet. Make them as its owner: node scripts/db.ts migrate",
    );
}

/**
 * For a program that migrates by the way: an update that ends the service of the release before is a decision of its own.
 *
 * @throws StartError where a pending migration takes something away from tables that are there
 */
export async function requireNothingTakenAway(
  ownerUrl: string,
  folder: URL = migrationsFolder,
): Promise<void> {
  await using db = connect(ownerUrl, { ...patient, poolSize: 1 });
  if ((await appliedMigrations(db)).length === 0) return;
  const taking = (await pendingMigrations(db, folder)).filter(takesAway);
  if (taking.length > 0)
    throw new StartError(
      `The database is of an earlier release, which can not serve after ${taking.join(", ")}. To update it all the same: npm run db -- migrate.`,
      { exitCode: 2 },
    );
}

/** Known by the name, which the database stores: an older release does not have the file. */
export function takesAway(name: string): boolean {
  return /^\d{4}-contract-/.test(name);
}

/** The lock of Kysely's migrator covers one call only; this one covers all of them. */
async function migrateUnderLock(db: Database, folder: URL): Promise<readonly string[]> {
  await requireUtf8(db);
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

/** Polls: a statement that waits for the lock would block an index that is built concurrently. */
async function takeMigrationLock(db: Database): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ isTaken: boolean }>`
      select pg_try_advisory_lock(${migrationLock}) as "isTaken"`.execute(db);
    if (rows[0]?.isTaken === true) return;
    await delay(lockPauseMs);
  }
}

/** Runs one migration, because the migrator runs all of one call in one transaction. */
async function migrateUpWhenFree(migrator: Migrator): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { error } = await migrator.migrateUp();
    if (error === undefined) return;
    if (!hasErrorCode(error, lockNotAvailable) || attempt === attemptsMax)
      throw error instanceof Error ? error : new Error("A migration failed.", { cause: error });
    await delay(pauseMs);
  }
}

/**
 * A migration is a file of plain SQL. One that builds indexes concurrently is run statement by statement, without a
 * transaction and without a lock timeout, because no query waits behind it.
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

/** Without comments. Not for a migration with a function, whose body would be split too. */
export function statementsIn(text: string): readonly string[] {
  return text
    .replaceAll(/--.*$/gm, "")
    .split(";")
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
}

/** Of this release, in order. */
export async function migrationNames(folder: URL = migrationsFolder): Promise<readonly string[]> {
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
