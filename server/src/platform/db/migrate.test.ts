import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { sql } from "kysely";
import { describe, expect, inject } from "vitest";
import { createLedger } from "../ledger/ledger.ts";
import { test as databaseTest } from "../../testing/database-test.ts";
import { aCommand, lampEvents, lampLit } from "../../testing/lamps.ts";
import { createDatabase, databaseUrl, dropDatabase } from "../../testing/test-database.ts";
import { connect, connectPool, databaseOn, patient, portalRole } from "./connect.ts";
import type { Database } from "./database.ts";
import {
  DatabaseIsNewer,
  DatabaseIsUnreleased,
  isSortedAnew,
  migrate,
  pendingMigrations,
  requireNothingTakenAway,
} from "./migrate.ts";

const test = databaseTest
  /** A database that nobody has migrated. */
  .extend("emptyUrl", async ({}, { onCleanup }) => {
    const name = `test_${randomUUID().replaceAll("-", "")}`;
    await createDatabase(inject("serverUrl"), name);
    onCleanup(() => dropDatabase(inject("serverUrl"), name));
    return databaseUrl(inject("serverUrl"), name);
  })
  /** A folder for migrations, and a way to put one there. */
  .extend("migrations", async ({}, { onCleanup }) => {
    const folder = await mkdtemp(path.join(tmpdir(), "portal-migrations-"));
    onCleanup(() => rm(folder, { recursive: true }));
    const add = (name: string, body: string) => writeFile(path.join(folder, `${name}.sql`), body);
    return { folder: pathToFileURL(`${folder}/`), add };
  });

