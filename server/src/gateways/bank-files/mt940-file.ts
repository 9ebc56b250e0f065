import { daysBetween, isCalendarDay } from "@portal/shared/platform/calendar.ts";
import type {
  AccountLines,
  BankFile,
  BankFileLine,
  BankFileOptions,
  FileNote,
} from "./bank-file.ts";
import { isOwnCurrency, requireAnyOwn, requireOwnCurrency } from "./own-currency.ts";
import { joinTexts, mergeAccounts, totalOf } from "./statement-parts.ts";
import { StatementError } from "./statement-error.ts";

/** `:61:2611021102C1400,00NTRF…`, with the lines below it up to the next tag. The width of a row tells whether it is cut. */
type Field = Readonly<{ line: number; tag: string; rows: readonly string[] }>;

/** Whether the text is an MT940, with or without the envelope of SWIFT. */
export function isMt940(text: string): boolean {
  return /^(?:.*\{4:)?:20:/m.test(text) && /^:6[012][FM]?:/m.test(text);
}

/**
 * MT940 of SWIFT: messages that begin with `:20:`, or with a further account, each a page of the statement of one. Opening balance and lines
 * must make the closing balance.
 *
 * Own code: the libraries for it give amounts as binary fractions and put entries around New Year into the wrong year, and to
 * mend both, each line would have to be read a second time.
 *
 * @throws StatementError
 */
export function readMt940(text: string, options: BankFileOptions): BankFile {
  const messages = messagesOf(text);
  requireAnyOwn(messages.map(currencyOf), options);
  const notes: FileNote[] = [];
  const accounts = messages.flatMap((fields) => {
    if (isOwnCurrency(currencyOf(fields), options)) return readMessage(fields, { options, notes });
    notes.push(...otherMoneyIn(fields));
    return [];
  });
  return { format: "MT940", accounts: mergeAccounts(accounts), notes, questions: [] };
}

function messagesOf(text: string): Field[][] {
  const messages: Field[][] = [];
  let current: { line: number; tag: string; rows: string[] } | null = null;
  for (const [at, whole] of text.split(/\r\n|\n|\r/).entries()) {
    const bare = whole.replace(/^.*\{4:/, "");
    const [, tag, rest = ""] = /^:(\d{2}[A-Z]?):(.*)$/.exec(bare) ?? [];
    if (tag !== undefined) {
      current = { line: at + 1, tag, rows: [rest] };
      if (
        tag === "20" ||
        (isAccount(tag) && messages.at(-1)?.some((field) => isAccount(field.tag)))
      )
        messages.push([]);
      messages.at(-1)?.push(current);
    } else if (/^-(?:\}|\s*$)|^\{\d:/.test(bare)) current = null;
    else if (bare.trim() !== "") current?.rows.push(bare);
  }
  return messages;
}

function isAccount(tag: string): boolean {
  return /^25P?$/.test(tag);
}

/** Of the first balance, or where an MT942 states none, of its limit `:34F:EUR0,00` or its sums `:90D:2EUR45,00`. */
function currencyOf(fields: readonly Field[]): string {
  const found = fields.find(({ tag }) => /^(?:6[02][FM]|34F|90[CD])$/.test(tag));
  return /^(?:[CD]\d{6}|\d*)([A-Z]{3})/.exec(found?.rows[0]?.trim() ?? "")?.[1] ?? "";
}

function otherMoneyIn(fields: readonly Field[]): FileNote[] {
  return fields.flatMap(({ line, tag, rows }, at) => {
    if (tag !== "61") return [];
    const text = joinTexts([wordsIn(detailsAt(fields, at)), ...rows]);
    return { line, text, why: "another currency" };
  });
}

/** The text of a transaction is in the field behind it. */
function detailsAt(fields: readonly Field[], at: number): readonly string[] {
  const next = fields[at + 1];
  return next?.tag === "86" ? next.rows : [];
}

type Reading = Readonly<{ options: BankFileOptions; notes: FileNote[] }>;

function readMessage(fields: readonly Field[], { options, notes }: Reading): AccountLines {
  const find = (tag: RegExp) => fields.find((field) => tag.test(field.tag));
  const [opening, closing] = [find(/^60[FM]$/), find(/^62[FM]$/)].map((field) => {
    if (field === undefined) return null;
    const balance = balanceOf(field);
    requireOwnCurrency(balance.currency, options);
    const text = `:${field.tag}:${field.rows.join(" ").trim()}`;
    notes.push({ line: field.line, text, why: "a balance or total" });
    return balance;
  });
  const lines = fields.flatMap((field, at) => {
    if (field.tag !== "61") return [];
    const line = lineOf(field, detailsAt(fields, at));
    if (line.isBooked) return line.booked;
    notes.push({ line: field.line, text: line.booked.text, why: "not booked yet" });
    return [];
  });
  if (opening && closing) {
    if (opening.minor + totalOf(lines) !== closing.minor)
      throw new StatementError(
        `line ${fields[0]?.line ?? 1}: the opening balance and the transactions do not make the closing balance`,
      );
  }
  const account = fields.find(({ tag }) => isAccount(tag))?.rows[0]?.trim() ?? "";
  return {
    account,
    lines,
    stated: closing ? [closing.day] : [],
    pages: [
      {
        opening: opening?.minor ?? null,
        closing: closing?.minor ?? null,
        total: totalOf(lines),
      },
    ],
  };
}

/** `C261101ZAR450,00`. */
function balanceOf({ line, tag, rows: [text = ""] }: Field) {
  const [, mark, date = "", currency = "", amount = ""] =
    /^([CD])(\d{6})([A-Z]{3})\s*(\S+)$/.exec(text.trim()) ?? [];
  if (mark === undefined) throw new StatementError(`line ${line}: ${tag} is not a balance`);
  const minor = minorOf(amount, line);
  return { currency, day: dayOf(date, line), minor: mark === "C" ? minor : 0 - minor };
}

/** `RC` takes back money that came in, `RD` returns money that left. `E…` is only expected. */
const directions: Readonly<Record<string, 1 | -1>> = { C: 1, RD: 1, EC: 1, D: -1, RC: -1, ED: -1 };

/** Value date, date of entry, mark, a letter of the currency, amount, type, reference, the bank's reference. */
const statementLine =
  /^(\d{6})(\d{4})?([RE]?[CD])[A-Z]?\s*[-+]?(\d[\d,.]*)(?:[A-Z][A-Z0-9]{3})?((?:(?!\/\/).)*)(?:\/\/(.*))?$/;

function lineOf(field: Field, details: readonly string[]) {
  const { line, rows } = field;
  const [text = "", ...more] = rows;
  const [, value = "", entry, mark = "", amount = "", own = "", bank = ""] =
    statementLine.exec(text.trim()) ?? [];
  const direction = directions[mark];
  if (direction === undefined) throw new StatementError(`line ${line}: it is not a transaction`);
  const reference = /^(?:NONREF)?$/i.test(own.trim()) ? null : own.trim();
  const booked: BankFileLine = {
    line,
    bankId: bank.trim() || null,
    day: entryDay(dayOf(value, line), entry),
    amount: direction * minorOf(amount, line),
    text: joinTexts([wordsIn(details), ...more, reference]),
    reference,
    balance: null,
  };
  return { booked, isBooked: !mark.startsWith("E") };
}

/** The date of entry has no year: it is the day nearest to the value date, also across New Year. */
function entryDay(value: string, entry: string | undefined): string {
  if (entry === undefined) return value;
  const year = Number(value.slice(0, 4));
  const days = [year, year - 1, year + 1]
    .map((each) => `${each}-${entry.slice(0, 2)}-${entry.slice(2)}`)
    .filter(isCalendarDay)
    .toSorted((one, other) => distance(one, value) - distance(other, value));
  return days[0] ?? value;
}

function distance(one: string, other: string): number {
  return Math.abs(daysBetween(one, other));
}

/** A row, and a part of a purpose with its code, that is this long is cut there, also within a word. */
const [rowWidth, partWidth] = [65, 2 + 27];

/** `166?00GUTSCHRIFT?20RH1042?32T SMITH`: words, name and purpose of a text in parts; other texts as they are. */
function wordsIn(rows: readonly string[]): string {
  const text = rows.map((row) => (row.length < rowWidth ? `${row}\n` : row)).join("");
  if (!/^\d{0,3}\?\d{2}/.test(text)) return text;
  const [, ...parts] = text.split(/\n?\?(?=\d{2})/);
  const words = parts.filter((part) => /^(?:00|2\d|3[23]|6[0-3])/.test(part));
  return words
    .map((part, at) => {
      const isCut = part.length >= partWidth && isPurpose(part) && isPurpose(words[at + 1]);
      return isCut ? part.slice(2) : `${part.slice(2)} `;
    })
    .join("");
}

function isPurpose(part: string | undefined): boolean {
  return /^2\d/.test(part ?? "");
}

function dayOf(text: string, line: number): string {
  const day = `20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4, 6)}`;
  if (!isCalendarDay(day)) throw new StatementError(`line ${line}: ${text} is not a date`);
  return day;
}

/** `1400,00`, `1400,5` and `1400,`: a comma before the cents, and no separator of thousands. */
function minorOf(text: string, line: number): number {
  const [, whole, cents = ""] = /^0*(\d{1,12})(?:[,.](\d{0,2})0*)?$/.exec(text) ?? [];
  if (whole === undefined) throw new StatementError(`line ${line}: ${text} is not an amount`);
  return Number(whole) * 100 + Number(cents.padEnd(2, "0"));
}
