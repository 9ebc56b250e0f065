import type { BankFile, BankFileOptions } from "./bank-file.ts";
import { isBalanceText } from "./balance-text.ts";
import { askColumns, readChosen } from "./csv-chosen.ts";
import { readColumns } from "./csv-columns.ts";
import { headerOf, isHeader, placeOf } from "./csv-names.ts";
import { sectionsIn } from "./csv-sections.ts";
import { readUnnamed } from "./csv-without-names.ts";
import { isDayText } from "./day-text.ts";
import { fromFnbMail } from "./fnb-mail-file.ts";
import { fromNedbank } from "./nedbank-file.ts";
import { fromStandardBank } from "./standard-bank-file.ts";
import { type CsvRecord, parseRecords } from "./statement-file.ts";
import { StatementError } from "./statement-error.ts";

/** CSV as banks export it: below a line that names the columns, or in a layout without one. @throws StatementError */
export function readCsvFile(text: string, options: BankFileOptions): BankFile {
  const ways = [",", ";", "\t", "|"].filter((separator) => text.includes(separator));
  const parsed = ways.map((separator) => recordsOrRefusal(text, separator));
  const readable = parsed.flatMap((each) => (each instanceof StatementError ? [] : [each]));
  const widest = readable.toSorted((one, other) => widthOf(other) - widthOf(one));
  for (const records of options.columns ? widest : []) {
    const file = readChosen(records, options);
    if (file !== null) return file;
  }
  for (const records of readable) {
    const special = layoutOf(records);
    if (special !== null) return special(records, options);
    const at = records.findIndex(isHeader);
    if (at !== -1) return readNamed(records, at, options);
  }
  for (const records of readable) {
    const file = readChosen(records, options) ?? readUnnamed(records, options);
    if (file !== null) return file;
  }
  for (const records of widest) {
    const question = askColumns(records);
    if (question !== null) return { format: "CSV", accounts: [], notes: [], questions: [question] };
  }
  const refused = parsed.find((each) => each instanceof StatementError);
  throw refused ?? new StatementError("no line names the columns date, amount and description");
}

function widthOf(records: readonly CsvRecord[]): number {
  return records.reduce((most, { cells }) => Math.max(most, cells.length), 0);
}

/** A text in one separator may be none in another. */
function recordsOrRefusal(text: string, separator: string): readonly CsvRecord[] | StatementError {
  try {
    return parseRecords(text, separator);
  } catch (error) {
    if (error instanceof StatementError) return error;
    throw error;
  }
}

type Layout = (records: readonly CsvRecord[], options: BankFileOptions) => BankFile;

/** Those without names of columns that say in another way what they are. */
function layoutOf(records: readonly CsvRecord[]): Layout | null {
  const firsts = records.map(({ cells }) => (cells[0] ?? "").trim());
  if (firsts.includes("HIST") || firsts.includes("ACC-NO")) return fromStandardBank;
  if (firsts.some((cell) => /^Statement Enquiry/i.test(cell))) return fromNedbank;
  const isFnbMail =
    firsts.every((cell) => /^\d$/.test(cell)) &&
    ["2", "3", "5"].every((each) => firsts.includes(each));
  return isFnbMail ? fromFnbMail : null;
}

function readNamed(records: readonly CsvRecord[], at: number, options: BankFileOptions): BankFile {
  const whole = records[at];
  const header = whole === undefined ? [] : whole.cells;
  const below = records.slice(at + 1);
  const isAgain = (record: CsvRecord) => {
    if (!isHeader(record)) return false;
    if (namesIn(record.cells) === namesIn(header)) return true;
    throw new StatementError(`line ${record.line} names other columns than line ${whole?.line}`);
  };
  const from = startOf(header, below);
  const before = [...records.slice(0, at), { line: 1, cells: header.slice(0, from) }];
  requireNoneAbove(before, whole?.line ?? 1);
  const named = headerOf({ line: at + 1, cells: header.slice(from) });
  const { sections, notes: balances } = sectionsIn({
    before,
    rows: below,
    dayAt: placeOf("day", named),
    isAgain,
  });
  const { notes, ...read } = readColumns({ header: named, sections, options });
  const isFnb = before.some(({ cells }) => fnbTitle.test(cells.join(" ").trim()));
  return { format: isFnb ? "FNB" : "CSV", ...read, notes: [...balances, ...notes] };
}

/** @throws StatementError for several transactions above the names of the columns, which may be of another account */
function requireNoneAbove(before: readonly CsvRecord[], line: number): void {
  const [first, second] = before.filter(
    ({ cells: [day = "", ...rest] }) =>
      isDayText(day) && rest.some((cell) => /\d/.test(cell)) && !rest.some(isBalanceText),
  );
  if (first === undefined || second === undefined) return;
  throw new StatementError(
    `line ${first.line}: transactions stand above the names of the columns in line ${line}`,
  );
}

function namesIn(cells: readonly string[]): string {
  const names = cells.map((cell) => cell.trim().toLowerCase().replaceAll(/\s+/gu, " "));
  return names.slice(0, names.findLastIndex((name) => name !== "") + 1).join("\n");
}

const fnbTitle = /^ACCOUNT TRANSACTION HISTORY|^FOR ACCOUNT NUMBER/i;

/** One export of FNB writes the lines about the account before the names, on the same line. */
function startOf(header: readonly string[], rows: readonly CsvRecord[]): number {
  const day = header.findIndex((cell) => /^effective date$/i.test(cell.trim()));
  return day > 0 && rows.some(({ cells }) => isDay(cells[0]) && !isDay(cells[day])) ? day : 0;
}

function isDay(cell: string | undefined): boolean {
  return /^\d{4}[-/]?\d{2}[-/]?\d{2}$/.test((cell ?? "").trim());
}
