import pg from "pg";
import { type BookTable, columnOf } from "../../platform/read-model/projection-tables.ts";

/** Rows under the names of their fields: all of a table, or those with the keys. */
export async function readRows<Row extends pg.QueryResultRow>(
  client: pg.ClientBase,
  options: Readonly<{ schema: string; table: BookTable; keys?: readonly string[] }>,
): Promise<Row[]> {
  const { schema, table, keys } = options;
  const columns = Object.entries(table.columns).map(([field, type]) => {
    const value = type === "json-text" ? `${columnOf(field)}::json` : columnOf(field);
    return `${value} as ${pg.escapeIdentifier(field)}`;
  });
  const from = `select ${columns.join(", ")} from ${schema}.${table.name}`;
  if (keys === undefined) return (await client.query<Row>(`${from} order by ${keyOf(table)}`)).rows;
  const [field = ""] = table.key;
  const where = `where ${columnOf(field)} = any($1::${table.columns[field]}[])`;
  return (await client.query<Row>(`${from} ${where}`, [keys])).rows;
}

const rowsPerCall = 5000;

/** Replaces rows that a table has. */
export async function replaceRows(
  client: pg.ClientBase,
  options: Readonly<{ schema: string; table: BookTable; rows: readonly object[] }>,
): Promise<void> {
  const { schema, table, rows } = options;
  for (let start = 0; start < rows.length; start += rowsPerCall) {
    const json = JSON.stringify({ [table.name]: rows.slice(start, start + rowsPerCall) });
    await client.query(`select ${schema}.save_books($1::json, null, null)`, [json]);
  }
}

export function keyOf(table: BookTable): string {
  return table.key.map(columnOf).join(", ");
}
