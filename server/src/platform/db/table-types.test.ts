import { execFile } from "node:child_process";
import { mkdtemp, mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import { expect } from "vitest";
import { test as databaseTest } from "../../testing/database-test.ts";
import type { Database } from "./database.ts";

const root = path.join(import.meta.dirname, "..", "..", "..", "..");

/** A folder from which the packages are found, for a file that only the compiler reads. */
const test = databaseTest.extend("folder", async ({}, { onCleanup }) => {
  const cache = path.join(root, "node_modules", ".cache");
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(path.join(cache, "table-types-"));
  onCleanup(() => rm(folder, { recursive: true }));
  return folder;
});

/** What the driver answers for a type of PostgreSQL (`connect.ts`); JSON may have any shape. */
const typesOfValues: Readonly<Record<string, string>> = {
  bool: "boolean",
  bytea: "Uint8Array",
  date: "string",
  float8: "number",
  int2: "number",
  int4: "number",
  int8: "number",
  jsonb: "Json",
  text: "string",
  timestamptz: "string",
  uuid: "string",
  varchar: "string",
  xid8: "string",
};

type Column = Readonly<{ table: string; column: string; type: string; isNullable: boolean }>;

/** Read by name in statements of SQL only, or kept for the release before. */
const untyped = ["money_limit", "decision.used_in", "settlement_line.kind"];

/** The columns of the tables as the migrations left them. */
async function columnsOf(db: Database): Promise<readonly Column[]> {
  const { rows } = await sql<Column>`
    select case nspname when 'public' then relname else nspname || '.' || relname end as "table",
      attname as "column", typname as type, not attnotnull as "isNullable"
    from pg_attribute
    join pg_class on pg_class.oid = attrelid
    join pg_namespace on pg_namespace.oid = relnamespace
    join pg_type on pg_type.oid = atttypid
    where relkind in ('r', 'p') and not relispartition and attnum > 0 and not attisdropped
      and nspname in ('public', 'projection') and relname <> 'kysely_migration_lock'
    order by 1, attnum`.execute(db);
  return rows.filter(
    ({ table, column }) => !untyped.includes(table) && !untyped.includes(`${table}.${column}`),
  );
}

/** Of an array the driver's arrays; `_int4` is `integer[]`. */
function typeOfValue({ type, isNullable }: Column): string {
  const value = type.startsWith("_")
    ? `readonly ${typesOfValues[type.slice(1)]}[]`
    : typesOfValues[type];
  return isNullable ? `${value} | null` : `${value}`;
}

/** A program that compiles exactly if the types say what the database has; the compiler's errors name what differs. */
function programFor(columns: readonly Column[]): string {
  const tables = [...Map.groupBy(columns, ({ table }) => table)].map(([table, own]) => {
    const types = own.map((column) => `"${column.column}": ${typeOfValue(column)};`);
    return `"${table}": {\n${types.join("\n")}\n};`;
  });
  const checks = columns.map(({ table, column }) => `Check<"${table}", "${column}">`);
  return `
    import type { Selectable } from "kysely";
    import type { Tables } from "${path.join(import.meta.dirname, "database.ts")}";
    type Json = { isJson: true };
    type Migrated = {\n${tables.join("\n")}\n};
    type Row<Table extends keyof Tables> = Selectable<Tables[Table]>;
    type Check<Table extends string, Column extends string> =
      Table extends keyof Tables & keyof Migrated
        ? Column extends keyof Row<Table> & keyof Migrated[Table]
          ? Compare<Row<Table>[Column], Migrated[Table][Column], \`\${Table}.\${Column}\`>
          : \`\${Table}.\${Column} has no type\`
        : \`\${Table} has no type\`;
    type Compare<Typed, Migrated, Name extends string> =
      [null extends Typed ? true : false] extends [null extends Migrated ? true : false]
        ? [NonNullable<Migrated>] extends [Json]
          ? never
          : [NonNullable<Typed>] extends [NonNullable<Migrated>] ? never : \`\${Name} has another type\`
        : \`\${Name} is null in one of both\`;
    type Surplus = {
      [Table in keyof Tables & keyof Migrated]:
        \`\${Table}.\${Exclude<keyof Row<Table> & string, keyof Migrated[Table]>} is in no table\`
    }[keyof Tables & keyof Migrated] | Exclude<keyof Tables, keyof Migrated | "ledger_entries">;
    export const problems: Record<${checks.join(" | ")} | Surplus, never> = {};`;
}

test("the types of the tables have the names, nulls and types of the migrated database", async ({
  db,
  folder,
}) => {
  const columns = await columnsOf(db);
  expect(columns.length).toBeGreaterThan(700);

  expect(await problemsOf(folder, columns)).toBe("");
});

test.for([
  [{ type: "text" }, "account.id has another type"],
  [{ isNullable: true }, "account.id is null in one of both"],
  [{ column: "number" }, "account.number has no type"],
  [{ column: "number" }, "account.id is in no table"],
  [{ table: "person" }, "person has no type"],
] as const)("a column that differs is named: %j", async ([change, problem], { db, folder }) => {
  const columns = (await columnsOf(db)).map((column) =>
    column.table === "account" && column.column === "id" ? { ...column, ...change } : column,
  );

  expect(await problemsOf(folder, columns)).toContain(problem);
});

async function problemsOf(folder: string, columns: readonly Column[]): Promise<string> {
  await writeFile(path.join(folder, "tables.ts"), programFor(columns));
  const project = { extends: path.join(root, "server", "tsconfig.json"), include: ["tables.ts"] };
  await writeFile(path.join(folder, "tsconfig.json"), JSON.stringify(project));

  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [
        path.join(root, "node_modules", "typescript", "bin", "tsc"),
        "--project",
        folder,
        "--pretty",
        "false",
      ],
      (_error, stdout, stderr) => resolve(stdout + stderr),
    );
  });
}
