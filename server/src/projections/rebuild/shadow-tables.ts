import pg from "pg";
import { z } from "zod";
import { clientRowsOf } from "../../platform/db/rows.ts";
import { projectionTables } from "../../platform/read-model/projection-tables.ts";

export const liveSchema = "projection";
/** The schema of a running rebuild; otherwise empty, except for what a killed rebuild left behind. */
export const shadowSchema = "projection_next";

const tableNames = projectionTables.map(({ name }) => name);

/** Empty tables with the columns, defaults and rights of the live ones; indexes are created after the rows are written. */
export async function createShadowTables(client: pg.ClientBase): Promise<void> {
  await dropShadowTables(client);
  const options = await storageOptions(client);
  for (const name of tableNames) {
    const storage = options.get(name);
    await client.query(
      `create table ${shadowSchema}.${name} (like ${liveSchema}.${name} including all excluding indexes)
       ${storage ? `with (${storage})` : ""}`,
    );
  }
  await copyRights(client);
}

const nameRow = z.strictObject({ name: z.string() });

export async function dropShadowTables(client: pg.ClientBase): Promise<void> {
  const rows = await clientRowsOf(
    client,
    nameRow,
    `select relname as name from pg_class
     where relnamespace = $1::regnamespace and relkind = 'r'`,
    [shadowSchema],
  );
  for (const { name } of rows)
    await client.query(`drop table ${shadowSchema}.${pg.escapeIdentifier(name)} cascade`);
}

/** Creates the indexes of the live tables that are still missing, under the same names. */
export async function createShadowIndexes(
  client: pg.ClientBase,
  names: readonly string[] = tableNames,
): Promise<void> {
  const rows = await clientRowsOf(client, indexRow, missingIndexes, [
    liveSchema,
    shadowSchema,
    names,
  ]);
  for (const { table, index, definition, constraint } of rows) {
    const [before = "", after = ""] = definition.split(` ON ${liveSchema}.`);
    await client.query(`${before} ON ${shadowSchema}.${after}`);
    if (constraint === null) continue;
    await client.query(
      `alter table ${shadowSchema}.${pg.escapeIdentifier(table)}
       add constraint ${pg.escapeIdentifier(constraint)} primary key using index ${pg.escapeIdentifier(index)}`,
    );
  }
}

/** Gives the planner statistics for the first queries after a swap; a small sample is enough until autovacuum runs. */
export async function analyzeShadowTables(client: pg.ClientBase): Promise<void> {
  await client.query("set local default_statistics_target = 20");
  await client.query(`analyze ${tableNames.map((name) => `${shadowSchema}.${name}`).join(", ")}`);
}

const indexRow = z.strictObject({
  table: z.string(),
  index: z.string(),
  definition: z.string(),
  constraint: z.string().nullable(),
});

const missingIndexes = `
  select class.relname as "table", index.relname as "index",
    pg_get_indexdef(index.oid) as definition, primary_key.conname as "constraint"
  from pg_index
  join pg_class index on index.oid = pg_index.indexrelid
  join pg_class class on class.oid = pg_index.indrelid
  left join pg_constraint primary_key
    on primary_key.conindid = index.oid and primary_key.contype = 'p'
  where class.relnamespace = $1::regnamespace and class.relname = any($3)
    and not exists (
      select from pg_class made
      where made.relnamespace = $2::regnamespace and made.relname = index.relname)
  order by class.relname, index.relname`;

const optionsRow = z.strictObject({ name: z.string(), options: z.array(z.string()) });

async function storageOptions(client: pg.ClientBase): Promise<ReadonlyMap<string, string>> {
  const rows = await clientRowsOf(
    client,
    optionsRow,
    `select relname as name, reloptions as options from pg_class
     where relnamespace = $1::regnamespace and reloptions is not null`,
    [liveSchema],
  );
  return new Map(rows.map(({ name, options }) => [name, options.join(", ")]));
}

const rightRow = z.strictObject({ statement: z.string() });

/** Roles such as the auditor's keep their rights across a swap. */
async function copyRights(client: pg.ClientBase): Promise<void> {
  const rows = await clientRowsOf(
    client,
    rightRow,
    `select format('grant %s on %I.%I to %s', privilege_type, $2::text, relname,
        case grantee when 0 then 'public' else grantee::regrole::text end) as statement
     from pg_class, aclexplode(relacl)
     where relnamespace = $1::regnamespace and relname = any($3) and grantee <> relowner`,
    [liveSchema, shadowSchema, tableNames],
  );
  for (const { statement } of rows) await client.query(statement);
}
