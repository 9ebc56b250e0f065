import { finished } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { type ProjectionTable, columnOf } from "../../platform/read-model/projection-tables.ts";
import { saveStatement } from "./table-statements.ts";

/**
 * Rows with their field names: all rows of a table, or those with the keys. They are not parsed: a rebuild reads them by the
 * ten thousand, and both the columns and `Row` follow from the description of the table.
 */
export async function readRows<Row extends pg.QueryResultRow>(
  client: pg.ClientBase,
  options: Readonly<{ schema: string; table: ProjectionTable; keys?: readonly string[] }>,
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

/** Updates existing rows. */
export async function replaceRows(
  client: pg.ClientBase,
  options: Readonly<{ schema: string; table: ProjectionTable; rows: readonly object[] }>,
): Promise<void> {
  const { schema, table, rows } = options;
  const statement = saveStatement(table, { schema }).join("$1::json");
  for (let start = 0; start < rows.length; start += rowsPerCall)
    await client.query(statement, [JSON.stringify(rows.slice(start, start + rowsPerCall))]);
}

export function keyOf(table: ProjectionTable): string {
  return table.key.map(columnOf).join(", ");
}

/** Writes new rows, given as `copyLines`. */
export async function copyRows(
  client: pg.ClientBase,
  options: Readonly<{ schema: string; table: ProjectionTable; lines: string; isFrozen: boolean }>,
): Promise<void> {
  const { schema, table, lines, isFrozen } = options;
  const columns = Object.keys(table.columns).map(columnOf).join(", ");
  // Frozen rows save a later vacuum; only a table created in this transaction accepts them.
  const statement = `copy ${schema}.${table.name} (${columns}) from stdin (freeze ${isFrozen})`;
  const stream = client.query(copyFrom(statement));
  stream.end(lines);
  await finished(stream);
}

/** Rows in the text format of COPY, each with its line break. */
export function copyLines(
  table: ProjectionTable,
  rows: readonly Readonly<Record<string, unknown>>[],
): string {
  const fields = Object.keys(table.columns);
  return rows.map((row) => `${fields.map((field) => copyText(row[field])).join("\t")}\n`).join("");
}

/** What the text format has to escape; JSON escapes these four characters in the same way. */
const special = /[\\\t\n\r]/;

function copyText(value: unknown): string {
  if (value === null || value === undefined) return String.raw`\N`;
  // Most values are numbers, which have nothing to escape.
  if (typeof value === "number") {
    if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a whole number`);
    return String(value);
  }
  const text = typeof value === "string" ? value : JSON.stringify(value);
  // Tested first: nearly no value has any, and replacing takes four times as long.
  return special.test(text)
    ? text.replaceAll(new RegExp(special, "g"), (one) => JSON.stringify(one).slice(1, -1))
    : text;
}
