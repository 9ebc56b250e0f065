import type { BankFileOptions } from "./bank-file.ts";
import { isKindOfAccount, type Mark, marksIn, signBy } from "./csv-marks.ts";
import { signOf } from "./csv-names.ts";
import { type Row, withoutQuote } from "./csv-rows.ts";
import { isOfCard } from "./csv-types.ts";
import { isOwnCurrency } from "./own-currency.ts";
import { StatementError } from "./statement-error.ts";

/** What says which way the money of a line went; a number is the place of a column that says nothing else. */
type Signs = "amount" | "owed" | "credit letters" | "mark" | "columns" | number;

/** The sign that most values of a column have. What has the other one was reversed: an unpaid cheque, a fee given back. */
type Usual = Readonly<Record<"in" | "out" | "fee", 1 | -1>>;

/** A way to read all lines of a file. */
export type Reading = Readonly<{
  signs: Signs;
  usual: Usual;
  /** Whether what was returned is booked, because it came back in a line of its own. */
  returned: "booked" | "left out";
}>;

/**
 * The ways in which a file may be read, the likely one first, and why it is not certain without balances. Where two of them
 * have all signs the other way round, the balances of a card, which say what is owed, move like those of an account.
 */
export type Readings = Readonly<{
  ways: readonly Reading[];
  doubt: string | null;
  mayBeCard: boolean;
}>;

type Ways<Way> = Readonly<{ ways: readonly Way[]; doubt?: string; mayBeCard?: true }>;

/** @param rows without balances and totals */
export function readingsOf(rows: readonly Row[], isOwed: boolean): Readings {
  const signs: Ways<Signs> = isOwed ? { ways: ["owed"] } : byTypes(signsOf(rows), rows);
  const isColumns = signs.ways.includes("columns");
  const into = isColumns ? usualIn(rows) : one;
  const out = isColumns ? usualOut(rows, "out", "money out") : one;
  const fee = usualOut(rows, "fee", "fees");
  const [inSign = 1, outSign = 1, feeSign = 1] = [into, out, fee].map(({ ways: [way] }) => way);
  const usual = { in: inSign, out: outSign, fee: feeSign };
  const returned = returnedIn(rows, {
    signs: signs.ways[0] ?? "amount",
    usual,
    returned: "booked",
  });
  const doubts = [signs, into, out, fee, returned].filter(({ doubt }) => doubt !== undefined);
  const open = <Way>({ ways, doubt }: Ways<Way>) =>
    doubts.length > 0 && doubt === undefined ? ways.slice(0, 1) : ways;
  const likely: Reading = { signs: "amount", usual, returned: "booked" };
  const ways = [likely]
    .flatMap((way) => open(signs).map((each) => ({ ...way, signs: each })))
    .flatMap((way) => open(into).map((each) => withUsual(way, { in: each })))
    .flatMap((way) => open(out).map((each) => withUsual(way, { out: each })))
    .flatMap((way) => open(fee).map((each) => withUsual(way, { fee: each })))
    .flatMap((way) => open(returned).map((each) => ({ ...way, returned: each })));
  const [first] = doubts;
  const mayBeCard = first === undefined || doubts.some((each) => each.mayBeCard === true);
  return { ways, doubt: first?.doubt ?? null, mayBeCard };
}

function withUsual(way: Reading, usual: Partial<Usual>): Reading {
  return { ...way, usual: { ...way.usual, ...usual } };
}

const one: Ways<1 | -1> = { ways: [1] };

/** No bank writes what came in with a minus, so that one was reversed, or the file is of a card. */
function usualIn(rows: readonly Row[]): Ways<1 | -1> {
  const { negative, positive } = valuesOf(rows, "in");
  const [first] = negative;
  if (first === undefined) return one;
  if (positive.length > negative.length) return { ways: [1, -1] };
  const doubt = `line ${first.line}: money in is negative, and nothing says whether it came in or was reversed`;
  return { ways: [1, -1], doubt, mayBeCard: true };
}

function usualOut(rows: readonly Row[], role: "out" | "fee", what: string): Ways<1 | -1> {
  const { negative, positive } = valuesOf(rows, role);
  const more = positive.length - negative.length;
  const [first] = negative;
  if (first === undefined || more !== 0) return { ways: more < 0 ? [-1, 1] : [1, -1] };
  const doubt = `line ${first.line}: of ${what}, as many values are negative as positive, and nothing says which were reversed`;
  return { ways: [1, -1], doubt };
}

