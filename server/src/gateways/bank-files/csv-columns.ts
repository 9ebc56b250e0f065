import type { LeftOutReason } from "@portal/shared/sales/bank-lines.ts";
import type {
  AccountLines,
  BankFile,
  BankFileLine,
  BankFileOptions,
  FileNote,
} from "./bank-file.ts";
import { requireAlong } from "./balance-signs.ts";
import { type Header, knownColumns } from "./csv-names.ts";
import { accountOf, isBalance, otherCurrencyIn, type Row, rowsIn, wordsOf } from "./csv-rows.ts";
import type { Section } from "./csv-sections.ts";
import { amountOf, feeOf, isMoved, type Reading, readingsOf } from "./csv-signs.ts";
import { dayOrderIn } from "./day-order.ts";
import { bookedDayOf, type DayOrder, dayOfText } from "./day-text.ts";
import { requireOwnCurrency } from "./own-currency.ts";
import { type Moves, type Moving, movesOf } from "./statement-balances.rules.ts";
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
  const rows = rowsIn(table.sections, header, known);
  const days = rows.map((row) => row.text("day"));
  const { order, questions } = dayOrderIn(days, options, {
    bank: known?.order ?? null,
    told: table.order ?? null,
  });
  const reading = readingIn(rows, { order, options, isOwed: known?.isOwed ?? false });
  const way: Way = { order, reading, options };
  const notes: FileNote[] = [];
  const accounts = new Map<string, BankFileLine[]>();
  for (const row of rows) {
    const why = noteOn(row, way);
    if (why !== null) {
      notes.push({ line: row.line, text: wordsOf(row), why });
      continue;
    }
    const lines = accounts.get(accountOf(row)) ?? [];
    accounts.set(accountOf(row), lines);
    lines.push(...linesOf(row, way));
  }
  const other = rows.map((row) => otherCurrencyIn(row, options)).find((each) => each !== null);
  if (accounts.size === 0 && other) requireOwnCurrency(other, options);
  const found = [...accounts].map(
    ([account, lines]): AccountLines => ({ account, lines, stated: [] }),
  );
  return { accounts: found, notes, questions };
}

type Question = Omit<Way, "reading"> & Readonly<{ isOwed: boolean }>;

/**
 * How the lines of a file are read: in the likely way, or in the only one by which more balances move, none of them the other
 * way. Where they may be those of a card, some have to move in both.
 *
 * @throws StatementError where it may be read in several ways, and balances do not tell in which
 */
function readingIn(rows: readonly Row[], { order, options, isOwed }: Question): Reading {
  const read = rows.filter((row) => !isBalance(row));
  const { ways, doubt, mayBeCard } = readingsOf(read, isOwed);
  const [likely] = ways;
  if (likely === undefined) throw new StatementError("nothing says which way the money went");
  if (likely.signs !== "owed") requireNoCard(read);
  const money = read.filter((row) => row.isBooked && otherCurrencyIn(row, options) === null);
  const hasBalances = money.some((row) => row.amount("balance") !== null);
  if (doubt === null && !hasBalances) return likely;
  const tried = differing(ways, (reading) => totalsOf(money, { order, reading, options }));
  if (tried.length === 1 && (doubt === null || ways.length > 1)) return likely;
  const moving = hasBalances ? money : [];
  const moves = tried.map(({ reading, totals }) => ({
    reading,
    ...movesOfAll(moving, totals, { order, options }),
  }));
  const most = Math.max(...moves.map(fitOf));
  const [proven, ...more] = moves.filter((each) => fitOf(each) === most);
  if (doubt === null && proven?.reading === likely) return likely;
  const isTold = (mayBeCard ? moves : [proven]).every((each) => (each?.along ?? 0) > 0);
  if (isTold && more.length === 0 && proven?.against.length === 0) return proven.reading;
  if (moves[0] !== undefined) requireAlong(moves[0]);
  if (doubt !== null) throw new StatementError(doubt);
  return likely;
}

/** How many balances move by what stands between them, less those that do not. */
function fitOf({ along, count }: Moves): number {
  return along * 2 - count;
}

/** Those by which any line has another amount. */
function differing(
  ways: readonly Reading[],
  totalsBy: (reading: Reading) => readonly number[],
): { reading: Reading; totals: readonly number[] }[] {
  const tried: { reading: Reading; totals: readonly number[] }[] = [];
  for (const reading of ways) {
    const totals = totalsBy(reading);
    const isSame = tried.some((each) => each.totals.every((total, at) => total === totals[at]));
    if (!isSame) tried.push({ reading, totals });
  }
  return tried;
}

/** What each line moves the balance by: its amount without its fee. */
function totalsOf(rows: readonly Row[], { reading, options }: Way): number[] {
  return rows.map((row) =>
    isMoved(row, reading) ? (amountOf(row, reading) ?? 0) - feeOf(row, reading, options) : 0,
  );
}

/** How the balances of all accounts move. */
function movesOfAll(
  rows: readonly Row[],
  totals: readonly number[],
  way: Omit<Way, "reading">,
): Moves {
  const accounts = new Map<string, Moving[]>();
  for (const [at, row] of rows.entries()) {
    const amount = totals[at] ?? 0;
    if (amount === 0) continue;
    const moving = accounts.get(accountOf(row)) ?? [];
    accounts.set(accountOf(row), moving);
    const balance = row.amount("balance")?.minor ?? null;
    moving.push({ line: row.line, day: dayOf(row, way), amount, balance });
  }
  const moves = [...accounts.values()].map(movesOf);
  return {
    count: moves.reduce((sum, each) => sum + each.count, 0),
    along: moves.reduce((sum, each) => sum + each.along, 0),
    against: moves.flatMap(({ against }) => against),
  };
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

/** Why the line is no booked transaction of the shop's money; null where it is one. */
function noteOn(row: Row, { reading, options }: Omit<Way, "order">): LeftOutReason | null {
  if (isBalance(row)) return "a balance or total";
  const amount = amountOf(row, reading);
  if ((amount === null || amount === 0) && feeOf(row, reading, options) === 0) return "no amount";
  if (otherCurrencyIn(row, options) !== null) return "another currency";
  return isMoved(row, reading) ? null : "not booked yet";
}

type Way = Readonly<{ order: DayOrder; reading: Reading; options: BankFileOptions }>;

/** A fee beside the amount is a transaction of its own, so that a payment is proved by its own amount. */
function linesOf(row: Row, way: Way): BankFileLine[] {
  const common = {
    line: row.line,
    bankId: row.text("id") || null,
    day: dayOf(row, way),
    reference: row.texts("reference").find((each) => each !== "") ?? null,
  };
  const amount = amountOf(row, way.reading) ?? 0;
  const text = wordsOf(row);
  const balance = row.amount("balance")?.minor ?? null;
  const fee = feeOf(row, way.reading, way.options);
  return [
    ...(amount === 0 ? [] : [{ ...common, amount, text, balance: fee === 0 ? balance : null }]),
    ...(fee === 0 ? [] : [{ ...common, amount: 0 - fee, text: `Fee: ${text}`, balance }]),
  ];
}

function dayOf(row: Row, { order, options }: Omit<Way, "reading">): string {
  const written = row.text("day");
  const zoned = bookedDayOf(row.isUtc ? `${written}Z` : written, options.timeZone);
  const day = zoned ?? dayOfText(written, { position: { line: row.line, column: "date" }, order });
  if (day === null) throw new StatementError(`line ${row.line} has no date`);
  return day;
}
