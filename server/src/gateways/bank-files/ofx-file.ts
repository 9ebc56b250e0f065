import { type Day, dayOf, isCalendarDay } from "@portal/shared/platform/calendar.ts";
import { amountIn } from "./amount-text.ts";
import type {
  AccountLines,
  BankFile,
  BankFileLine,
  BankFileOptions,
  FileNote,
} from "./bank-file.ts";
import { withoutCdata, withoutEntities } from "./markup-text.ts";
import { isOwnCurrency, requireAnyOwn } from "./own-currency.ts";
import { joinTexts, mergeCut, totalOf, withoutBegun } from "./statement-parts.ts";
import { daysStated } from "./stated-days.ts";
import { StatementError } from "./statement-error.ts";

/**
 * OFX 1.x (SGML, without closing tags of values) and 2.x (XML), read value by value; one account for each statement in it.
 *
 * @throws StatementError
 */
export function readOfx(file: string, options: BankFileOptions): BankFile {
  const text = withoutCdata(file);
  const [head = "", ...statements] = text.split(/<(?:CC)?STMTRS>/i);
  const parts = statements.length > 0 ? statements : [text];
  requireAnyOwn(parts.map(currencyOf), options);
  const openFrom = dayIn(valueOf(head, "DTSERVER"), options.timeZone);
  const notes: FileNote[] = [];
  const accounts = parts.flatMap((part) => {
    if (isOwnCurrency(currencyOf(part), options))
      return statementOf(part, { options, notes, openFrom });
    const texts = blocksOf(part).map(wordsOf);
    notes.push(...texts.map((words, at) => ({ line: at + 1, text: words, why: otherMoney })));
    return [];
  });
  return { format: "OFX", accounts, notes, questions: [] };
}

const otherMoney: FileNote["why"] = "another currency";

type Reading = Readonly<{
  options: BankFileOptions;
  notes: FileNote[];
  /** The day on which the bank made the file, which was not over. */
  openFrom: Day | null;
}>;

function currencyOf(part: string): string {
  return valueOf(part, "CURDEF");
}

function blocksOf(part: string): string[] {
  return part.split(/<STMTTRN>/i).slice(1);
}

function statementOf(part: string, { options, notes, openFrom }: Reading): AccountLines {
  const begun = blocksOf(part);
  const written = begun.flatMap((block, index) => {
    const transaction = transactionOf(block, index + 1, options);
    const { line } = transaction;
    const why = noteOn(block, line.amount, options);
    if (why === null) return transaction;
    notes.push({ line: line.line, text: line.text, why });
    return [];
  });
  const lines = withSigns(written);
  const [, closing] = part.split(/<LEDGERBAL>/i);
  if (closing !== undefined) {
    const text = `closing balance ${valueOf(closing, "BALAMT")}`;
    notes.push({ line: begun.length, text, why: "a balance or total" });
  }
  const from = dayIn(valueOf(part, "DTSTART"), null);
  const end = valueOf(part, "DTEND");
  const stated = daysStated({ from, to: lastDayIn(end, options.timeZone), openFrom });
  const closingMinor = closingOf(closing, dayIn(end, null));
  return {
    account: valueOf(part, "ACCTID"),
    lines,
    stated,
    pages: [{ opening: null, closing: closingMinor, total: totalOf(lines) }],
  };
}

/** Many banks write the balance at the time of the download, which is behind the last day of the statement. */
function closingOf(block: string | undefined, lastDay: string | null): number | null {
  if (block === undefined || lastDay === null) return null;
  const asOf = dayIn(valueOf(block, "DTASOF"), null);
  if (asOf !== lastDay) return null;
  return amountIn(valueOf(block, "BALAMT"), { line: 1, column: "BALAMT" })?.minor ?? null;
}

/** Why it is no transaction of the shop's money; null where it is one. */
function noteOn(block: string, amount: number, options: BankFileOptions): FileNote["why"] | null {
  if (isInOtherMoney(block, options)) return otherMoney;
  return amount === 0 ? "no amount" : null;
}

/** Of a transaction with a currency of its own. One with `ORIGCURRENCY` was changed into that of the account. */
function isInOtherMoney(block: string, { currency }: BankFileOptions): boolean {
  const [, own] = block.split(/<CURRENCY>/i);
  const symbol = own === undefined ? "" : valueOf(own, "CURSYM").toUpperCase();
  return symbol !== "" && currency !== null && symbol !== currency;
}

/** As the file writes it: the amount of one that takes money may have no sign. */
type Transaction = Readonly<{ type: string; line: BankFileLine }>;

/** They take money. A fee or a check that came back is written with its own type. */
const outgoing = ["DEBIT", "SRVCHG"];

/**
 * Some banks write what takes money without a sign. Where a statement has one type with both, what has the other sign than
 * most was taken back.
 *
 * @throws StatementError where as many have one as the other
 */
function withSigns(transactions: readonly Transaction[]): BankFileLine[] {
  const unsigned = outgoing.filter((type) =>
    isUnsigned(transactions.filter((transaction) => transaction.type === type)),
  );
  return transactions.map(({ type, line }) =>
    unsigned.includes(type) ? { ...line, amount: 0 - line.amount } : line,
  );
}

