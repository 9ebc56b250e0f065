import { isCalendarDay } from "@portal/shared/platform/calendar.ts";
import { CsvError, parse } from "csv-parse/sync";

/** A line below a header. Its values are read by the names of their columns. */
export type CsvRow = Readonly<{
  line: number;
  cells: ReadonlyMap<string, string>;
  text: (column: string) => string;
  /** Null for an empty cell. @throws StatementError */
  minor: (column: string) => number | null;
  /** Null for an empty cell. @throws StatementError */
  day: (column: string) => string | null;
}>;

/** Parses CSV with a header (RFC 4180; separated by comma, semicolon or tab). Column names become lower case. */
export function parseCsv(text: string): { columns: readonly string[]; rows: readonly CsvRow[] } {
  return underHeader(parseRecords(text));
}

/** The same for records whose first one is the header. @throws StatementError */
export function underHeader(records: readonly CsvRecord[]): {
  columns: readonly string[];
  rows: readonly CsvRow[];
} {
  const [header, ...rest] = records;
  if (!header) throw new StatementError("the file is empty");
  const columns = header.cells.map((name) => name.trim().toLowerCase());
  const rows = rest.map(({ line, cells }) => {
    if (cells.length > columns.length)
      throw new StatementError(
        `line ${line} has ${cells.length} values for ${columns.length} columns`,
      );
    return rowOf(line, new Map(columns.map((name, at) => [name, (cells[at] ?? "").trim()])));
  });
  return { columns, rows };
}

function rowOf(line: number, cells: ReadonlyMap<string, string>): CsvRow {
  const text = (column: string) => cells.get(column) ?? "";
  return {
    line,
    cells,
    text,
    minor: (column) => minorIn(text(column), { line, column }),
    day: (column) => dayIn(text(column), { line, column }),
  };
}

/** @throws StatementError for null */
export function required<Value>(value: Value | null, line: number, what: string): Value {
  if (value === null) throw new StatementError(`line ${line} has no ${what}`);
  return value;
}

export type CsvRecord = Readonly<{ line: number; cells: readonly string[] }>;

/** The values of each line that is not empty. @throws StatementError */
export function parseRecords(text: string): readonly CsvRecord[] {
  const records: CsvRecord[] = [];
  // A quoted value may span several lines; the library's own count counts CRLF twice.
  let line = 1;
  try {
    parse(text, {
      bom: true,
      delimiter: separatorOf(text),
      record_delimiter: ["\r\n", "\n"],
      relax_column_count: true,
      // Banks write `5" pipe` without quoting it.
      relax_quotes: true,
      on_record(cells) {
        if (cells.some((each) => each.trim() !== "")) records.push({ line, cells });
        line += cells.join("").split("\n").length;
        return null;
      },
    });
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    throw new StatementError(`line ${line}: a quotation mark is never closed`, { cause });
  }
  return records;
}

/** The separator that the first line has most of. */
function separatorOf(text: string): string {
  const [first = ""] = text.split("\n", 1);
  const count = (separator: string): number => first.split(separator).length;
  return [",", ";", "\t"].reduce((best, each) => (count(each) > count(best) ? each : best));
}

/** The position of a value in its file, for error messages. */
type CellPosition = Readonly<{ line: number; column?: string }>;

/**
 * `R1 234.50`, `1,234.50`, `1234,5` and `-29.00` in minor units; null for an empty cell.
 *
 * @throws StatementError that names the line, for any other text
 */
export function minorIn(text: string, position: CellPosition): number | null {
  const bare = text.replaceAll(/[\s\u00a0R£$']/g, "");
  if (bare === "") return null;
  const decimal = /,\d{1,2}$/.test(bare)
    ? bare.replaceAll(".", "").replace(",", ".")
    : bare.replaceAll(",", "");
  const [, sign, whole, fraction = ""] =
    /^([+-]?)(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(decimal) ?? [];
  if (whole === undefined) throw new StatementError(`${located(text, position)} is not an amount`);
  const minor = Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
  return sign === "-" ? 0 - minor : minor;
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/**
 * `2026-11-02`, `2026/11/02`, `20261102`, `02/11/2026` and `02 Nov 2026` as `YYYY-MM-DD`; null for an
 * empty cell. Days come before months, as South African banks write them.
 *
 * @throws StatementError that names the line, for any other text
 */
export function dayIn(text: string, position: CellPosition): string | null {
  const bare = text.trim();
  if (bare === "") return null;
  const [, year, month, day] =
    /^(\d{4})[-/]?(\d{2})[-/]?(\d{2})/.exec(bare) ??
    reordered(bare, /^(\d{2})[-/.](\d{2})[-/.](\d{4})/);
  if (isCalendarDay(`${year}-${month}-${day}`)) return `${year}-${month}-${day}`;
  const [, dayOfMonth = "", name = "", ofYear] =
    /^(\d{1,2})[- ]?([a-z]{3})[a-z]*[- ]?(\d{4})/i.exec(bare) ?? [];
  const number = String(months.indexOf(name.toLowerCase()) + 1).padStart(2, "0");
  const padded = dayOfMonth.padStart(2, "0");
  if (isCalendarDay(`${ofYear}-${number}-${padded}`)) return `${ofYear}-${number}-${padded}`;
  throw new StatementError(`${located(text, position)} is not a date`);
}

function reordered(text: string, pattern: RegExp): (string | undefined)[] {
  const [whole, day, month, year] = pattern.exec(text) ?? [];
  return [whole, year, month, day];
}

function located(text: string, { line, column }: CellPosition): string {
  return `line ${line}: ${text}${column === undefined ? "" : ` in column ${column}`}`;
}

/** An uploaded file cannot be read; the message says why and where. */
export class StatementError extends Error {
  override readonly name = "StatementError";
}
