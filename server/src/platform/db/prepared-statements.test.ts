import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { describe, expect } from "vitest";
import { test as base } from "../../testing/database-test.ts";
import { connectPool, databaseOn, portalRole } from "./connect.ts";
import type { Database } from "./database.ts";
import { plannedEachTime } from "./planned-each-time.ts";

/** One connection, so that its statements can be counted on it. */
const test = base.extend("own", async ({ ownerUrl }, { onCleanup }): Promise<Database> => {
  const own = databaseOn(connectPool(ownerUrl, { role: portalRole, poolSize: 1, prepare: true }));
  onCleanup(() => own.destroy());
  return own;
});

async function statementsOf(db: Database): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements
    where name like 'portal_%' and statement not like '%pg_prepared_statements%'`.execute(db);
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

  test("is none where the plan follows from the values", async ({ own }) => {
    await sql`select code ${plannedEachTime} from region where code = ${"za"}`.execute(own);
    await sql`select currency from region where code = ${"za"}`.execute(own);

    expect(await statementsOf(own)).toEqual(["select currency from region where code = $1"]);
  });

  test("needs no values, unless it may be several or is of a transaction", async ({ own }) => {
    await own.transaction().execute((tx) => sql`select code from region`.execute(tx));
    await sql`select 1 as one; select 2 as two`.execute(own);
    await sql`set local jit = off`.execute(own);

    expect(await statementsOf(own)).toEqual(["select code from region"]);
  });

  test("is one of few with a list, so that others are prepared too", async ({ own }) => {
    for (let length = 1; length <= 40; length++)
      await sql`select code from region where vat_bps in (${sql.join(Array.from({ length }, (_, nth) => nth))})
        and currency = ${"ZAR"}`.execute(own);
    await double(own, 1);

    const statements = await statementsOf(own);
    expect(statements.filter((text) => text.includes("vat_bps in"))).toHaveLength(16);
    expect(statements).toContain("select $1::integer + $2::integer as double");
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
    const read = () => sql`select id from widening where id = ${7}`.execute(own);
    expect((await read()).rows).toEqual([{ id: 7 }]);

    await sql`alter table widening add column note text`.execute(superuser);

    expect((await read()).rows).toEqual([{ id: 7 }]);
  });
});

/** Of these connections none prepares, the result stays in the database, or a function has the columns. */
const others = [
  "edges/backup/owner-rights.ts",
  "platform/ledger/append-statement.ts",
  "platform/ledger/move-partitions.ts",
];
const openColumns =
  /\b(?:select|distinct|returning)\s+\*|[\w"}]\.\*(?=\s*(?:[,)`]|from\b|$))|(?:select|returning)All\(/m;

describe("no statement reads whatever columns there are", () => {
  test.for([
    "select * from region",
    "select distinct region.* from region",
    'select "order".*, 1',
    "insert into region (code) values ($1) returning *",
    'db.selectFrom("region").selectAll()',
  ])("(%s)", (text) => {
    expect(text).toMatch(openColumns);
  });

  test.for(["select count(*), 2 * 3, price * quantity from line", "as (select line.a * line.b)"])(
    "(not %s)",
    (text) => {
      expect(text).not.toMatch(openColumns);
    },
  );

  test("in any file of the server", () => {
    const folder = path.join(import.meta.dirname, "..", "..");
    const files = globSync("**/*.ts", { cwd: folder }).filter(
      (file) => !/\.test\.ts$|^testing\//.test(file) && !others.includes(file),
    );
    const open = files.filter((file) =>
      openColumns.test(readFileSync(path.join(folder, file), "utf8")),
    );

    expect(files.length).toBeGreaterThan(400);
    expect(open).toEqual([]);
  });
});