describe("migrating", () => {
  // shows R65, T92
  test("runs once where several processes start together", async ({ emptyUrl }) => {
    const ran = await Promise.all([migrate(emptyUrl), migrate(emptyUrl), migrate(emptyUrl)]);

    expect(ran.filter((names) => names.length > 0)).toHaveLength(1);
    expect(await migrate(emptyUrl)).toEqual([]);
  });

  // shows R65, T92
  test("keeps successful migrations, rolls back a failed one, and continues from there", async ({
    emptyUrl,
    migrations,
  }) => {
    const table = (name: string) => `create table ${name} ();`;
    await migrations.add("0001-first", table("first"));
    await migrations.add(
      "0002-second",
      `${table("half")} do $$ begin raise 'no space left'; end $$;`,
    );
    const db = connect(emptyUrl);

    await expect(migrate(emptyUrl, migrations.folder)).rejects.toThrow("no space left");
    const { rows } = await sql`
      select to_regclass('first') is not null as first, to_regclass('half') is not null as half`.execute(
      db,
    );
    expect(rows).toEqual([{ first: true, half: false }]);
    expect(await pendingMigrations(db, migrations.folder)).toEqual(["0002-second"]);
    await migrations.add("0003-third", table("third"));
    await db.destroy();
  });

  test("is left to somebody who decides it where it ends the service of the release before", async ({
    emptyUrl,
    migrations,
  }) => {
    await migrations.add("0001-first", "create table kept ()");
    await migrations.add("0002-contract-second", "drop table if exists gone");
    await requireNothingTakenAway(emptyUrl, migrations.folder);
    await migrate(emptyUrl, migrations.folder);
    await migrations.add("0003-third", "create table added ()");
    await requireNothingTakenAway(emptyUrl, migrations.folder);
    await migrations.add("0004-contract-fourth", "drop table kept");
    await expect(requireNothingTakenAway(emptyUrl, migrations.folder)).rejects.toThrow(
      "after 0004-contract-fourth",
    );
  });

  // shows R65, T92
  test("does not block other queries while a long query reads, and runs afterwards", {
    timeout: 20_000,
  }, async ({ emptyUrl, migrations }) => {
    await migrations.add("0001-first", "create table busy ()");
    await migrate(emptyUrl, migrations.folder);
    await migrations.add("0002-second", "alter table busy add column more text");
    const db = connect(emptyUrl, { idleInTransactionTimeoutMs: 0 });

    const migrated = await db.transaction().execute(async (reader) => {
      await sql`select from busy`.execute(reader);
      const result = migrate(emptyUrl, migrations.folder);
      await expect
        .poll(async () => {
          const { rows } = await sql`
            select from pg_locks join pg_database on pg_database.oid = database
            where not granted and datname = current_database()`.execute(db);
          return rows.length;
        })
        .toBeGreaterThan(0);
      // The migration stands in the queue; whoever comes after it gets through all the same.
      await sql`select from busy`.execute(db);
      return { result };
    });

    expect(await migrated.result).toEqual(["0002-second"]);
    await db.destroy();
  });

  // shows R65, T92
  test("rejects a database of a newer release", async ({ emptyUrl, migrations }) => {
    await migrations.add("0001-first", "");
    await migrate(emptyUrl, migrations.folder);

    const older = migrate(emptyUrl);

    await expect(older).rejects.toThrow(DatabaseIsNewer);
    await expect(older).rejects.toThrow(
      /^The database is newer than this program: it has the migration 0001-first, and the newest here is \d{4}-[a-z-]+\. Update the program\.$/,
    );
  });

  // shows R65, T92
  test("runs beside a newer release that only added, until one removes something", async ({
    emptyUrl,
    migrations,
  }) => {
    const older = await mkdtemp(path.join(tmpdir(), "portal-migrations-"));
    const olderFolder = pathToFileURL(`${older}/`);
    const first = "create table first ()";
    await writeFile(path.join(older, "0001-first.sql"), first);
    await migrations.add("0001-first", first);
    await migrations.add("0002-more", "alter table first add column more text");
    await migrate(emptyUrl, migrations.folder);
    const db = connect(emptyUrl);

    expect(await pendingMigrations(db, olderFolder)).toEqual([]);
    expect(await migrate(emptyUrl, olderFolder)).toEqual([]);

    await migrations.add("0003-contract-first", "alter table first drop column more");
    await migrate(emptyUrl, migrations.folder);
    await expect(pendingMigrations(db, olderFolder)).rejects.toThrow("0003-contract-first");
    await rm(older, { recursive: true });
    await db.destroy();
  });

  // shows R65, T92
  test("builds an index concurrently, and again where it was interrupted", {
    timeout: 20_000,
  }, async ({ emptyUrl, migrations }) => {
    await migrations.add(
      "0001-first",
      "create table busy (n integer); insert into busy values (1), (1);",
    );
    await migrate(emptyUrl, migrations.folder);
    await migrations.add(
      "0002-index",
      `-- Of what is written all the time.
      drop index concurrently if exists busy_n;
      create unique index concurrently busy_n on busy (n);`,
    );
    const db = connect(emptyUrl, { idleInTransactionTimeoutMs: 0 });
    await expect(migrate(emptyUrl, migrations.folder)).rejects.toThrow("could not create unique");
    await sql`truncate busy`.execute(db);

    const migrated = await db.transaction().execute(async (writer) => {
      await sql`insert into busy values (2)`.execute(writer);
      const both = Promise.all([
        migrate(emptyUrl, migrations.folder),
        migrate(emptyUrl, migrations.folder),
      ]);
      await expect
        .poll(async () => {
          const { rows } = await sql`
            select from pg_locks join pg_stat_activity using (pid)
            where not granted and datname = current_database()`.execute(db);
          return rows.length;
        })
        .toBeGreaterThan(0);
      await sql`insert into busy values (3)`.execute(db);
      return { both };
    });

    expect((await migrated.both).flat()).toEqual(["0002-index"]);
    const { rows } = await sql<{ isValid: boolean }>`
      select indisvalid as "isValid" from pg_index where indexrelid = 'busy_n'::regclass`.execute(
      db,
    );
    expect(rows).toEqual([{ isValid: true }]);
    await db.destroy();
  });

  test("rejects a database from before the first release", async ({ emptyUrl }) => {
    const db = connect(emptyUrl);
    await sql`create table schema_migration (name text primary key, applied_at timestamptz)`.execute(
      db,
    );
    await sql`insert into schema_migration values ('0001-ledger', now())`.execute(db);

    const unreleased = migrate(emptyUrl);

    await expect(unreleased).rejects.toThrow(DatabaseIsUnreleased);
    await expect(unreleased).rejects.toThrow(
      /^The database was created before the first release and cannot be updated\. Start with an empty database or data folder\.$/,
    );
    expect(await tablesIn(db)).toEqual(["schema_migration"]);
    await db.destroy();
  });

  // Writes nothing, and says how to create one that is taken.
  test("tells a database whose system sorts otherwise than when its indexes were made", async ({
    emptyUrl,
  }) => {
    await using db = connect(emptyUrl, { ...patient, poolSize: 1 });
    expect(await isSortedAnew(db)).toBe(false);
    await sql`update pg_database set datcollversion = '2.31' where datname = current_database()`.execute(
      db,
    );
    expect(await isSortedAnew(db)).toBe(true);
  });

  test("rejects a database whose encoding is not UTF-8", async () => {
    const serverUrl = inject("serverUrl");
    const name = `test_${randomUUID().replaceAll("-", "")}`;
    const server = connectPool(serverUrl, { ...patient, poolSize: 1 });
    try {
      await server.query(
        `create database ${name} encoding 'SQL_ASCII' locale 'C' template template0`,
      );
      await expect(migrate(databaseUrl(serverUrl, name))).rejects.toThrow(
        /^The database has the encoding SQL_ASCII, and must have UTF8\./,
      );
    } finally {
      await server.end();
      await dropDatabase(serverUrl, name);
    }
  });

  test("needs no superuser, only a role that can create roles", async ({ superuser, emptyUrl }) => {
    const name = `test_${randomUUID().replaceAll("-", "")}`;
    const owner = sql.id(name);
    await sql`create role ${owner} login createrole password 'secret'`.execute(superuser);
    const { rows } = await sql<{ isNew: boolean }>`
      select current_setting('server_version_num')::integer >= 160000 as "isNew"`.execute(
      superuser,
    );
    // Where this test made the roles, it would have been given just this. Before 16 it needed nothing.
    if (rows[0]?.isNew === true)
      await sql`grant ledger_owner, ${sql.id(portalRole)} to ${owner}
        with admin true, inherit false, set false`.execute(superuser);
    const database = new URL(emptyUrl).pathname.slice(1);
    await sql`alter database ${sql.id(database)} owner to ${owner}`.execute(superuser);
    const url = new URL(emptyUrl);
    url.username = name;
    url.password = "secret";

    await migrate(url.href);
    const pool = connectPool(url.href, { role: portalRole });
    const ledger = createLedger({ pool, catalogue: lampEvents });
    const { positions } = await ledger.execute(aCommand(), async () => ({
      events: [{ streamId: "lamp", event: lampLit() }],
      answer: null,
    }));

    expect(positions).toEqual([1]);
    await expect(sql`delete from ledger_events`.execute(databaseOn(pool))).rejects.toThrow(
      "permission denied",
    );
    await pool.end();
    await dropDatabase(inject("serverUrl"), database);
    await sql`drop role ${owner}`.execute(superuser);
  });
});

async function tablesIn(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(db);
  return rows.map(({ name }) => name);
}
