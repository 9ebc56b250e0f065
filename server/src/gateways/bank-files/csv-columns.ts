import { amountIn, type AmountText } from "./amount-text.ts";
import type {
  AccountLines,
  BankFile,
  BankFileLine,
  BankFileOptions,
  DayQuestion,
  FileNote,
  NoteReason,
} from "./bank-file.ts";
import { type DayOrder, dayOfText, isOpen, orderOf } from "./day-text.ts";
import type { CsvRecord } from "./statement-file.ts";
import { requireCurrency, StatementError } from "./statement-error.ts";

/** How banks name their columns, the most telling first; in lower case, without a currency in brackets. */
const names = {
  day: [
    "date",
    "posting date",
    "posted date",
    "booking date",
    "effective date",
    "transaction date",
    "date completed (utc)",
    "completed date",
    "value date",
    "day",
  ],
  amount: ["amount", "value", "transaction amount", "net amount"],
  in: [
    "money in",
    "paid in",
    "credit amount",
    "credit",
    "credits",
    "deposit",
    "deposits",
    "received",
    "in",
  ],
  out: [
    "money out",
    "paid out",
    "debit amount",
    "debit",
    "debits",
    "withdrawal",
    "withdrawals",
    "out",
  ],
  mark: [
    "dr/cr",
    "cr/dr",
    "d/c",
    "c/d",
    "debit/credit",
    "credit/debit",
    "debit / credit",
    "indicator",
    "sign",
  ],
  /** They may say debit or credit, or something else. */
  perhapsMark: ["type", "transaction type", "details"],
  fee: ["fee", "fees"],
  balance: ["balance", "running balance", "running bal.", "running bal", "account balance"],
  text: [
    "description",
    "transaction description",
    "original description",
    "details",
    "narrative",
    "memo",
    "name",
    "counter party",
    "counterparty",
    "payer",
    "payee",
    "beneficiary or cardholder",
    "payer name",
    "description 1",
    "description 2",
    "notes and #tags",
    "reference",
    "customer reference",
    "payment reference",
    "statement reference",
    "originator reference",
    "particulars",
  ],
  reference: ["reference", "customer reference", "payment reference", "statement reference"],
  currency: ["currency", "payment currency"],
  state: ["state", "status", "type"],
  account: ["account number", "account no", "account"],
} as const;
type Role = keyof typeof names;

export type Header = Readonly<{
  columns: readonly string[];
  /** In brackets behind a name: `Amount (GBP)`. */
  currencies: readonly string[];
}>;

const knownCurrencies = new Set(Intl.supportedValuesOf("currency"));

export function headerOf({ cells }: CsvRecord): Header {
  const currencies: string[] = [];
  const columns = cells.map((cell) => {
    const name = cell.trim().toLowerCase().replaceAll(/\s+/g, " ");
    const [, bare, currency = ""] = /^(.*\S)\s*\(([a-z]{3})\)$/.exec(name) ?? [];
    const code = currency.toUpperCase();
    if (bare === undefined || !knownCurrencies.has(code)) return name;
    currencies.push(code);
    return bare;
  });
  return { columns, currencies };
}

/** Whether these are the names of columns: a day, an amount, and words. */
export function isHeader(record: CsvRecord): boolean {
  const { columns } = headerOf(record);
  const has = (role: Role) => names[role].some((name) => columns.includes(name));
  return has("day") && (has("amount") || has("in")) && has("text");
}

type Table = Readonly<{
  header: Header;
  rows: readonly CsvRecord[];
  /** From the lines before the header; empty where they name none. */
  account: string;
  options: BankFileOptions;
}>;

/** Reads the lines below a header. @throws StatementError */
export function readColumns(table: Table): Pick<BankFile, "accounts" | "notes" | "questions"> {
  const { header, options } = table;
  for (const currency of header.currencies) requireCurrency(currency, options.currency);
  const rows = table.rows.map((record) => rowOf(record, header.columns));
  const days = rows.map((row) => row.text("day"));
  const known = orderOf(days) ?? orderOfBank(header.columns);
  const isAsked = known === null && options.dayOrder === "day-first" && isOpen(days);
  const questions: DayQuestion[] = isAsked ? [{ ask: "day-order", example: exampleIn(days) }] : [];
  const order = known ?? options.dayOrder;
  const signs = signsOf(rows);
  const notes: FileNote[] = [];
  const accounts = new Map<string, BankFileLine[]>();
  for (const row of rows) {
    const why = noteOn(row, signs, options);
    if (why !== null) {
      notes.push({ line: row.line, text: wordsOf(row), why });
      continue;
    }
    const account = row.text("account") || table.account;
    const lines = accounts.get(account) ?? [];
    accounts.set(account, lines);
    lines.push(...linesOf(row, { order, signs }));
  }
  const found = [...accounts].map(
    ([account, lines]): AccountLines => ({ account, lines, stated: [] }),
  );
  return { accounts: found, notes, questions };
}

/** Columns that only one bank has, and the order of its days. */
const ordersOfBanks: Readonly<Record<string, DayOrder>> = {
  "sort code": "day-first",
  subcategory: "day-first",
  "counter party": "day-first",
  emoji: "day-first",
  "account name": "day-first",
  "transferwise id": "day-first",
  "check or slip #": "month-first",
  "running bal.": "month-first",
};

function orderOfBank(columns: readonly string[]): DayOrder | null {
  return columns.flatMap((name) => ordersOfBanks[name] ?? [])[0] ?? null;
}

function exampleIn(days: readonly string[]): string {
  return days.find((day) => isOpen([day])) ?? "";
}

