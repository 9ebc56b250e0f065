import { amountInCsv, type AmountText } from "./amount-text.ts";
import type { BankFileOptions } from "./bank-file.ts";
import { isBalanceAlone, isBalanceText } from "./balance-text.ts";
import { type Header, type KnownColumns, names, placeOf, type Role, signOf } from "./csv-names.ts";
import type { Section } from "./csv-sections.ts";
import { isDay } from "./day-text.ts";
import { isOwnCurrency } from "./own-currency.ts";
import { requireWhole } from "./parted-amounts.ts";
import { joinTexts, withoutBegun } from "./statement-parts.ts";
import type { CsvRecord } from "./statement-file.ts";
import { StatementError } from "./statement-error.ts";

/** A line of a CSV whose columns are known by their names. */
export type Row = Readonly<{
  line: number;
  section: Section;
  cells: readonly string[];
  text: (role: Role) => string;
  texts: (role: Role) => readonly string[];
  /** The texts, without one that only says debit or credit. */
  words: readonly string[];
  /** Null where there is no such column, or nothing in it. @throws StatementError */
  amount: (role: Role) => AmountText | null;
  /** Whether its times are in UTC without saying so. */
  isUtc: boolean;
  isBooked: boolean;
  /** Whether its state says that the money came back. */
  isReturned: boolean;
}>;

const notBooked =
  /^(?:pending|reverted|declined|failed|cancell?ed|authori[sz]ed|processing|scheduled|blocked|refused|rejected|denied|void(?:ed)?|on hold|uncleared)$/i;

/** Of a type it says what the line is, and not what became of it. */
const returned = /^(?:returned|reversed|bounced|recalled|dishonou?red)$/i;

/** The lines of all accounts in a file. @throws StatementError */
export function rowsIn(
  sections: readonly Section[],
  header: Header,
  known: KnownColumns | null,
): Row[] {
  const all = sections.flatMap(({ rows }) => rows);
  const amounts = (["amount", "in", "out", "fee", "balance"] as const).flatMap((role) =>
    header.columns.flatMap((name, at) => (isOf(role, name) ? at : [])),
  );
  const dayAt = placeOf("day", header);
  const dated = all.filter(({ cells }) => isDay(cells[dayAt] ?? ""));
  requireWhole(dated, amounts, placeOf("balance", header));
  requireOneComma(dated, amounts);
  return sections.flatMap((section) =>
    section.rows.map((record) => ({ ...rowOf(record, header.columns, known), section })),
  );
}

function isOf(role: Role, name: string): boolean {
  const known: readonly string[] = names[role];
  return known.includes(name);
}

/**
 * `1,000` is a thousand, unless the comma stands before the cents of other amounts.
 *
 * @throws StatementError
 */
function requireOneComma(records: readonly CsvRecord[], places: readonly number[]): void {
  const written = records.flatMap(({ line, cells }) =>
    places.map((place) => ({ line, text: (cells[place] ?? "").trim() })),
  );
  const thousand = written.find(({ text }) => /^[^\d.,]*[1-9]\d{0,2},\d{3}\D*$/u.test(text));
  if (thousand === undefined || !written.some(({ text }) => /\d,\d{1,2}\D*$/u.test(text))) return;
  throw new StatementError(
    `line ${thousand.line}: ${thousand.text} may be a thousand times as much, because other amounts have a comma before their cents`,
  );
}

function rowOf(
  { line, cells }: CsvRecord,
  columns: readonly string[],
  known: KnownColumns | null,
): Omit<Row, "section"> {
  const extra = cells.slice(columns.length);
  // Some banks end each line with a comma too many.
  if (extra.some((cell) => cell.trim() !== ""))
    throw new StatementError(
      `line ${line} has ${cells.length} values for ${columns.length} columns`,
    );
  const cellOf = (name: string) => (cells[columns.indexOf(name)] ?? "").trim();
  // Some banks have several columns of one name.
  const cellsOf = (name: string) => cells.filter((_, at) => columns[at] === name).map(withoutQuote);
  const columnsOf = (role: Role): readonly string[] => {
    const found: readonly string[] = names[role].filter((name) => columns.includes(name));
    if (role === "reference" && known?.reference !== undefined) return [known.reference];
    return role === "text" ? found.filter((name) => name !== known?.without) : found;
  };
  const text = (role: Role) => {
    const [name] = columnsOf(role);
    return name === undefined ? "" : withoutQuote(cellOf(name));
  };
  const texts = (role: Role) => columnsOf(role).flatMap(cellsOf);
  const state = text("state");
  const words = columnsOf("text").flatMap((name) =>
    cellsOf(name).filter((word) => {
      const isMark = name === "details" && signOf(word) !== undefined;
      return word !== "" && !isMark;
    }),
  );
  const amounts = new Map<Role, AmountText | null>();
  const readAmount = (role: Role) => {
    const [column] = columnsOf(role);
    return column === undefined ? null : amountInCsv(cellOf(column), { line, column });
  };
  return {
    line,
    cells,
    text,
    texts,
    words,
    // It is asked for in each way in which the file may be read.
    amount: (role) => {
      const read = amounts.get(role);
      if (read !== undefined) return read;
      const amount = readAmount(role);
      amounts.set(role, amount);
      return amount;
    },
    isUtc: columnsOf("day")[0]?.endsWith("(utc)") ?? false,
    isBooked:
      known?.booked === undefined
        ? !texts("state").some((each) => notBooked.test(each))
        : state.toLowerCase() === known.booked,
    isReturned: columnsOf("state")
      .filter((name) => name !== "type")
      .flatMap(cellsOf)
      .some((each) => returned.test(each)),
  };
}

/** A quotation mark in front keeps spreadsheets from reading a text as a formula or number. */
export function withoutQuote(cell: string): string {
  return cell
    .replace(/^'(.*)'$/u, "$1")
    .replace(/^'/u, "")
    .replaceAll(/\s+/gu, " ")
    .trim();
}

/** Whether the line says a balance or adds up others. */
export function isBalance(row: Row): boolean {
  if (isDated(row) && hasAmount(row))
    return row.words.length > 0 ? row.words.every(isBalanceAlone) : row.cells.some(isBalanceAlone);
  return row.cells.some(isBalanceText);
}

/** What sums up may stand below the days. */
function isDated(row: Row): boolean {
  const day = row.text("day");
  return day !== "" && !isBalanceText(day);
}

/** A line with money in and money out adds up others. */
function hasAmount(row: Row): boolean {
  const has = (role: "amount" | "in" | "out" | "fee") => (row.amount(role)?.minor ?? 0) !== 0;
  const isSum = has("in") && has("out");
  return !isSum && (has("amount") || has("in") || has("out") || has("fee"));
}

/** Of a column, as an amount names it, or as the lines above say. Null for the shop's money. */
export function otherCurrencyIn(row: Row, options: BankFileOptions): string | null {
  const amounts = (["amount", "in", "out"] as const).map((role) => row.amount(role));
  const named = [...row.texts("currency"), row.section.currency];
  const written = [...named, ...amounts.map((amount) => amount?.currency ?? "")];
  return written.find((each) => !isOwnCurrency(each, options)) ?? null;
}

/** What a footer says stands in any of its cells. */
export function wordsOf(row: Row): string {
  return (
    withoutBegun([...new Set(row.words)])
      .join(" ")
      .trim() || joinTexts(row.cells)
  );
}

/** The account that the line is of; empty where nothing names it. */
export function accountOf(row: Row): string {
  return row.text("account") || row.section.account;
}
