import pg from "pg";
import { z } from "zod";
import { type ProjectionTable, columnOf } from "../../platform/read-model/projection-tables.ts";

/** The columns under the names of their fields, instants as ISO text in UTC: for a row that becomes JSON. */
export function jsonFields(table: ProjectionTable): string {
  return Object.entries(table.columns)
    .map(([field, type]) => {
      const column = columnOf(field);
      const name = pg.escapeIdentifier(field);
      if (type === "timestamptz")
        return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${name}`;
      return type === "json-text" ? `${column}::json as ${name}` : `${column} as ${name}`;
    })
    .join(", ");
}

/**
 * Adds the rows of a JSON list with their field names, and replaces those with the same key. A second row of a table that is
 * only added to is a bug and fails.
 *
 * @returns the statement before and after an expression of type json
 */
export function saveStatement(
  table: ProjectionTable,
  { schema, where = "true" }: Readonly<{ schema: string; where?: string }>,
): readonly [before: string, after: string] {
  const fields = Object.entries(table.columns);
  const columns = fields.map(([field]) => columnOf(field));
  const values = fields.map(([field]) => `row.${pg.escapeIdentifier(field)}`);
  const types = fields.map(
    ([field, type]) => `${pg.escapeIdentifier(field)} ${type === "json-text" ? "text" : type}`,
  );
  const key = table.key.map(columnOf);
  const others = columns.filter((column) => !key.includes(column));
  const replacing = `on conflict (${key.join(", ")}) do update
    set ${others.map((column) => `${column} = excluded.${column}`).join(", ")}`;
  return [
    `insert into ${schema}.${table.name} (${columns.join(", ")})
     select ${values.join(", ")} from json_to_recordset(`,
    `) as row(${types.join(", ")}) where ${where} ${table.isOnlyAdded === true ? "" : replacing}`,
  ];
}

/** Moves the checkpoints to `$1::bigint`. */
export const moveCheckpointsTo = `
  update projection.checkpoint set position = $1::bigint, failed_position = null, failure = null
  where position < $1::bigint`;

/**
 * Deletes the paths of everybody at or below the members of `$1::integer[]` whose parent is not the one in the closure,
 * and answers with their ids: `insertPaths` writes them anew. The order of several moves does not matter.
 */
export const deleteMovedPaths = (schema: string) => `
  with moved as (
    select member.user_id from ${schema}.member
    left join ${schema}.member_path self
      on self.descendant_id = member.user_id and self.ancestor_id = member.user_id
    left join ${schema}.member_path parent
      on parent.descendant_id = member.user_id and parent.depth = 1
    where member.user_id = any($1::integer[])
      and (self.depth is null or parent.ancestor_id is distinct from member.parent_id)
  ), affected as (
    select path.descendant_id as user_id from ${schema}.member_path path
    where path.ancestor_id = any(array(select user_id from moved))
    union
    select user_id from moved
  ), deleted as (
    delete from ${schema}.member_path where descendant_id = any(array(select user_id from affected))
  )
  select user_id as "userId" from affected`;

export const movedRow = z.strictObject({ userId: z.int() });

/** Writes the paths of the members of `$1::integer[]` from the parents as they now stand. */
export const insertPaths = (schema: string) => `
  insert into ${schema}.member_path (ancestor_id, descendant_id, depth)
  with recursive upwards (ancestor_id, descendant_id, depth, next_id) as (
    select user_id, user_id, 0, parent_id from ${schema}.member where user_id = any($1::integer[])
    union all
    select member.user_id, upwards.descendant_id, upwards.depth + 1, member.parent_id
    from upwards join ${schema}.member on member.user_id = upwards.next_id
  )
  select ancestor_id, descendant_id, depth from upwards`;
