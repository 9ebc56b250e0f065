import { type BinaryWriter, createBinaryWriter, writeInt16, writeValue } from "./binary-values.ts";
import type { BookTable } from "../../platform/read-model/projection-tables.ts";

/** Rows in the binary format of COPY. */
export type BinaryRows = Readonly<{
  add: (rows: readonly Readonly<Record<string, unknown>>[]) => void;
  /** How many bytes are waiting. */
  size: () => number;
  /** Everything that was added, complete with head and tail. */
  take: () => Buffer;
}>;

const head = Buffer.from("PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0", "latin1");
const endOfRows = -1;

export function createBinaryRows(table: BookTable): BinaryRows {
  const columns = Object.entries(table.columns);
  const writer: BinaryWriter = createBinaryWriter(head);
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
