import { createHash } from "node:crypto";
import {
  chosenColumnsSchema,
  type ColumnRole,
  columnsMax,
} from "@portal/shared/sales/bank-lines.ts";
import { amountIn } from "./amount-text.ts";
import type { BankFile, BankFileOptions, ColumnsQuestion, FileNote } from "./bank-file.ts";
import { readColumns } from "./csv-columns.ts";
import { headerOf, isReadBesideChosen } from "./csv-names.ts";
import { sectionsIn } from "./csv-sections.ts";
import { type DayOrder, isDayText } from "./day-text.ts";
import { accountIn } from "./statement-account.ts";
import { joinTexts } from "./statement-parts.ts";
import type { CsvRecord } from "./statement-file.ts";
import { StatementError } from "./statement-error.ts";

/** The transactions in a CSV whose columns nothing tells. */
type Table = Readonly<{
  /** What stands above the names. */
  before: readonly CsvRecord[];
  /** The line that names the columns, as far as it does; null where the transactions begin at once. */
  header: CsvRecord | null;
  rows: readonly CsvRecord[];
  width: number;
}>;

/**
 * Reads a CSV by what somebody chose for its columns, now or for an earlier file of the same account and names.
 *
 * @returns null where nobody chose
 * @throws StatementError
 */
export function readChosen(
  records: readonly CsvRecord[],
  options: BankFileOptions,
): BankFile | null {
  const isChosen = options.columns !== undefined || options.savedColumns?.length;
  const table = isChosen ? tableIn(records) : null;
  if (table === null) return null;
  const { before, header } = table;
  const account = accountIn(before);
  const fingerprint = header === null ? "" : fingerprintOf(header);
  if (options.columns) return readBy(table, fingerprint, { options, columns: options.columns });
  const saved = options.savedColumns?.find(
    (each) => each.account === account && each.fingerprint === fingerprint,
  );
  if (saved === undefined || fingerprint === "") return null;
  return readBy(table, fingerprint, { options, columns: saved.columns, order: saved.dayOrder });
}

type Way = Readonly<{
  options: BankFileOptions;
  columns: readonly ColumnRole[];
  order?: DayOrder | null;
}>;

function readBy(
  { before, header, rows, width }: Table,
  fingerprint: string,
  { options, columns, order = null }: Way,
): BankFile {
  const { error } = chosenColumnsSchema.safeParse(columns);
  if (error) throw new StatementError(error.issues[0]?.message ?? "the columns are not chosen");
  if (columns.length !== width)
    throw new StatementError(`the file has ${width} columns, and ${columns.length} were chosen`);
  const written = header === null ? { columns: [], currencies: [] } : headerOf(header);
  let texts = 0;
  const names = columns.map((role, at) => {
    const own = written.columns[at] ?? "";
    if (role === "none") return isReadBesideChosen(own) ? own : `column ${at + 1}`;
    if (role !== "text") return nameOfRole[role];
    texts += 1;
    return textNames[texts - 1] ?? "";
  });
  const dayAt = columns.indexOf("day");
  // What stands below the last day sums up, in whatever words.
  const end = rows.findLastIndex(({ cells }) => (cells[dayAt] ?? "").trim() !== "") + 1;
  const { sections, notes: balances } = sectionsIn({
    before: before.filter((record) => !isTransaction(record)),
    rows: rows.slice(0, end),
    dayAt,
    isAgain: (record) => header !== null && fingerprintOf(record) === fingerprint,
  });
  const read = readColumns({
    header: { columns: names, currencies: written.currencies },
    sections,
    options,
    order,
  });
  // What looks like a transaction above the names sums up too.
  const sums = [...before.filter(isTransaction), ...rows.slice(end)].map(
    ({ line, cells }): FileNote => ({ line, text: joinTexts(cells), why: "a balance or total" }),
  );
  return {
    format: "CSV",
    ...read,
    notes: [...balances, ...read.notes, ...sums],
    chosen: { account: accountIn(before), fingerprint, columns },
  };
}

/** The names by which `csv-names.ts` knows them. */
const nameOfRole = {
  day: "date",
  amount: "amount",
  in: "money in",
  out: "money out",
  mark: "dr/cr",
  reference: "reference",
  balance: "balance",
} as const satisfies Partial<Record<ColumnRole, string>>;
const textNames = ["description", "narrative", "narration", "memo", "particulars"];

