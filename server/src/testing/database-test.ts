import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type pg from "pg";
import { test as base, inject } from "vitest";
import { connect, connectPool, databaseOn, patient, portalRole } from "../platform/db/connect.ts";
import { createDatabase, databaseUrl, dropDatabase } from "./test-database.ts";

async function freshDatabase(template: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await createDatabase(inject("serverUrl"), name, template);
  return name;
}

/**
 * `test` with a migrated, empty database per file. `db` and `pool` have the server's limited rights; `superuser` is for
 * tampering and for what a migration would do.
 */
export const test = base
  .extend("template", { scope: "file" }, () => inject("templateName"))
  .extend("ownerUrl", { scope: "file" }, async ({ template }, { onCleanup }) => {
    const name = await freshDatabase(template);
    onCleanup(() => dropDatabase(inject("serverUrl"), name));
    return databaseUrl(inject("serverUrl"), name);
  })
  .extend("pool", { scope: "file" }, async ({ ownerUrl }, { onCleanup }): Promise<pg.Pool> => {
    const pool = connectPool(ownerUrl, { role: portalRole, poolSize: 8, prepare: true });
    onCleanup(() => pool.end());
    return pool;
  })
  .extend("db", { scope: "file" }, ({ pool }) => databaseOn(pool))
  .extend("superuser", { scope: "file" }, async ({ ownerUrl }, { onCleanup }) => {
    const superuser = databaseOn(connectPool(ownerUrl, { ...patient, poolSize: 4 }));
    onCleanup(() => superuser.destroy());
    return superuser;
  })
  /** Logs in with the server's role only, so that RESET ROLE gains no rights. */
  .extend("intruder", { scope: "file" }, async ({ superuser, ownerUrl }, { onCleanup }) => {
    const name = `test_${randomUUID().replaceAll("-", "")}`;
    await sql`create role ${sql.id(name)} login password 'secret' in role ${sql.id(portalRole)}`.execute(
      superuser,
    );
    const url = new URL(ownerUrl);
    url.username = name;
    url.password = "secret";
    const intruder = connect(url.href);
    onCleanup(async () => {
      await intruder.destroy();
      await sql`drop role ${sql.id(name)}`.execute(superuser);
    });
    return intruder;
  });
