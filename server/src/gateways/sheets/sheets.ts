import { Readable } from "node:stream";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { csvField, harmlessCsvText, harmlessText } from "@portal/shared/platform/harmless-text.ts";
import { decimalText } from "@portal/shared/platform/money.ts";

/** Rows under headings, to be written as a worksheet or as CSV. The rows can be read only once. */
export type Sheet = Readonly<{
  name: string;
  columns: readonly Readonly<{ header: string; width: number; numFmt: string }>[];
  typedRows: () => AsyncGenerator<(string | number | Date | null)[]>;
  plainRows: () => AsyncGenerator<string[]>;
}>;

/** A file of sheets to be sent. */
export type ExportedFile = Readonly<{ fileName: string; content: Readable | Buffer }>;

export const sheetTypes = {
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  csv: "text/csv; charset=utf-8",
} as const;

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

/** Ids have no thousands separator. */
const formats = {
  text: "@",
  id: "0",
  whole: "#,##0",
  money: "#,##0.00",
  day: "d mmm yyyy",
} as const;

/** A workbook of one sheet, written while its rows are read, with constant memory. */
export function streamWorkbook(sheet: Sheet): Readable {
  return Readable.from(workbookChunks(sheet));
}

async function* workbookChunks({ name, columns, typedRows }: Sheet) {
  const { writeXlsxStream } = await loadSheetWriter();
  const options = { name, columns: [...columns], freezePane: { rows: 1 } };
  yield* writeXlsxStream(typedRows(), options);
}

/** Loaded on first use: it is large, and few processes ever write a workbook. */
const loadSheetWriter = () => import("hucre/xlsx");

/**
 * A workbook with a filter on each heading, optionally encrypted with a password (AES, as Excel does). It is built in
 * memory, so the caller has to limit its rows.
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

/** CSV (RFC 4180) in UTF-8 with a byte order mark, without which Excel would not recognize UTF-8. */
export function streamCsv({ columns, plainRows }: Sheet): Readable {
  return Readable.from(csvLines(columns, plainRows()));
}

async function* csvLines(columns: Sheet["columns"], rows: AsyncIterable<string[]>) {
  yield `\uFEFF${columns.map(({ header }) => csvField(header)).join(",")}\r\n`;
  for await (const row of rows) yield `${row.map(csvField).join(",")}\r\n`;
}

/** Iterations of the key derivation; few are enough, because files get long generated passwords. */
const spinCount = 10_000;

/** For up to 26 columns; our sheets have half as many. */
function columnLetter(count: number): string {
  return String.fromCodePoint("A".charCodeAt(0) + count - 1);
}

/** The values of a cell by its kind; money in minor units, days as `2026-03-01`. */
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

/** Never a formula. */
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

/** Amounts have two decimals and a point in every region. */
function plainCell<Row>(column: SheetColumn<Row>, row: Row): string {
  if (column.kind === "money") {
    const minor = column.value(row);
    return minor === null ? "" : decimalText(minor);
  }
  const value = column.value(row);
  if (value === null) return "";
  return typeof value === "number" ? String(value) : harmlessCsvText(value);
}

/** All rows of a list are in memory at the same time. */
const rowsMax = 50_000;

type About = { what: string; value: string };

/**
 * An office list as a workbook: its rows, and a second sheet with the filters.
 *
 * @param rows reads at most `max` rows
 * @param filters undefined values are left out
 * @throws DomainError export.too-long
 */
export async function writeListFile<Row>(
  name: string,
  columns: readonly SheetColumn<Row>[],
  rows: (max: number) => Promise<readonly Row[]>,
  filters: Readonly<Record<string, unknown>>,
): Promise<Buffer> {
  const found = await rows(rowsMax + 1);
  if (found.length > rowsMax) throw new DomainError("export.too-long");
  const about = Object.entries({ ...filters, rows: found.length }).flatMap(([what, value]) =>
    value === undefined ? [] : [{ what, value: String(value) }],
  );
  return writeWorkbook([sheetOf(name, columns, found), sheetOf("About", aboutColumns, about)]);
}

const aboutColumns: readonly SheetColumn<About>[] = [
  { kind: "text", header: "What", width: 24, value: ({ what }) => what },
  { kind: "text", header: "Value", width: 60, value: ({ value }) => value },
];