function valuesOf(rows: readonly Row[], role: "in" | "out" | "fee") {
  const minorOf = (row: Row) => row.amount(role)?.minor ?? 0;
  return {
    negative: rows.filter((row) => minorOf(row) < 0),
    positive: rows.filter((row) => minorOf(row) > 0),
  };
}

const comesBack = /revers|return|refund|unpaid|reject|recall|bounce/i;

/** What was returned moved money twice where it came back in a line of its own, and else not at all. */
function returnedIn(rows: readonly Row[], likely: Reading): Ways<Reading["returned"]> {
  const returned = rows.filter((row) => row.isReturned);
  if (returned.length === 0) return { ways: ["booked"] };
  const booked = rows.filter((row) => row.isBooked && !row.isReturned);
  const byAmount = Map.groupBy(booked, (row) => amountOf(row, likely) ?? 0);
  const others = new Map(
    [...byAmount].map(([amount, same]) => [
      amount,
      {
        isTold: same.some(({ cells }) => comesBack.test(cells.join(" "))),
        words: new Set(same.map(({ words }) => words.join(" "))),
      },
    ]),
  );
  const backs = returned.map((row) => {
    const other = others.get(0 - (amountOf(row, likely) ?? 0));
    const isTold = other !== undefined && (other.isTold || other.words.has(row.words.join(" ")));
    return { line: row.line, isTold, isOpen: other !== undefined && !isTold };
  });
  const told = backs.filter(({ isTold }) => isTold).length;
  const open = backs.find(({ isOpen }) => isOpen) ?? backs[0];
  if (told === backs.length) return { ways: ["booked", "left out"] };
  if (told === 0 && open?.isOpen !== true) return { ways: ["left out", "booked"] };
  const doubt = `line ${open?.line} was returned, and nothing says whether the money came back in another line`;
  return { ways: ["booked", "left out"], doubt };
}

/** Whether the money of a line moved. */
export function isMoved(row: Row, { returned }: Reading): boolean {
  return row.isBooked && (!row.isReturned || returned === "booked");
}

/** What was bought with a card is money out, also where it is positive. */
function byTypes(signs: Ways<Signs>, rows: readonly Row[]): Ways<Signs> {
  if (signs !== signed) return signs;
  const card = isOfCard(rows);
  if (card === true) return { ways: ["owed"] };
  if (card === false) return signs;
  const doubt = `line ${card.line}: a purchase is positive, and nothing says whether it is money out or was reversed`;
  return { ways: ["amount", "owed"], doubt };
}

/** The sign of an amount itself comes before a column beside it; separate columns give theirs. */
function signsOf(rows: readonly Row[]): Ways<Signs> {
  const filled = rows.filter((row) => row.amount("amount") !== null);
  const amounts = filled.flatMap((row) => row.amount("amount") ?? []);
  if (amounts.length === 0) return { ways: ["columns"] };
  const isSigned = amounts.some(({ minor }) => minor < 0);
  if (amounts.some(({ isCredit }) => isCredit)) return isSigned ? bothLetters(filled) : letters;
  const [mark, other] = differing(marksIn(filled), filled);
  if (mark !== undefined && other !== undefined)
    return isSigned && besideSigns(mark, filled) === signed
      ? signed
      : contradicting(mark, other, filled);
  if (mark !== undefined) return isSigned ? besideSigns(mark, filled) : unsigned(mark, filled);
  return isSigned ? signed : byColumns(filled);
}

const signed: Ways<Signs> = { ways: ["amount"] };
// Banks that write `45.00Cr` write money that left without letters.
const letters: Ways<Signs> = { ways: ["credit letters"] };

function bothLetters(rows: readonly Row[]): Ways<Signs> {
  const bare = rows.find((row) => {
    const amount = row.amount("amount");
    return amount !== null && amount.minor !== 0 && !amount.marked;
  });
  if (bare === undefined) return signed;
  const doubt = `line ${bare.line}: the amount says neither debit nor credit, while others say both`;
  return { ways: ["amount", "credit letters"], doubt };
}

/** Columns of their own for money out, filled beside an amount, say what left. */
function byColumns(rows: readonly Row[]): Ways<Signs> {
  const hasOut = rows.some((row) => (row.amount("out")?.minor ?? 0) !== 0);
  return hasOut ? { ways: ["columns"] } : signed;
}

