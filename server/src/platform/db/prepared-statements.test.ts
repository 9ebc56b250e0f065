import { sql } from "kysely";
import { describe, expect } from "vitest";
import { test as base } from "../../testing/database-test.ts";
import { connectPool, databaseOn, portalRole } from "./connect.ts";
import type { Database } from "./database.ts";

/** One connection, so that its statements can be counted on it. */
const test = base.extend("own", async ({ ownerUrl }, { onCleanup }): Promise<Database> => {
  const own = databaseOn(connectPool(ownerUrl, { role: portalRole, poolSize: 1, prepare: true }));
  onCleanup(() => own.destroy());
  return own;
});

async function statementsOf(db: Database): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements where name like 'portal_%'`.execute(db);
  return rows.map(({ statement }) => statement);
}

const double = (db: Database, number: number) =>
  sql<{ double: number }>`select ${number}::integer + ${number}::integer as double`.execute(db);

describe("a prepared statement", () => {
  test("is reused with other values", async ({ own }) => {
    const answers = [await double(own, 1), await double(own, 2), await double(own, 3)];

    expect(answers.map(({ rows }) => rows)).toEqual([
      [{ double: 2 }],
      [{ double: 4 }],
      [{ double: 6 }],
    ]);
    expect(await statementsOf(own)).toEqual(["select $1::integer + $2::integer as double"]);
  });

  test("may count, but not read whatever columns there are", async ({ own }) => {
    await sql`select count(*) as count from region where code = ${"za"}`.execute(own);
    await sql`select * from region where code = ${"za"}`.execute(own);

    expect(await statementsOf(own)).toEqual([
      "select count(*) as count from region where code = $1",
    ]);
  });

  test("that failed the first time works later", async ({ own, superuser }) => {
    const read = () => sql`select id from late_table where id = ${7}`.execute(own);
    await expect(read()).rejects.toThrow(/late_table/);

    await sql`create table late_table as select 7 as id`.execute(superuser);
    await sql`grant select on late_table to portal_app`.execute(superuser);

    expect((await read()).rows).toEqual([{ id: 7 }]);
  });

  test("still works after a newer program adds a column", async ({ own, superuser }) => {
    await sql`create table widening as select 7 as id`.execute(superuser);
    await sql`grant select on widening to portal_app`.execute(superuser);
    const read = () => sql`select * from widening where id = ${7}`.execute(own);
    expect((await read()).rows).toEqual([{ id: 7 }]);

    await sql`alter table widening add column note text`.execute(superuser);

    expect((await read()).rows).toEqual([{ id: 7, note: null }]);
  });
});