type Row = Readonly<{
  line: number;
  cells: readonly string[];
  text: (role: Role) => string;
  texts: (role: Role) => readonly string[];
  /** Null where there is no such column, or nothing in it. @throws StatementError */
  amount: (role: Role) => AmountText | null;
}>;

function rowOf({ line, cells }: CsvRecord, columns: readonly string[]): Row {
  const extra = cells.slice(columns.length);
  // Some banks end each line with a comma too many.
  if (extra.some((cell) => cell.trim() !== ""))
    throw new StatementError(
      `line ${line} has ${cells.length} values for ${columns.length} columns`,
    );
  const cellOf = (name: string) => (cells[columns.indexOf(name)] ?? "").trim();
  const first = (role: Role) => names[role].find((name) => columns.includes(name));
  const text = (role: Role) => {
    const name = first(role);
    return name === undefined ? "" : withoutQuote(cellOf(name));
  };
  return {
    line,
    cells,
    text,
    texts: (role) =>
      names[role]
        .filter((name) => columns.includes(name))
        .map((name) => withoutQuote(cellOf(name))),
    amount: (role) => {
      const column = first(role);
      return column === undefined ? null : amountIn(cellOf(column), { line, column });
    },
  };
}

/** A quotation mark in front keeps spreadsheets from reading a text as a formula or number. */
function withoutQuote(cell: string): string {
  return cell.replace(/^'(?!.*')/u, "").trim();
}

/** What says which way the money of a line went. */
type Signs = "amount" | "mark" | "columns";

const markSigns: Readonly<Record<string, 1 | -1>> = {
  cr: 1,
  c: 1,
  credit: 1,
  in: 1,
  "+": 1,
  "money in": 1,
  dr: -1,
  d: -1,
  debit: -1,
  out: -1,
  "-": -1,
  "money out": -1,
};

/** The sign of an amount itself comes before a column beside it; separate columns give theirs. */
function signsOf(rows: readonly Row[]): Signs {
  const amounts = rows.flatMap((row) => row.amount("amount") ?? []);
  if (amounts.length === 0) return "columns";
  if (amounts.some(({ minor, marked }) => minor < 0 || marked)) return "amount";
  const marked = rows.filter((row) => row.amount("amount") !== null);
  if (marked.some((row) => row.text("mark") !== "")) return "mark";
  const perhaps = marked.every(
    (row) => markSigns[row.text("perhapsMark").toLowerCase()] !== undefined,
  );
  return perhaps ? "mark" : "amount";
}

/** Signed minor units; null where the line has none. @throws StatementError */
function amountOf(row: Row, signs: Signs): number | null {
  if (signs === "columns") return fromColumns(row);
  const amount = row.amount("amount");
  if (amount === null || signs === "amount") return amount?.minor ?? null;
  const mark = row.text("mark") || row.text("perhapsMark");
  const sign = markSigns[mark.toLowerCase()];
  if (sign === undefined)
    throw new StatementError(`line ${row.line}: ${mark || "nothing"} is neither debit nor credit`);
  return sign * amount.minor;
}

/** The column gives the sign, whatever sign the value has. */
function fromColumns(row: Row): number | null {
  const [into, out] = [row.amount("in")?.minor ?? 0, row.amount("out")?.minor ?? 0];
  if (into !== 0 && out !== 0)
    throw new StatementError(`line ${row.line} has money in and money out`);
  return into === 0 && out === 0 ? null : Math.abs(into) - Math.abs(out);
}

const balances =
  /^(?:(?:opening|closing|beginning|ending|provisional) (?:balance|statement)\b.*|balance (?:brought|carried) (?:forward|down)\b.*|(?:brought|carried) forward\b.*|(?:sub-?|grand )?totals?:?)$/i;

/** Why the line is no booked transaction of the shop's money; null where it is one. */
function noteOn(row: Row, signs: Signs, { currency }: BankFileOptions): NoteReason | null {
  const isBalance = row.cells.some((cell) => balances.test(cell.trim()));
  if (isBalance) return "a balance or total";
  const hasMoney = amountOf(row, signs) !== null && amountOf(row, signs) !== 0;
  if (!hasMoney && !hasFee(row)) return "no amount";
  const own = row.text("currency").toUpperCase();
  if (own !== "" && currency !== null && own !== currency) return "another currency";
  const isPending = row
    .texts("state")
    .some((state) => /^(?:pending|reverted|declined|failed|cancelled|authorised)$/i.test(state));
  return isPending ? "not booked yet" : null;
}

function hasFee(row: Row): boolean {
  return (row.amount("fee")?.minor ?? 0) !== 0;
}

/** A fee beside the amount is a transaction of its own, so that a payment is proved by its own amount. */
function linesOf(
  row: Row,
  { order, signs }: Readonly<{ order: DayOrder; signs: Signs }>,
): BankFileLine[] {
  const position = { line: row.line, column: "date" };
  const day = dayOfText(row.text("day"), { position, order });
  if (day === null) throw new StatementError(`line ${row.line} has no date`);
  const amount = amountOf(row, signs) ?? 0;
  const text = wordsOf(row);
  const common = { line: row.line, bankId: null, day, reference: row.text("reference") || null };
  const balance = row.amount("balance")?.minor ?? null;
  const fee = Math.abs(row.amount("fee")?.minor ?? 0);
  return [
    ...(amount === 0 ? [] : [{ ...common, amount, text, balance: fee === 0 ? balance : null }]),
    ...(fee === 0 ? [] : [{ ...common, amount: 0 - fee, text: `Fee: ${text}`, balance }]),
  ];
}

function wordsOf(row: Row): string {
  const words = row
    .texts("text")
    .filter((each) => each !== "" && markSigns[each.toLowerCase()] === undefined);
  return [...new Set(words)].join(" ").replaceAll(/\s+/g, " ").trim();
}
