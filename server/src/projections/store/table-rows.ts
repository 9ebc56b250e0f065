import { dayMs } from "@portal/shared/platform/calendar.ts";
import { finished } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import {
  type ProjectionTable,
  columnOf,
  type SqlType,
} from "../../platform/read-model/projection-tables.ts";

/** Rows with their field names: all rows of a table, or those with the keys. */
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
  for (let start = 0; start < rows.length; start += rowsPerCall) {
    const json = JSON.stringify({ [table.name]: rows.slice(start, start + rowsPerCall) });
    await client.query(`select ${schema}.save_rows($1::json, null, null)`, [json]);
  }
}

export function keyOf(table: ProjectionTable): string {
  return table.key.map(columnOf).join(", ");
}

/** Sends rows in the binary format of COPY, which takes half the work of the text format on both sides. */
export async function copyRows(
  client: pg.ClientBase,
  options: Readonly<{ schema: string; table: ProjectionTable; bytes: Buffer; isFrozen: boolean }>,
): Promise<void> {
  const { schema, table, bytes, isFrozen } = options;
  const columns = Object.keys(table.columns).map(columnOf).join(", ");
  // Frozen rows save a later vacuum; only a table created in this transaction accepts them.
  const format = isFrozen ? "format binary, freeze" : "format binary";
  const statement = `copy ${schema}.${table.name} (${columns}) from stdin (${format})`;
  const stream = client.query(copyFrom(statement));
  stream.end(bytes);
  await finished(stream);
}

/** Rows in the binary format of COPY. */
export type BinaryRows = Readonly<{
  add: (rows: readonly Readonly<Record<string, unknown>>[]) => void;
  /** The number of buffered bytes. */
  size: () => number;
  /** All added rows, with header and trailer. */
  take: () => Buffer;
}>;

const copyHeader = Buffer.from("PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0", "latin1");
const endOfRows = -1;

export function createBinaryRows(table: ProjectionTable): BinaryRows {
  const columns = Object.entries(table.columns);
  const writer: BinaryWriter = createBinaryWriter(copyHeader);
  return {
    add(rows) {
      for (const row of rows) {
        writeInt16(writer, columns.length);
        for (const [field, type] of columns) writeValue(writer, row[field], type);
      }
    },
    size: () => writer.at,
    take() {
      writeInt16(writer, endOfRows);
      return writer.bytes.subarray(0, writer.at);
    },
  };
}

/** A growing buffer; `at` is the offset of the next byte. */
type BinaryWriter = { bytes: Buffer; at: number };

const bytesAtFirst = 64 * 1024;
/** More than any fixed-length value needs. */
const valueBytes = 32;

function createBinaryWriter(head: Buffer): BinaryWriter {
  const bytes = Buffer.allocUnsafe(bytesAtFirst);
  return { bytes, at: head.copy(bytes) };
}

function writeInt16(writer: BinaryWriter, value: number): void {
  reserve(writer, valueBytes);
  writer.at = writer.bytes.writeInt16BE(value, writer.at);
}

/**
 * Writes a value with its length prefix, in the format of the type's receive function. Numbers and instants are
 * written in binary, which saves formatting them here and parsing them on the server.
 */
function writeValue(writer: BinaryWriter, value: unknown, type: SqlType): void {
  reserve(writer, valueBytes);
  if (value === null || value === undefined) return writeInt32(writer, -1);
  if (type === "json-text") return writeText(writer, JSON.stringify(value));
  if (type === "jsonb") return writeText(writer, JSON.stringify(value), jsonbVersion);
  switch (typeof value) {
    case "number":
      return writeNumber(writer, value, type);
    case "boolean":
      writeInt32(writer, 1);
      writer.at = writer.bytes.writeUInt8(value ? 1 : 0, writer.at);
      return;
    case "string":
      return writeString(writer, value, type);
    default:
      throw new TypeError(`a ${typeof value} is no value of type ${type}`);
  }
}

function writeNumber(writer: BinaryWriter, value: number, type: SqlType): void {
  if (type === "bigint") return writeInt64(writer, value);
  writeInt32(writer, 4);
  writeInt32(writer, value);
}

