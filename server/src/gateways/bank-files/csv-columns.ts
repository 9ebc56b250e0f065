import type { LeftOutReason } from "@portal/shared/sales/bank-lines.ts";
import { amountIn, type AmountText } from "./amount-text.ts";
import type {
  AccountLines,
  BankFile,
  BankFileLine,
  BankFileOptions,
  FileNote,
} from "./bank-file.ts";
import { isBalanceAlone, isBalanceText } from "./balance-text.ts";
import {
  type Header,
  type KnownColumns,
  knownColumns,
  names,
  type Role,
  signOf,
} from "./csv-names.ts";
import type { Section } from "./csv-sections.ts";
import { dayOrderIn } from "./day-order.ts";
import { bookedDayOf, type DayOrder, dayOfText } from "./day-text.ts";
import { isOwnCurrency, requireOwnCurrency } from "./own-currency.ts";
import { joinTexts, withoutBegun } from "./statement-parts.ts";
import type { CsvRecord } from "./statement-file.ts";
import { StatementError } from "./statement-error.ts";

type Table = Readonly<{
  header: Header;
  sections: readonly Section[];
  options: BankFileOptions;
  /** What somebody said of the days of such files. */
  order?: DayOrder | null;
}>;

/** Reads the lines below a header. @throws StatementError */
export function readColumns(table: Table): Pick<BankFile, "accounts" | "notes" | "questions"> {
  const { header, options } = table;
  for (const currency of header.currencies) requireOwnCurrency(currency, options);
  const known = knownColumns(header);
  const rows = table.sections.flatMap((section) =>
    section.rows.map((record) => ({ ...rowOf(record, header.columns, known), section })),
  );
  const days = rows.map((row) => row.text("day"));
  const { order, questions } = dayOrderIn(days, options, {
    bank: known?.order ?? null,
    told: table.order ?? null,
  });
  const booked = rows.filter((row) => !isBalance(row));
  const signs = known?.isOwed ? "owed" : signsOf(booked);
  if (signs !== "owed") requireNoCard(booked);
  const way: Way = { order, signs, usual: usualIn(booked), options };
  const notes: FileNote[] = [];
  const accounts = new Map<string, BankFileLine[]>();
  for (const row of rows) {
    const why = noteOn(row, way);
    if (why !== null) {
      notes.push({ line: row.line, text: wordsOf(row), why });
      continue;
    }
    const account = row.text("account") || row.section.account;
    const lines = accounts.get(account) ?? [];
    accounts.set(account, lines);
    lines.push(...linesOf(row, way));
  }
  const other = rows.map((row) => otherCurrencyIn(row, options)).find((each) => each !== null);
  if (accounts.size === 0 && other) requireOwnCurrency(other, options);
  const found = [...accounts].map(
    ([account, lines]): AccountLines => ({ account, lines, stated: [] }),
  );
  for (const { lines } of found) requireSigns(lines);
  return { accounts: found, notes, questions };
}

/**
 * Where every balance moves by its amount, most of them the other way, the signs are read wrongly: amounts without any are
 * money in, but not where the balance falls by them.
 *
 * @throws StatementError
 */
function requireSigns(lines: readonly BankFileLine[]): void {
  if (lines.some(({ balance }) => balance === null)) return;
  const ways = [lines, lines.toReversed()].map(movesIn);
  const against = Math.max(...ways.map((moves) => moves.against.length));
  const along = Math.max(...ways.map((moves) => moves.along));
  if (against <= along || against * 2 < lines.length - 1) return;
  const [first] = ways.find((moves) => moves.against.length === against)?.against ?? [];
  if (first === undefined) return;
  const way = first.amount > 0 ? ["falls", "left"] : ["rises", "came in"];
  throw new StatementError(
    `line ${first.line}: the balance ${way[0]} by this amount, and nothing says that the money ${way[1]}`,
  );
}

/**
 * A payment to a card is money that came to it. Where it is negative, everything is the other way round, and no name of a
 * column says so.
 *
 * @throws StatementError
 */
function requireNoCard(rows: readonly Row[]): void {
  const paid = rows.find(
    (row) =>
      row.words.some(isPaymentToCard) &&
      (row.amount("amount")?.minor ?? 0) < 0 &&
      row.amount("balance") === null,
  );
  if (paid === undefined) return;
  throw new StatementError(
    `line ${paid.line}: a payment to a card is negative, so what was bought with it would be read as money in; choose a file with all details of the transactions, or a statement of the card as OFX`,
  );
}

function isPaymentToCard(word: string): boolean {
  return /\bpayment(?: received)?[\s,.–-]*thank you\b/i.test(word);
}

