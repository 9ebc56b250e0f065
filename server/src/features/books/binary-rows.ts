import type { BookTable, SqlType } from "./books-tables.ts";

/** Rows in the binary format of COPY. Numbers and instants go in as they are kept, without being spelled and read again. */
export type BinaryRows = Readonly<{
  add: (rows: readonly Readonly<Record<string, unknown>>[]) => void;
  size: () => number;
  /** Everything that was added, complete with head and tail. */
  take: () => Buffer;
}>;

const head = Buffer.from("PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0", "latin1");
const tail = Buffer.from([0xff, 0xff]);
const bytesAtFirst = 64 * 1024;
/** More than a row's fields of fixed length can need. */
const rowBytes = 1024;

export function createBinaryRows(table: BookTable): BinaryRows {
  const columns = Object.entries(table.columns);
  let bytes = Buffer.allocUnsafe(bytesAtFirst);
  let at = head.copy(bytes);
  let rowCount = 0;

  function reserve(more: number) {
    if (at + more <= bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(bytes.length * 2, at + more));
    bytes.copy(larger, 0, 0, at);
    bytes = larger;
  }

  function write(value: unknown, type: SqlType) {
    if (value === null || value === undefined) {
      at = bytes.writeInt32BE(-1, at);
      return;
    }
    switch (type) {
      case "integer":
        at = bytes.writeInt32BE(4, at);
        at = bytes.writeInt32BE(Number(value), at);
        return;
      case "bigint":
        at = bytes.writeInt32BE(8, at);
        return writeInt64(Number(value));
      case "boolean":
        at = bytes.writeInt32BE(1, at);
        at = bytes.writeUInt8(value === true ? 1 : 0, at);
        return;
      case "timestamptz":
        at = bytes.writeInt32BE(8, at);
        return writeInt64(microsecondsSince2000(String(value)));
      case "date":
        at = bytes.writeInt32BE(4, at);
        at = bytes.writeInt32BE(
          microsecondsSince2000(`${String(value)}T00:00:00.000Z`) / microsecondsPerDay,
          at,
        );
        return;
      case "uuid":
        at = bytes.writeInt32BE(16, at);
        return writeUuid(String(value));
      case "text":
        return writeText(String(value), 0);
      case "json-text":
        return writeText(JSON.stringify(value), 0);
      case "jsonb":
        return writeText(JSON.stringify(value), jsonbVersion);
    }
  }

  /** Whole numbers of 53 bits: two halves, for bigint would be made for each and thrown away. */
  function writeInt64(value: number) {
    if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a whole number`);
    const high = Math.floor(value / 0x1_0000_0000);
    at = bytes.writeInt32BE(high, at);
    at = bytes.writeUInt32BE(value - high * 0x1_0000_0000, at);
  }

  function writeUuid(text: string) {
    let nibbles = 0;
    for (let index = 0; index < text.length; index++) {
      const nibble = hexDigits[text.charCodeAt(index)] ?? notHex;
      if (nibble === notHex) continue;
      if (nibbles % 2 === 0) bytes[at] = nibble << 4;
      else bytes[at++] = (bytes[at - 1] ?? 0) | nibble;
      nibbles++;
    }
    if (nibbles !== 32) throw new RangeError(`${text} is not a uuid`);
  }

  function writeText(text: string, version: number) {
    reserve(text.length * 3 + rowBytes);
    const prefix = version === 0 ? 0 : 1;
    const start = at + 4 + prefix;
    const length = writeCharacters(text, start);
    bytes.writeInt32BE(length + prefix, at);
    if (prefix === 1) bytes[at + 4] = version;
    at = start + length;
  }

  /** Short texts are plain letters nearly always, and a loop is faster than a call out of the engine. */
  function writeCharacters(text: string, start: number): number {
    if (text.length > 64) return bytes.write(text, start, "utf8");
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      if (code > 127) return bytes.write(text, start, "utf8");
      bytes[start + index] = code;
    }
    return text.length;
  }

  return {
    add(rows) {
      for (const row of rows) {
        reserve(rowBytes);
        at = bytes.writeInt16BE(columns.length, at);
        for (const [field, type] of columns) write(row[field], type);
      }
      rowCount += rows.length;
    },
    size: () => (rowCount === 0 ? 0 : at),
    take() {
      reserve(tail.length);
      at += tail.copy(bytes, at);
      return bytes.subarray(0, at);
    },
  };
}

const jsonbVersion = 1;
const microsecondsPerDay = 86_400_000_000;
const year2000 = Date.UTC(2000, 0, 1);
const notHex = 255;

const hexDigits = new Uint8Array(128).fill(notHex);
for (let digit = 0; digit < 16; digit++) {
  hexDigits[digit.toString(16).charCodeAt(0)] = digit;
  hexDigits[digit.toString(16).toUpperCase().charCodeAt(0)] = digit;
}

let lastInstant = "";
let lastMicroseconds = 0;

/** The rows of one event carry the same instant, so the last one is remembered. */
function microsecondsSince2000(instant: string): number {
  if (instant === lastInstant) return lastMicroseconds;
  lastMicroseconds = (millisecondsOf(instant) - year2000) * 1000;
  lastInstant = instant;
  return lastMicroseconds;
}

const usualInstant = "2026-01-31T08:00:00.000Z".length;

/** Spares the general parser what is always written alike. */
function millisecondsOf(instant: string): number {
  const number = (start: number, digits: number): number => {
    let value = 0;
    for (let index = start; index < start + digits; index++)
      value = value * 10 + (instant.charCodeAt(index) - zero);
    return value;
  };
  const milliseconds =
    instant.length === usualInstant && instant.endsWith("Z")
      ? Date.UTC(
          number(0, 4),
          number(5, 2) - 1,
          number(8, 2),
          number(11, 2),
          number(14, 2),
          number(17, 2),
          number(20, 3),
        )
      : Date.parse(instant);
  if (!Number.isSafeInteger(milliseconds)) throw new RangeError(`${instant} is not an instant`);
  return milliseconds;
}

const zero = "0".charCodeAt(0);