/** What the columns of a CSV are is asked where its lines begin with transactions; null where none looks like one. */
export function askColumns(records: readonly CsvRecord[]): ColumnsQuestion | null {
  const table = tableIn(records);
  if (table === null) return null;
  const { header, rows, width } = table;
  const columns = Array.from({ length: width }, (_, at) => {
    const name = short(header?.cells[at] ?? "");
    const filled = rows.map(({ cells }) => short(cells[at] ?? "")).filter((cell) => cell !== "");
    return { name, values: [...new Set(filled)].slice(0, valuesShown), filled };
  });
  const guesses = guess(columns);
  return {
    ask: "columns",
    columns: columns.map(({ name, values }, at) => ({
      name,
      values,
      guess: guesses[at] ?? "none",
    })),
  };
}

const valuesShown = 4;
const charactersShown = 80;
function short(cell: string): string {
  return cell.replaceAll(/\s+/gu, " ").trim().slice(0, charactersShown);
}

/** From the first line that looks like a transaction on; the line above it names the columns where it has no values. */
function tableIn(records: readonly CsvRecord[]): Table | null {
  const first = firstIn(records);
  const row = records[first];
  if (row === undefined) return null;
  const header = namesAbove(records, first);
  const rows = records.slice(first);
  // Some banks end each line with a comma too many.
  const width = [header, ...rows].reduce(
    (most, record) => Math.max(most, record === null ? 0 : filledWidth(record)),
    0,
  );
  if (width > columnsMax) return null;
  const before = records.slice(0, header ? first - 1 : first);
  return { before, header, rows, width };
}

/** Not a lone line above the names, such as an opening balance with its day. */
function firstIn(records: readonly CsvRecord[]): number {
  const first = records.findIndex(isTransaction);
  const second = records.findIndex((record, at) => at > first && isTransaction(record));
  const isLone = namesAbove(records, first) === null && namesAbove(records, second) !== null;
  return isLone ? second : first;
}

function namesAbove(records: readonly CsvRecord[], at: number): CsvRecord | null {
  const [above, row] = [records[at - 1], records[at]];
  return above !== undefined && row !== undefined && isNames(above, row) ? above : null;
}

function filledWidth({ cells }: CsvRecord): number {
  return cells.findLastIndex((cell) => cell.trim() !== "") + 1;
}

function isTransaction({ cells }: CsvRecord): boolean {
  const day = cells.findIndex(isDayText);
  return day !== -1 && cells.some((cell, at) => at !== day && isAmount(cell));
}

function isNames({ cells }: CsvRecord, below: CsvRecord): boolean {
  const filled = cells.filter((cell) => cell.trim() !== "");
  const isWide = filled.length * 2 >= below.cells.filter((cell) => cell.trim() !== "").length;
  return isWide && filled.length > 1 && !filled.some((cell) => isAmount(cell) || isDayText(cell));
}

function isAmount(cell: string): boolean {
  try {
    return amountIn(cell, { line: 0 }) !== null;
  } catch (error) {
    if (error instanceof StatementError) return false;
    throw error;
  }
}

function fingerprintOf({ cells }: CsvRecord): string {
  const names = cells.map((cell) => cell.trim().toLowerCase().replaceAll(/\s+/gu, " "));
  return createHash("sha256").update(JSON.stringify(names)).digest("hex");
}

type Column = Readonly<{ name: string; filled: readonly string[] }>;

/** Only proposed: by the names, in the languages of South Africa's banks, and the values. Each but texts once. */
function guess(columns: readonly Column[]): readonly ColumnRole[] {
  const taken = new Set<ColumnRole>();
  return columns.map((column) => {
    const role = guessOne(column);
    if (role === "none" || role === "text") return role;
    if (taken.has(role)) return "none";
    taken.add(role);
    return role;
  });
}

function guessOne({ name, filled }: Column): ColumnRole {
  if (filled.length === 0) return "none";
  if (filled.every(isDayText)) return "day";
  const isMoney = filled.every(isAmount);
  if (isMoney && /bal|saldo/i.test(name)) return "balance";
  if (isMoney && /\b(?:in|credits?|deposits?|received|krediet|inbetaling)/i.test(name)) return "in";
  if (isMoney && /\b(?:out|debits?|withdraw|paid|debiet|uitbetaling)/i.test(name)) return "out";
  if (isMoney && filled.some((cell) => /[.,]\d{2}\b/.test(cell))) return "amount";
  if (filled.every((cell) => /^(?:[dc]r?|debit|credit|in|out)$/i.test(cell))) return "mark";
  if (/\bref/i.test(name)) return "reference";
  return filled.some((cell) => /\p{L}{2}/u.test(cell)) ? "text" : "none";
}