/** The lines of which the balance before them differs by the amount the other way, and how many it differs rightly of. */
function movesIn(lines: readonly BankFileLine[]) {
  const steps = lines.slice(1).map((line, at) => {
    const by = (line.balance ?? 0) - (lines[at]?.balance ?? 0);
    return { line, isAlong: by === line.amount, isAgainst: by === 0 - line.amount };
  });
  return {
    along: steps.filter(({ isAlong }) => isAlong).length,
    against: steps.flatMap(({ line, isAgainst }) => (isAgainst ? line : [])),
  };
}

type Row = Readonly<{
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
}>;

const notBooked =
  /^(?:pending|reverted|declined|failed|cancell?ed|authori[sz]ed|processing|scheduled|blocked|refused|rejected|denied|void(?:ed)?|on hold|uncleared)$/i;

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
  return {
    line,
    cells,
    text,
    texts,
    words,
    amount: (role) => {
      const [column] = columnsOf(role);
      return column === undefined ? null : amountIn(cellOf(column), { line, column });
    },
    isUtc: columnsOf("day")[0]?.endsWith("(utc)") ?? false,
    isBooked:
      known?.booked === undefined
        ? !texts("state").some((each) => notBooked.test(each))
        : state.toLowerCase() === known.booked,
  };
}