function isUnsigned(transactions: readonly Transaction[]): boolean {
  const positive = transactions.filter(({ line }) => line.amount > 0);
  const [first] = positive;
  const more = positive.length * 2 - transactions.length;
  if (first === undefined || more !== 0) return more > 0;
  throw new StatementError(
    `transaction ${first.line.line}: as many of type ${first.type} are positive as negative, and nothing says which were reversed`,
  );
}

function transactionOf(begun: string, number: number, { timeZone }: BankFileOptions): Transaction {
  const end = begun.search(/<\/STMTTRN>/i);
  if (end === -1) throw new StatementError(`transaction ${number} has no end`);
  const block = begun.slice(0, end);
  requireNoCorrection(block, number);
  const posted = valueOf(block, "DTPOSTED");
  const day = dayIn(posted, timeZone);
  if (day === null)
    throw new StatementError(`transaction ${number}: ${posted || "nothing"} is not a date`);
  if (!/<TRNAMT>/i.test(block)) throw new StatementError(`transaction ${number} has no amount`);
  const line = {
    line: number,
    bankId: valueOf(block, "FITID") || null,
    day,
    amount: amountIn(valueOf(block, "TRNAMT"), { line: number })?.minor ?? 0,
    text: wordsOf(block),
    reference: valueOf(block, "REFNUM") || valueOf(block, "CHECKNUM") || null,
    balance: null,
  };
  return { type: valueOf(block, "TRNTYPE").toUpperCase(), line };
}

/**
 * A transaction that replaces or deletes an earlier one is no further money, and the earlier one may be stored already.
 *
 * @throws StatementError
 */
function requireNoCorrection(block: string, number: number): void {
  const action = valueOf(block, "CORRECTACTION");
  if (action === "") return;
  const corrected = valueOf(block, "CORRECTFITID").slice(0, 60);
  throw new StatementError(
    `transaction ${number} corrects transaction ${corrected} (${action.slice(0, 20)}); choose a file in which the bank has corrected it`,
  );
}

/** Of `NAME`: banks cut a longer text there, and `MEMO` goes on with it, or has it as a whole. */
const nameWidth = 32;

function wordsOf(block: string): string {
  const [name = "", longer = "", memo = ""] = ["NAME", "EXTDNAME", "MEMO"].map((tag) =>
    textOf(block, tag),
  );
  const isCut = name.length >= nameWidth;
  const isRepeated = isCut && [longer, memo].some((text) => text.trim().startsWith(name.trim()));
  const begun = isRepeated ? "" : name;
  const texts = longer === "" ? mergeCut([begun, memo], nameWidth) : [begun, longer, memo];
  const bare = texts.map((text) => joinTexts([text])).filter((text) => text !== "");
  return withoutBegun(bare).join(" ");
}

/** Over the ends of lines, up to the next tag; a blank at its begin or end belongs to it. */
function textOf(block: string, tag: string): string {
  const found = new RegExp(`<${tag}>([^<]*)`, "i").exec(block)?.[1] ?? "";
  return withoutEntities(found).replace(/[\r\n]\s*$/, "");
}

/**
 * `20261102`, or a time with an offset such as `20261031220000[0:GMT]`, which is the next day in the shop's zone. A time
 * without one is the bank's own, and so is the day. Midnight stands for a day without a time, whatever its offset.
 */
function dayIn(text: string, timeZone: string | null): Day | null {
  const moment = momentIn(text);
  if (moment === null) return null;
  const { wall, offset, clock } = moment;
  const isDayAlone = /^(?:00)*$/.test(clock);
  if (timeZone === null || offset === null || isDayAlone) return dayOf(wall, "UTC");
  return dayAt(wall, offset, timeZone);
}

/**
 * The last day before the end of a period. A midnight is that behind it, in the zone of the bank or of the shop; other times
 * stand for the day: many banks write noon.
 */
function lastDayIn(text: string, timeZone: string): Day | null {
  const moment = momentIn(text);
  if (moment === null) return null;
  const { wall, offset, clock } = moment;
  if (clock === "") return dayOf(wall, "UTC");
  const second = new Date(Date.parse(wall) - 1000).toISOString();
  const days = [
    dayOf(second, "UTC"),
    dayAt(second, offset ?? 0, offset === null ? "UTC" : timeZone),
  ];
  return days.toSorted()[0] ?? null;
}

function dayAt(wall: string, offset: number, timeZone: string): Day {
  return dayOf(new Date(Date.parse(wall) - offset * 3_600_000).toISOString(), timeZone);
}

/** The wall clock as a time of UTC, its hours and minutes and seconds as far as they are written, and the hours before UTC. */
function momentIn(text: string) {
  const [, year, month, day, hour = "", minute = "", second = "", offset] =
    /^(\d{4})(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2})?(?:\.\d+)?)?(?:\s*\[\s*([+-]?\d{1,2}(?:\.\d+)?)(?::[^\]]*)?\])?/.exec(
      text,
    ) ?? [];
  const written = `${year}-${month}-${day}`;
  if (!isCalendarDay(written)) return null;
  const wall = `${written}T${hour || "00"}:${minute || "00"}:${second || "00"}Z`;
  if (Number.isNaN(Date.parse(wall))) return null;
  const hours = offset === undefined ? null : Number(offset);
  return { wall, clock: `${hour}${minute}${second}`, offset: hours };
}

function valueOf(block: string, tag: string): string {
  const found = new RegExp(`<${tag}>([^<\r\n]*)`, "i").exec(block)?.[1] ?? "";
  return withoutEntities(found).trim();
}
