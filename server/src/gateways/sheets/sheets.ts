import { Readable } from "node:stream";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { csvField, harmlessText } from "@portal/shared/platform/harmless-text.ts";

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

/** What names something is no amount of it: an order or a person has no thousands. */
const formats = {
  text: "@",
  id: "0",
  whole: "#,##0",
  money: "#,##0.00",
  day: "d mmm yyyy",
} as const;

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

/** What a cell shows; money comes in minor units, days as `2026-03-01`. */
type CellOf = {
  text: string | null;
  id: number | null;
  whole: number | null;
  money: number | null;
  day: string | null;
};

export type SheetColumn<Row> = {
  [Kind in keyof CellOf]: Readonly<{
    kind: Kind;
    header: string;
    /** In characters. */
    width: number;
    value: (row: Row) => CellOf[Kind];
  }>;
}[keyof CellOf];

/** A cell of a workbook: a number, a day or a text, and never a formula. */
function typedCell<Row>(column: SheetColumn<Row>, row: Row): string | number | Date | null {
  switch (column.kind) {
    case "id":
    case "whole":
      return column.value(row);
    case "money": {
      const minor = column.value(row);
      return minor === null ? null : Number(decimalText(minor));
    }
    case "day": {
      const day = column.value(row);
      return day === null ? null : new Date(`${day}T00:00:00.000Z`);
    }
    case "text": {
      const text = column.value(row);
      return text === null ? null : harmlessText(text);
    }
  }
}

/** The same as text. Amounts have two places and a point, whatever the country. */
function plainCell<Row>(column: SheetColumn<Row>, row: Row): string {
  if (column.kind === "money") {
    const minor = column.value(row);
    return minor === null ? "" : decimalText(minor);
  }
  const value = column.value(row);
  if (value === null) return "";
  return typeof value === "number" ? String(value) : harmlessText(value);
}

/** 32550 is `325.50`, exactly. */
function decimalText(minor: number): string {
  const digits = String(Math.abs(minor)).padStart(3, "0");
  return `${minor < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** As many rows as are held in memory at once. */
const rowsMax = 50_000;

type About = { what: string; value: string };

/**
 * A list of the office as a workbook: its rows, and on a sheet of its own what they were narrowed to.
 *
 * @param rows reads them; at most as many as it is given
 * @param asked the filter; what is undefined was not asked for
 * @throws DomainError export.too-long
 */
export async function writeListFile<Row>(
  name: string,
  columns: readonly SheetColumn<Row>[],
  rows: (max: number) => Promise<readonly Row[]>,
  asked: Readonly<Record<string, unknown>>,
): Promise<Buffer> {
  const found = await rows(rowsMax + 1);
  if (found.length > rowsMax) throw new DomainError("export.too-long");
  const about = Object.entries({ ...asked, rows: found.length }).flatMap(([what, value]) =>
    value === undefined ? [] : [{ what, value: String(value) }],
  );
  return writeWorkbook([sheetOf(name, columns, found), sheetOf("About", aboutColumns, about)]);
}

const aboutColumns: readonly SheetColumn<About>[] = [
  { kind: "text", header: "What", width: 24, value: ({ what }) => what },
  { kind: "text", header: "Value", width: 60, value: ({ value }) => value },
];