/** A quotation mark in front keeps spreadsheets from reading a text as a formula or number. */
function withoutQuote(cell: string): string {
  return cell
    .replace(/^'(.*)'$/u, "$1")
    .replace(/^'/u, "")
    .replaceAll(/\s+/gu, " ")
    .trim();
}

/** What says which way the money of a line went; a number is the place of a column that says nothing else. */
type Signs = "amount" | "owed" | "credit letters" | "mark" | "columns" | number;

/** The sign that most values of a column have. What has the other one was taken back: an unpaid cheque, a fee given back. */
type Usual = Readonly<Record<"in" | "out" | "fee", 1 | -1>>;

function usualIn(rows: readonly Row[]): Usual {
  const usual = (role: keyof Usual, ofFew: 1 | -1) => {
    const minors = rows.flatMap((row) => row.amount(role)?.minor ?? []);
    const more = minors.reduce((sum, minor) => sum + Math.sign(minor), 0);
    return more === 0 ? ofFew : more < 0 ? -1 : 1;
  };
  return { in: usual("in", 1), out: usual("out", 1), fee: usual("fee", -1) };
}

/** The sign of an amount itself comes before a column beside it; separate columns give theirs. */
function signsOf(rows: readonly Row[]): Signs {
  const amounts = rows.flatMap((row) => row.amount("amount") ?? []);
  if (amounts.length === 0) return "columns";
  if (amounts.some(({ minor }) => minor < 0)) return isMarkedBeside(rows) ? "mark" : "amount";
  if (amounts.some(({ isCredit }) => isCredit)) return "credit letters";
  if (amounts.some(({ marked }) => marked)) return "amount";
  const marked = rows.filter((row) => row.amount("amount") !== null);
  if (marked.some((row) => row.text("mark") !== "")) return "mark";
  const place = markPlaceIn(marked);
  if (place !== null) return place;
  // Columns of their own for money out, filled beside an amount, say what left.
  if (marked.some((row) => (row.amount("out")?.minor ?? 0) !== 0)) return "columns";
  // Where one line says debit, an amount without a sign says nothing.
  const isMarked = marked.some((row) => signOf(row.text("perhapsMark")) === -1);
  return isMarked ? "mark" : "amount";
}

/**
 * Whether the sides stand in a mark although an amount is negative: most debits have no sign, so that the negative one was
 * taken back.
 *
 * @throws StatementError where the marks contradict the signs both ways
 */
function isMarkedBeside(rows: readonly Row[]): boolean {
  const marked = rows.flatMap((row) => {
    const minor = row.amount("amount")?.minor ?? 0;
    const sign = signOf(markOf(row));
    return minor === 0 ? [] : [{ line: row.line, sign, isNegative: minor < 0 }];
  });
  const those = (sign: 1 | -1, isNegative: boolean) =>
    marked.filter((each) => each.sign === sign && each.isNegative === isNegative);
  const [debits, credits] = [those(-1, false), those(1, true)];
  const [contradicting] = credits;
  const isMark = rows.some((row) => row.text("mark") !== "");
  if (debits.length > 0 && contradicting !== undefined && isMark)
    throw new StatementError(
      `line ${contradicting.line}: the amount is negative and says credit, while others are positive and say debit`,
    );
  if (credits.length > 0 || marked.some(({ sign }) => sign === undefined)) return false;
  const more = debits.length - those(-1, true).length;
  if (debits[0] === undefined || more !== 0) return more > 0;
  throw new StatementError(
    `line ${debits[0].line}: as many debits are negative as positive, and nothing says which were reversed`,
  );
}

/**
 * The column whose values all say debit or credit, whatever its name: one that says both before one that may say the kind of
 * account, the same in each line. Null where there is none.
 */
function markPlaceIn(rows: readonly Row[]): number | null {
  // A column that says it of all lines has a value in the first one.
  const places = [...(rows[0]?.cells ?? []).keys()];
  const signs = places.map((place) => {
    const values = new Set(rows.map(({ cells }) => withoutQuote(cells[place] ?? "")));
    // Dashes without a plus are empty cells.
    const isDashed = values.has("-") && !values.has("+");
    return new Set(isDashed ? [undefined] : [...values].map(signOf));
  });
  const told = places.filter((place) => signs[place]?.has(undefined) === false);
  return told.find((place) => signs[place]?.size === 2) ?? told[0] ?? null;
}

/** What the column of marks says, or else one that may be such. */
function markOf(row: Row): string {
  return row.text("mark") || row.text("perhapsMark");
}

/** Signed minor units; null where the line has none. @throws StatementError */
function amountOf(row: Row, signs: Signs, usual: Usual): number | null {
  if (signs === "columns") return fromColumns(row, usual);
  const amount = row.amount("amount");
  if (amount === null || signs === "amount") return amount?.minor ?? null;
  if (signs === "owed") return 0 - amount.minor;
  // Banks that write `45.00Cr` write money that left without letters.
  if (signs === "credit letters") return amount.marked ? amount.minor : 0 - amount.minor;
  const mark = typeof signs === "number" ? withoutQuote(row.cells[signs] ?? "") : markOf(row);
  const sign = signOf(mark);
  if (sign === undefined)
    throw new StatementError(`line ${row.line}: ${mark || "nothing"} is neither debit nor credit`);
  return sign * amount.minor;
}

/** The column gives the sign, whatever sign most of its values have. */
function fromColumns(row: Row, usual: Usual): number | null {
  const [into, out] = [row.amount("in")?.minor ?? 0, row.amount("out")?.minor ?? 0];
  if (into !== 0 && out !== 0)
    throw new StatementError(`line ${row.line} has money in and money out`);
  return into === 0 && out === 0 ? null : usual.in * into - usual.out * out;
}

function isBalance(row: Row): boolean {
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

/** Of a column, or as an amount names it. */
function otherCurrencyIn(row: Row, options: BankFileOptions): string | null {
  const amounts = (["amount", "in", "out"] as const).map((role) => row.amount(role));
  const named = [...row.texts("currency"), row.section.currency];
  const written = [...named, ...amounts.map((amount) => amount?.currency ?? "")];
  return written.find((each) => !isOwnCurrency(each, options)) ?? null;
}

/** Why the line is no booked transaction of the shop's money; null where it is one. */
function noteOn(row: Row, way: Omit<Way, "order">): LeftOutReason | null {
  const { signs, usual, options } = way;
  if (isBalance(row)) return "a balance or total";
  const amount = amountOf(row, signs, usual);
  if ((amount === null || amount === 0) && feeOf(row, way) === 0) return "no amount";
  if (otherCurrencyIn(row, options) !== null) return "another currency";
  return row.isBooked ? null : "not booked yet";
}

/** What was charged; negative where it was given back. */
function feeOf(row: Row, { usual, options }: Pick<Way, "usual" | "options">): number {
  const fee = row.amount("fee");
  const written = [row.text("feeCurrency"), fee?.currency ?? ""];
  if (!written.every((each) => isOwnCurrency(each, options))) return 0;
  return usual.fee * (fee?.minor ?? 0);
}

type Way = Readonly<{ order: DayOrder; signs: Signs; usual: Usual; options: BankFileOptions }>;

/** A fee beside the amount is a transaction of its own, so that a payment is proved by its own amount. */
function linesOf(row: Row, way: Way): BankFileLine[] {
  const { order, signs, usual, options } = way;
  const common = {
    line: row.line,
    bankId: row.text("id") || null,
    day: dayOf(row, order, options),
    reference: row.texts("reference").find((each) => each !== "") ?? null,
  };
  const amount = amountOf(row, signs, usual) ?? 0;
  const text = wordsOf(row);
  const balance = row.amount("balance")?.minor ?? null;
  const fee = feeOf(row, way);
  return [
    ...(amount === 0 ? [] : [{ ...common, amount, text, balance: fee === 0 ? balance : null }]),
    ...(fee === 0 ? [] : [{ ...common, amount: 0 - fee, text: `Fee: ${text}`, balance }]),
  ];
}

function dayOf(row: Row, order: DayOrder, { timeZone }: BankFileOptions): string {
  const written = row.text("day");
  const zoned = bookedDayOf(row.isUtc ? `${written}Z` : written, timeZone);
  const day = zoned ?? dayOfText(written, { position: { line: row.line, column: "date" }, order });
  if (day === null) throw new StatementError(`line ${row.line} has no date`);
  return day;
}

/** What a footer says stands in any of its cells. */
function wordsOf(row: Row): string {
  return (
    withoutBegun([...new Set(row.words)])
      .join(" ")
      .trim() || joinTexts(row.cells)
  );
}
