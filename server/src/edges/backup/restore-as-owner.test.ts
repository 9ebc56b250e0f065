import { randomUUID } from "node:crypto";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, describe, expect, inject } from "vitest";
import type { Database } from "../../platform/db/database.ts";
import { connectPool, databaseOn, patient } from "../../platform/db/connect.ts";
import { compareProjections } from "../../projections/compare/compare-projections.ts";
import { test as base } from "../../testing/database-test.ts";
import { databaseUrl, dropDatabase } from "../../testing/test-database.ts";
import { startPostgres15 } from "../../testing/test-server.ts";
import { seedDemo } from "../demo/seed-demo.ts";
import { backup } from "./backup.ts";
import { restore } from "./restore.ts";

const folder = await mkdtemp(path.join(tmpdir(), "portal-owner-"));
const given = {
  erasures: { erasedList: path.join(folder, "no-list.txt"), mayBeMissing: true },
  uploads: { filesDir: null, mayLack: false },
};
const older = await startPostgres15();
const undo: (() => Promise<void>)[] = [];

const test = base.extend("saved", { scope: "file" }, async ({ ownerUrl }) => {
  await seedDemo({ ownerUrl, until: "2026-07-01" });
  const saved = path.join(folder, "saved");
  const manifest = await backup(ownerUrl, saved, {
    madeAt: "2026-07-01T12:00:00.000Z",
    filesDir: null,
  });
  return { saved, head: manifest.head };
});

afterAll(async () => {
  for (const step of undo.toReversed()) await step();
  await older?.stop();
  await rm(folder, { recursive: true });
});

const servers: readonly [string, string | null][] = [
  ["the server of the tests", inject("serverUrl")],
  [older ? "PostgreSQL 15" : "PostgreSQL 15, which is not on this machine", older?.url ?? null],
];

describe.for(servers)("a restore by an owner who is no superuser, on %s", ([, serverUrl]) => {
  // shows R76, T117
  test.skipIf(serverUrl === null)(
    "restores all rows, constraints and triggers",
    async ({ saved: { saved, head }, superuser }) => {
      const url = await ownerOn(serverUrl ?? "", { mayMakeRoles: true });

      expect(await restore(url, saved, given)).toMatchObject({ head, stillReadable: [] });

      const pool = connectPool(url, { ...patient, poolSize: 2 });
      const db = databaseOn(pool);
      const { rows } =
        await sql`select rolsuper from pg_roles where rolname = current_user`.execute(db);
      expect(rows).toEqual([{ rolsuper: false }]);
      expect(await rulesOf(db)).toEqual(await rulesOf(superuser));
      expect(await compareProjections(pool)).toMatchObject({ isSound: true });
      for (const table of ["ledger_events", "ledger_seal_keys", "audit_entry"])
        await expect(pool.query(`delete from ${table}`)).rejects.toThrow("append-only");
      await db.destroy();
    },
  );

  test.skipIf(serverUrl === null)(
    "leaves nothing of a backup that turns out to be wrong, and then takes a right one",
    async ({ saved: { saved, head } }) => {
      const url = await ownerOn(serverUrl ?? "", { mayMakeRoles: true });
      const wrong = path.join(folder, randomUUID());
      await cp(saved, wrong, { recursive: true });
      const file = path.join(wrong, "manifest.json");
      const manifest = await readFile(file, "utf8");
      await writeFile(file, manifest.replace(`"head": ${head}`, `"head": ${head + 1}`));

      await expect(restore(url, wrong, given)).rejects.toThrow(
        `The backup has ${head} events instead of ${head + 1}.`,
      );

      const pool = connectPool(url, { ...patient, poolSize: 1 });
      const left = await pool.query(`select relname from pg_class
        where relnamespace::regnamespace::text !~ '^(pg_|information_schema)'`);
      await pool.end();
      expect(left.rows).toEqual([]);
      expect(await restore(url, saved, given)).toMatchObject({ head });
    },
  );

  test.skipIf(serverUrl === null)("names the missing right", async ({ saved: { saved } }) => {
    const stranger = await ownerOn(serverUrl ?? "", { mayMakeRoles: true, owns: false });
    await expect(restore(stranger, saved, given)).rejects.toThrow(
      /^owner_\w+ does not own the database\. As an administrator of the server run: alter database \w+ owner to owner_\w+;$/,
    );

    await withAdministrator(serverUrl ?? "", async (administrator) => {
      for (const role of await absentRoles(administrator))
        await administrator.query(`create role ${role} nologin`);
    });
    const outsider = await ownerOn(serverUrl ?? "", { mayMakeRoles: false });
    await expect(restore(outsider, saved, given)).rejects.toThrow(
      /^owner_\w+ may not act as ledger_owner or portal_app\. As an administrator of the server run: grant ledger_owner, portal_app to owner_\w+;$/,
    );
  });
});

