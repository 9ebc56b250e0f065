import { CsvError, parse } from "csv-parse/sync";
import { amountInCsv } from "./amount-text.ts";
import { isBalanceText } from "./balance-text.ts";
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

type NamedCsv = Readonly<{ columns: readonly string[]; rows: readonly CsvRow[] }>;

/** Parses CSV with a header (RFC 4180; separated by comma, semicolon or tab). Column names become lower case. */
export function parseCsv(text: string): NamedCsv {
  return underHeader(parseRecords(text));
}

/**
 * The same where titles may stand above the header and totals or words below the last row, as far as a line of them can be no
 * row. Without a line that `isHeader`, the first one is it.
 *
 * @throws StatementError
 */
export function parseCsvBetween(
  text: string,
  isHeader: (names: readonly string[]) => boolean,
): NamedCsv {
  const isNamed = (cells: readonly string[]) => isHeader(cells.map(nameOf));
  const header = text.split(lineEnd).find((row) => isNamed(row.split(separatorOf(row))));
  const records = parseRecords(text, separatorOf(header ?? text));
  const from = records.findIndex(({ cells }) => isNamed(cells));
  const below = records.slice(Math.max(from, 0));
  const until = below.findLastIndex((record) => !isFooter(record)) + 1;
  return underHeader(below.slice(0, until));
}

/** A total, or words alone. A row that was quoted as a whole has its separators and its day in one value. */
function isFooter({ cells: [first = "", ...more] }: CsvRecord): boolean {
  const isAlone = more.every((cell) => cell.trim() === "");
  const isWords = /\p{L}{2}/u.test(first) && !/\d{4}-\d{2}-\d{2}.*[,;\t]/.test(first);
  return isBalanceText(first) || (isAlone && isWords);
}

/** The same for records whose first one is the header. @throws StatementError */
function underHeader(records: readonly CsvRecord[]): NamedCsv {
  const [header, ...rest] = records;
  if (!header) throw new StatementError("the file is empty");
  const columns = header.cells.map(nameOf);
  // Some files end each line with a separator too many. Where one line alone is longer, an amount may have been cut in two.
  const isWider = new Set(rest.map(({ cells }) => cells.length)).size === 1;
  const rows = rest.map(({ line, cells }) => {
    const extra = cells.slice(columns.length);
    if (extra.length > 0 && !(isWider && extra.every((cell) => cell.trim() === "")))
      throw new StatementError(
        `line ${line} has ${cells.length} values for ${columns.length} columns`,
      );
    return rowOf(line, new Map(columns.map((name, at) => [name, (cells[at] ?? "").trim()])));
  });
  return { columns, rows };
}

function nameOf(cell: string): string {
  return cell
    .trim()
    .replace(/^\uFEFF?"(.*)"$/u, "$1")
    .trim()
    .toLowerCase();
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
