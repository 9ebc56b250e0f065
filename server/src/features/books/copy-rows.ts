import { finished } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { type BookTable, columnOf } from "./books-tables.ts";

type Row = Readonly<Record<string, unknown>>;

/** The lines of COPY for some rows, in the order of the table's columns. */
export function copyLines(table: BookTable, rows: readonly Row[]): string {
  const columns = Object.entries(table.columns);
  let lines = "";
  for (const row of rows) {
    let separator = "";
    for (const [field, type] of columns) {
      lines += separator + copyValue(row[field], type);
      separator = "\t";
    }
    lines += "\n";
  }
  return lines;
}

export async function copyRows(
  client: pg.ClientBase,
  options: Readonly<{ schema: string; table: BookTable; lines: string; isFrozen: boolean }>,
): Promise<void> {
  const { schema, table, lines, isFrozen } = options;
  const columns = Object.keys(table.columns).map(columnOf).join(", ");
  // Frozen rows need no later visit of vacuum; only a table made in this transaction takes them.
  const freeze = isFrozen ? " with (freeze)" : "";
  const statement = `copy ${schema}.${table.name} (${columns}) from stdin${freeze}`;
  const stream = client.query(copyFrom(statement));
  stream.end(lines);
  await finished(stream);
}

function copyValue(value: unknown, type: string): string | number {
  if (value === null || value === undefined) return "\\N";
  if (typeof value === "number") return value;
  if (typeof value === "boolean") return value ? "t" : "f";
  if (type === "jsonb") return escaped(JSON.stringify(value));
  return type === "text" ? escaped(String(value)) : String(value);
}

const special = /[\\\t\n\r]/;

function escaped(text: string): string {
  if (!special.test(text)) return text;
  return text
    .replaceAll("\\", "\\\\")
    .replaceAll("\t", "\\t")
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r");
}
