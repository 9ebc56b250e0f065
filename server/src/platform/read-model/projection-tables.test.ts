import { sql } from "kysely";
import { describe, expect } from "vitest";
import { test } from "../../testing/database-test.ts";
import type { Database } from "../db/database.ts";
import { columnOf, type ProjectionTable, projectionTables } from "./projection-tables.ts";

// The row types and COPY use the same description; this compares it with the DDL of the migrations.
describe("the description of the projection tables", () => {
  test.for(projectionTables)("matches the database for $name", async (table, { db }) => {
    expect(await columnsOf(db, table)).toEqual(
      Object.entries(table.columns).map(([field, type]) => ({
        name: columnOf(field),
        type: type === "json-text" ? "text" : type,
      })),
    );
    expect(await keyOf(db, table)).toEqual(table.key.map(columnOf));
  });
});

async function columnsOf(db: Database, { name }: ProjectionTable) {
  const { rows } = await sql<{ name: string; type: string }>`
    select attname as name, regexp_replace(format_type(atttypid, atttypmod),
      '^timestamp(.*) with time zone$', 'timestamptz') as type
    from pg_attribute
    where attrelid = ${`projection.${name}`}::regclass and attnum > 0 and not attisdropped
    order by attnum`.execute(db);
  return rows;
}

async function keyOf(db: Database, { name }: ProjectionTable): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname as name
    from pg_index
    join unnest(indkey) with ordinality as part (attnum, place) on true
    join pg_attribute on attrelid = indrelid and pg_attribute.attnum = part.attnum
    where indrelid = ${`projection.${name}`}::regclass and indisprimary
    order by place`.execute(db);
  return rows.map((row) => row.name);
}