function writeString(writer: BinaryWriter, value: string, type: SqlType): void {
  switch (type) {
    case "timestamptz":
      return writeInt64(writer, microsecondsSince2000(value));
    case "date":
      writeInt32(writer, 4);
      return writeInt32(writer, (Date.parse(value) - year2000) / dayMs);
    case "uuid":
      return writeUuid(writer, value);
    default:
      return writeText(writer, value);
  }
}

function writeInt32(writer: BinaryWriter, value: number): void {
  writer.at = writer.bytes.writeInt32BE(value, writer.at);
}

/** Writes a 53-bit integer as two halves, which avoids allocating a bigint for each. */
function writeInt64(writer: BinaryWriter, value: number): void {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a whole number`);
  const high = Math.floor(value / twoTo32);
  writeInt32(writer, 8);
  writeInt32(writer, high);
  writer.at = writer.bytes.writeUInt32BE(value - high * twoTo32, writer.at);
}

function writeUuid(writer: BinaryWriter, text: string): void {
  writeInt32(writer, 16);
  const { bytes } = writer;
  let nibbles = 0;
  let high = 0;
  for (let index = 0; index < text.length; index++) {
    const nibble = hexDigits[text.charCodeAt(index)] ?? notHex;
    if (nibble === notHex) continue;
    if (nibbles % 2 === 0) high = nibble << 4;
    else bytes[writer.at++] = high | nibble;
    nibbles++;
  }
  if (nibbles !== 32) throw new RangeError(`${text} is not a uuid`);
}

function writeText(writer: BinaryWriter, text: string, version?: number): void {
  reserve(writer, text.length * 3 + valueBytes);
  const lengthAt = writer.at;
  const start = lengthAt + 4 + (version === undefined ? 0 : 1);
  if (version !== undefined) writer.bytes[start - 1] = version;
  writer.at = start + writeCharacters(writer.bytes, text, start);
  writer.bytes.writeInt32BE(writer.at - lengthAt - 4, lengthAt);
}

/** Short texts are nearly always ASCII, and a loop is faster than a native call. */
function writeCharacters(bytes: Buffer, text: string, start: number): number {
  if (text.length > 64) return bytes.write(text, start, "utf8");
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code > 127) return bytes.write(text, start, "utf8");
    bytes[start + index] = code;
  }
  return text.length;
}

function reserve(writer: BinaryWriter, more: number): void {
  const needed = writer.at + more;
  if (needed <= writer.bytes.length) return;
  const larger = Buffer.allocUnsafe(Math.max(writer.bytes.length * 2, needed));
  writer.bytes.copy(larger, 0, 0, writer.at);
  writer.bytes = larger;
}

const jsonbVersion = 1;
const twoTo32 = 0x1_0000_0000;
const year2000 = Date.UTC(2000, 0, 1);

const notHex = 255;
const hexDigits = new Uint8Array(128).fill(notHex);
for (let digit = 0; digit < 16; digit++) {
  hexDigits[digit.toString(16).charCodeAt(0)] = digit;
  hexDigits[digit.toString(16).toUpperCase().charCodeAt(0)] = digit;
}

let lastInstant = "";
let lastMicroseconds = 0;

/** The rows of one event have the same instant, so the last result is cached. */
function microsecondsSince2000(instant: string): number {
  if (instant === lastInstant) return lastMicroseconds;
  const milliseconds = millisecondsOf(instant);
  if (!Number.isSafeInteger(milliseconds)) throw new RangeError(`${instant} is not an instant`);
  lastMicroseconds = (milliseconds - year2000) * 1000;
  lastInstant = instant;
  return lastMicroseconds;
}

const usualLength = "2026-01-31T08:00:00.000Z".length;
const zero = "0".charCodeAt(0);

/** A fast path for the usual format; other formats go to the general parser. */
function millisecondsOf(instant: string): number {
  if (instant.length !== usualLength || !instant.endsWith("Z")) return Date.parse(instant);
  const number = (start: number, digits: number): number => {
    let value = 0;
    for (let index = start; index < start + digits; index++)
      value = value * 10 + (instant.charCodeAt(index) - zero);
    return value;
  };
  const day = Date.UTC(number(0, 4), number(5, 2) - 1, number(8, 2));
  const minutes = number(11, 2) * 60 + number(14, 2);
  return day + minutes * 60_000 + number(17, 2) * 1000 + number(20, 3);
}