/** Without those that say the same of all lines as one before them. */
function differing(marks: readonly Mark[], rows: readonly Row[]): Mark[] {
  return marks.filter(
    (mark, at) =>
      !marks
        .slice(0, at)
        .some((before) => rows.every((row) => signBy(before, row) === signBy(mark, row))),
  );
}

function contradicting(mark: Mark, other: Mark, rows: readonly Row[]): Ways<Signs> {
  const line = rows.find((row) => signBy(mark, row) !== signBy(other, row))?.line;
  const doubt = `line ${line}: one column says debit and another says credit`;
  return { ways: [mark.place, other.place, "amount"], doubt };
}

/** A mark beside amounts of which none has a minus. */
function unsigned(mark: Mark, rows: readonly Row[]): Ways<Signs> {
  const signs = new Set(rows.map((row) => signBy(mark, row)));
  if (mark.isNamed || (signs.has(1) && signs.has(-1))) return { ways: [mark.place, "amount"] };
  const columns = byColumns(rows);
  // Where one line says debit, an amount without a sign says nothing.
  if (columns !== signed || !signs.has(-1)) return columns;
  return signs.size === 1 ? always(mark, rows) : { ways: [mark.place, "amount"] };
}

/** A mark that says debit of all lines. */
function always(mark: Mark, rows: readonly Row[]): Ways<Signs> {
  const ways: Signs[] = [mark.place, "amount"];
  const [first] = rows;
  const word = first === undefined ? "" : mark.wordOf(first);
  const isSigned = rows.some((row) => (row.amount("amount")?.minor ?? 0) < 0);
  if (!isKindOfAccount(word) && !isSigned) return { ways };
  const doubt = `line ${first?.line}: every line says ${word}, which may be the kind of account, and no balance tells`;
  return { ways, doubt };
}

/** A mark beside amounts of which some have a minus: all have a sign, or debits have none and one was reversed. */
function besideSigns(mark: Mark, rows: readonly Row[]): Ways<Signs> {
  const told = rows.flatMap((row) => {
    const minor = row.amount("amount")?.minor ?? 0;
    return minor === 0 ? [] : [{ line: row.line, sign: signBy(mark, row), minor }];
  });
  const those = (sign: 1 | -1, side: 1 | -1) =>
    told.filter((each) => each.sign === sign && Math.sign(each.minor) === side);
  const [debits, reversed] = [those(-1, 1), those(-1, -1)];
  const [credits, contrary] = [those(1, 1), those(1, -1)];
  const [debit] = debits;
  if (debit === undefined) return signed;
  if (told.some(({ sign }) => sign === undefined)) {
    const doubt = `line ${debit.line}: the amount is positive and says debit, while others are negative`;
    return { ways: ["amount"], doubt };
  }
  if (contrary[0] !== undefined) {
    const doubt = `line ${contrary[0].line}: the amount is negative and says credit, while others are positive and say debit`;
    const isAll = reversed.length === 0 && credits.length === 0;
    if (!isAll) return { ways: [mark.place, "amount"], doubt };
    return { ways: ["amount", "owed"], doubt, mayBeCard: true };
  }
  if (credits.length === 0) return always(mark, rows);
  if (debits.length < reversed.length) return { ways: ["amount", mark.place] };
  const ways: Signs[] = [mark.place, "amount"];
  if (debits.length > reversed.length) return { ways };
  const doubt = `line ${debit.line}: as many debits are negative as positive, and nothing says which were reversed`;
  return { ways, doubt };
}

/** Signed minor units; null where the line has none. @throws StatementError */
export function amountOf(row: Row, { signs, usual }: Reading): number | null {
  if (signs === "columns") return fromColumns(row, usual);
  const amount = row.amount("amount");
  if (amount === null || signs === "amount") return amount?.minor ?? null;
  if (amount.minor === 0) return 0;
  if (signs === "owed") return 0 - amount.minor;
  if (signs === "credit letters") return amount.marked ? amount.minor : 0 - amount.minor;
  const mark =
    typeof signs === "number"
      ? withoutQuote(row.cells[signs] ?? "")
      : row.text("mark") || row.text("perhapsMark");
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

/** What was charged; negative where it was given back. */
export function feeOf(row: Row, { usual }: Reading, options: BankFileOptions): number {
  const fee = row.amount("fee");
  const written = [row.text("feeCurrency"), fee?.currency ?? ""];
  if (!written.every((each) => isOwnCurrency(each, options))) return 0;
  return usual.fee * (fee?.minor ?? 0);
}
