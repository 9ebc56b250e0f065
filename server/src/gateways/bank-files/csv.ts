import { StatementError } from "./statement-error.ts";

export type CsvRow = Readonly<{ line: number; cells: ReadonlyMap<string, string> }>;

/** A file of values under column names (RFC 4180; comma, semicolon or tab). Names are compared in small letters. */
export function parseCsv(text: string): { columns: readonly string[]; rows: readonly CsvRow[] } {
  return underHeader(parseRecords(text));
}

/** The same for records whose first one names the columns. @throws StatementError */
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
    return {
      line,
      cells: new Map(columns.map((name, index) => [name, (cells[index] ?? "").trim()])),
    };
  });
  return { columns, rows };
}

export type CsvRecord = { line: number; cells: string[] };

/** The values of each line, empty lines left out. @throws StatementError */
export function parseRecords(textWithMark: string): CsvRecord[] {
  const text = textWithMark.replace(/^\uFEFF/, "");
  const separator = separatorOf(text);
  const records: CsvRecord[] = [];
  let record: CsvRecord = { line: 1, cells: [] };
  let line = 1;
  let cell = "";
  let isQuoted = false;

  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? "";
    if (letter === "\n") line += 1;
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (text[at + 1] === '"') cell += text[++at];
      else isQuoted = false;
    } else if (letter === '"' && cell === "") {
      isQuoted = true;
    } else if (letter === separator) {
      record.cells.push(cell);
      cell = "";
    } else if (letter === "\n") {
      endRecord();
    } else if (letter !== "\r") {
      cell += letter;
    }
  }
  if (isQuoted) throw new StatementError(`line ${record.line}: a quotation mark is never closed`);
  endRecord();
  return records;

  function endRecord() {
    record.cells.push(cell);
    cell = "";
    if (record.cells.some((each) => each.trim() !== "")) records.push(record);
    record = { line, cells: [] };
  }
}

/** Whatever the first line has most of. */
function separatorOf(text: string): string {
  const [first = ""] = text.split("\n", 1);
  const count = (separator: string): number => first.split(separator).length;
  return [",", ";", "\t"].reduce((best, each) => (count(each) > count(best) ? each : best));
}
