import { CsvError, parse } from "csv-parse/sync";
import { amountInCsv } from "./amount-text.ts";
import { dayOfText, isDayText } from "./day-text.ts";
import { partedIn } from "./parted-amounts.ts";
import { StatementError } from "./statement-error.ts";

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
function underHeader(records: readonly CsvRecord[]): {
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
    minor: (column) => amountInCsv(text(column), { line, column })?.minor ?? null,
    // South African banks and card providers write days before months.
    day: (column) => dayOfText(text(column), { position: { line, column }, order: "day-first" }),
  };
}

/** @throws StatementError for null */
export function required<Value>(value: Value | null, line: number, what: string): Value {
  if (value === null) throw new StatementError(`line ${line} has no ${what}`);
  return value;
}

export type CsvRecord = Readonly<{
  line: number;
  cells: readonly string[];
  /** The places at which an amount may begin that goes on in the next one; not there where none does. */
  parted?: readonly number[];
}>;

/** The values of each line that is not empty. @throws StatementError */
export function parseRecords(
  text: string,
  delimiter: string = separatorOf(text),
): readonly CsvRecord[] {
  const records: CsvRecord[] = [];
  // A quoted value may span several lines; the library's own count counts CRLF twice.
  let line = 1;
  const quoted = new Set<number>();
  try {
    parse(text, {
      bom: true,
      delimiter,
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
      // Banks write `5" pipe` without quoting it.
      relax_quotes: true,
      cast(value, { index, quoting }) {
        if (index === 0) quoted.clear();
        if (quoting) quoted.add(index);
        return value;
      },
      on_record(cells) {
        if (cells.some((cell) => isOpen(cell, cells, delimiter))) throw neverClosed(line);
        const parted = delimiter === "," ? partedIn(cells, quoted) : [];
        if (cells.some((each) => each.trim() !== ""))
          records.push({ line, cells, ...(parted.length > 0 && { parted }) });
        line += cells.join("").split("\n").length;
        return null;
      },
    });
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    throw neverClosed(line, cause);
  }
  return records;
}

function neverClosed(line: number, cause?: unknown): StatementError {
  return new StatementError(`line ${line}: a quotation mark is never closed`, { cause });
}

/**
 * Whether a value was read over its end, to a quotation mark that closes nothing: over the begin of the next quoted value, or
 * over a line with a day where its own record has one.
 */
function isOpen(value: string, cells: readonly string[], delimiter: string): boolean {
  if (value.startsWith('"') && value.includes(`${delimiter}"`)) return true;
  const [, ...more] = value.split(lineEnd);
  const isPlaceOfDay = (place: number) =>
    isDayText(cells[place] ?? "") || !cells.some((cell) => isDayText(cell));
  return more.some((row) => {
    const parts = row.split(delimiter).map((part) => part.replaceAll('"', ""));
    return parts.length > 1 && parts.some((part, at) => isDayText(part) && isPlaceOfDay(at));
  });
}

const lineEnd = /\r\n|\n|\r/u;

/** The separator that the first line has most of. */
function separatorOf(text: string): string {
  const [first = ""] = text.split("\n", 1);
  const count = (separator: string): number => first.split(separator).length;
  return [",", ";", "\t"].reduce((best, each) => (count(each) > count(best) ? each : best));
}