test.skipIf(older === null)(
  "a restore requires the right to create roles where they do not exist",
  async ({ saved: { saved } }) => {
    const bare = await startPostgres15();
    if (!bare) return;
    undo.push(bare.stop);
    const url = await ownerOn(bare.url, { mayMakeRoles: false });
    await expect(restore(url, saved, given)).rejects.toThrow(
      /^owner_\w+ may not create roles\. As an administrator of the server run: alter role owner_\w+ createrole;$/,
    );
  },
);

/** A role with a database of its own, as the operators' page describes them. */
async function ownerOn(
  serverUrl: string,
  { mayMakeRoles, owns = true }: Readonly<{ mayMakeRoles: boolean; owns?: boolean }>,
): Promise<string> {
  const name = `owner_${randomUUID().replaceAll("-", "")}`;
  await withAdministrator(serverUrl, async (administrator) => {
    const makes = mayMakeRoles ? "createrole" : "nocreaterole";
    await administrator.query(`create role ${name} login password 'secret' ${makes}`);
    await administrator.query(`create database ${name} ${owns ? `owner ${name}` : ""}`);
    const absent = await absentRoles(administrator);
    if (mayMakeRoles)
      for (const role of ours.filter((each) => !absent.includes(each)))
        await administrator.query(`grant ${role} to ${name}`);
  });
  undo.push(async () => {
    await dropDatabase(serverUrl, name);
    await withAdministrator(serverUrl, (administrator) =>
      administrator.query(`drop role ${name}`),
    ).catch(() => {});
  });
  const url = new URL(databaseUrl(serverUrl, name));
  url.username = name;
  url.password = "secret";
  return url.href;
}

const ours = ["ledger_owner", "portal_app"];

async function absentRoles(administrator: pg.Client): Promise<string[]> {
  const { rows } = await administrator.query<{ rolname: string }>("select rolname from pg_roles");
  return ours.filter((name) => !rows.some(({ rolname }) => rolname === name));
}

async function withAdministrator(
  serverUrl: string,
  use: (administrator: pg.Client) => Promise<unknown>,
): Promise<void> {
  const administrator = new pg.Client({ connectionString: serverUrl });
  await administrator.connect();
  try {
    await use(administrator);
  } finally {
    await administrator.end();
  }
}

/** Every constraint and trigger of the tables, and whether it is enabled. */
async function rulesOf(db: Database): Promise<unknown> {
  const { rows } = await sql`
    select 'constraint ' || conname as name, conrelid::regclass::text as of,
      pg_get_constraintdef(oid) as holds, convalidated::text as state
    from pg_constraint where contype <> 'n' and connamespace in ('public'::regnamespace, 'projection'::regnamespace)
    union all
    select 'trigger ' || tgname, tgrelid::regclass::text, pg_get_triggerdef(oid), tgenabled::text
    from pg_trigger where not tgisinternal
    order by 1, 2, 3`.execute(db);
  return rows;
}
