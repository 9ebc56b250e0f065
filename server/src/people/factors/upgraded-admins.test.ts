import { randomUUID } from "node:crypto";
import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { sql } from "kysely";
import { expect, inject, test as base } from "vitest";
import { connect, patient } from "../../platform/db/connect.ts";
import { migrate } from "../../platform/db/migrate.ts";
import { createDatabase, databaseUrl, dropDatabase } from "../../testing/test-database.ts";

const migrations = path.resolve(import.meta.dirname, "../../../../migrations");

const test = base
  .extend("url", async ({}, { onCleanup }) => {
    const name = `test_${randomUUID().replaceAll("-", "")}`;
    await createDatabase(inject("serverUrl"), name);
    onCleanup(() => dropDatabase(inject("serverUrl"), name));
    return databaseUrl(inject("serverUrl"), name);
  })
  /** The migrations before second factors. */
  .extend("lastRelease", async ({}, { onCleanup }) => {
    const folder = await mkdtemp(path.join(tmpdir(), "portal-last-"));
    onCleanup(() => rm(folder, { recursive: true }));
    const names = (await readdir(migrations)).toSorted();
    const first = names.findIndex((name) => name.endsWith("-second-factors.sql"));
    for (const name of names.slice(0, first))
      await cp(path.join(migrations, name), path.join(folder, name));
    return pathToFileURL(`${folder}/`);
  });

// shows T177
test("an upgrade ends the sessions of admins and invitations that were not finished, and nobody is the first admin", async ({
  url,
  lastRelease,
}) => {
  await migrate(url, lastRelease);
  const db = connect(url, { ...patient, poolSize: 1 });
  try {
    await sql`insert into account (email, first_name, last_name, role, password_hash, verified)
      values ('admin@shop.test', 'A', 'A', 'admin', 'x', true),
        ('invited@shop.test', 'I', 'I', 'admin', null, false),
        ('kim@shop.test', 'K', 'K', 'customer', 'x', true)`.execute(db);
    await sql`insert into session (id, user_id, expires_at)
      select encode(sha256(email::bytea), 'hex'), id, now() + interval '1 day' from account`.execute(
      db,
    );
    await sql`insert into account_link (token_hash, user_id, purpose, expires_at, sent_to)
      select encode(sha256(email::bytea), 'hex'), id, 'register', now() + interval '7 days', email
      from account`.execute(db);

    await migrate(url);

    const { rows } = await sql`select email, active, is_first_admin as "isFirst",
        exists (select 1 from session where user_id = account.id) as "isSignedIn",
        exists (select 1 from account_link where user_id = account.id and ended_at is null) as "hasLink"
      from account order by id`.execute(db);
    const one = { active: true, isFirst: false, isSignedIn: false, hasLink: false };
    expect(rows).toEqual([
      { ...one, email: "admin@shop.test" },
      { ...one, email: "invited@shop.test", active: false },
      { ...one, email: "kim@shop.test", isSignedIn: true, hasLink: true },
    ]);
  } finally {
    await db.destroy();
  }
});
