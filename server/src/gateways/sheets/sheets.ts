import { Readable } from "node:stream";
import { csvField } from "@portal/shared/platform/harmless-text.ts";
import { plainCell, type SheetColumn, typedCell } from "./sheet-cells.ts";

/** Rows under headings, ready to be written as a sheet or as plain text; they are read once. */
export type Sheet = Readonly<{
  name: string;
  columns: readonly Readonly<{ header: string; width: number; numFmt: string }>[];
  typedRows: () => AsyncGenerator<(string | number | Date | null)[]>;
  plainRows: () => AsyncGenerator<string[]>;
}>;

export const sheetTypes = {
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  csv: "text/csv; charset=utf-8",
} as const;

/** @param columns say what a row brings to each */
export function sheetOf<Row>(
  name: string,
  columns: readonly SheetColumn<Row>[],
  rows: AsyncIterable<Row> | Iterable<Row>,
): Sheet {
  return {
    name,
    columns: columns.map(({ header, width, kind }) => ({ header, width, numFmt: formats[kind] })),
    async *typedRows() {
      for await (const row of rows) yield columns.map((column) => typedCell(column, row));
    },
    async *plainRows() {
      for await (const row of rows) yield columns.map((column) => plainCell(column, row));
    },
  };
}

const formats = { text: "@", whole: "#,##0", money: "#,##0.00", day: "d mmm yyyy" } as const;

/** A workbook of one sheet, written while its rows are still being read: memory does not grow with them. */
export function streamWorkbook(sheet: Sheet): Readable {
  return Readable.from(workbookChunks(sheet));
}

async function* workbookChunks({ name, columns, typedRows }: Sheet) {
  const { writeXlsxStream } = await loadSheetWriter();
  const options = { name, columns: [...columns], freezePane: { rows: 1 } };
  yield* chunksOf(writeXlsxStream(typedRows(), options));
}

/** Large, and few processes ever write a sheet. */
const loadSheetWriter = () => import("hucre/xlsx");

/**
 * A whole workbook, with a filter on each heading and, where a password is given, readable with that
 * alone (AES, as Excel encrypts). It is in memory once, so its rows have to be bounded.
 */
export async function writeWorkbook(
  sheets: readonly Sheet[],
  password: string | null = null,
): Promise<Buffer> {
  const written = [];
  for (const { name, columns, typedRows } of sheets) {
    const rows: (string | number | Date | null)[][] = [columns.map(({ header }) => header)];
    for await (const row of typedRows()) rows.push(row);
    const range = `A1:${columnLetter(columns.length)}${rows.length}`;
    const widths = columns.map(({ width, numFmt }) => ({ width, numFmt }));
    written.push({ name, columns: widths, rows, freezePane: { rows: 1 }, autoFilter: { range } });
  }
  const { writeXlsx } = await loadSheetWriter();
  const encryption = password === null ? {} : { encryption: { password, spinCount } };
  return Buffer.from(await writeXlsx({ sheets: written, ...encryption }));
}

/** Text that every spreadsheet opens: UTF-8 with its mark, lines as RFC 4180 has them. */
export function streamCsv({ columns, plainRows }: Sheet): Readable {
  return Readable.from(csvLines(columns, plainRows()));
}

async function* csvLines(columns: Sheet["columns"], rows: AsyncIterable<string[]>) {
  yield `\uFEFF${columns.map(({ header }) => csvField(header)).join(",")}\r\n`;
  for await (const row of rows) yield `${row.map(csvField).join(",")}\r\n`;
}

async function* chunksOf(stream: ReadableStream<Uint8Array>) {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // Whoever went away does not want the rest.
    await reader.cancel().catch(() => {});
  }
}

/** Turns of the key: the passwords of files are long and made up by a machine, not guessed from a list. */
const spinCount = 10_000;

/** Of sheets with up to 26 columns; ours have half as many. */
function columnLetter(count: number): string {
  return String.fromCodePoint("A".charCodeAt(0) + count - 1);
}
