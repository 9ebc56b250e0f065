import { type FirstAndLast, isCalendarDay } from "@portal/shared/platform/calendar.ts";
import {
  type CsvRecord,
  dayIn,
  minorIn,
  parseRecords,
  required,
  StatementError,
  underHeader,
} from "./statement-file.ts";

/** A transaction of a bank statement. Amounts in minor units of the shop's currency. */
export type StatementLine = Readonly<{
  /** The bank's own id of the transaction, if it has one. */
  bankId: string | null;
  day: string;
  amount: number;
  description: string;
  /** The running balance after it, if the bank states it; distinguishes two otherwise equal lines. */
  balance: number | null;
}>;
export type BankStatement = Readonly<{
  layout: "FNB" | "Standard Bank" | "Nedbank" | "OFX" | "CSV";
  account: string;
  /** The days that it covers: those that it states, or else from its first to its last line, whichever way money went. */
  days: FirstAndLast;
  lines: readonly StatementLine[];
}>;

/**
 * Reads the incoming payments of a statement, whose layout is detected: OFX, CSV as FNB, Standard Bank and Nedbank export
 * it, or any CSV whose first line names date, amount and description.
 *
 * @throws StatementError
 */
export function readBankStatement(text: string): BankStatement {
  const statement = readWhole(text);
  return { ...statement, lines: statement.lines.filter(({ amount }) => amount > 0) };
}

/**
 * Reads the outgoing payments of a statement, with positive amounts.
 *
 * @throws StatementError
 */
export function readBankPayments(text: string): readonly StatementLine[] {
  return readWhole(text).lines.flatMap((line) =>
    line.amount < 0 ? [{ ...line, amount: 0 - line.amount }] : [],
  );
}

function readWhole(text: string): BankStatement {
  const isOfx = /<OFX>/i.test(text);
  const statement = isOfx ? fromOfx(text) : fromCsv(parseRecords(text));
  if (statement.lines.length === 0) throw new StatementError("the file has no transactions");
  const stated = isOfx ? [dayOfOfx(text, "DTSTART"), dayOfOfx(text, "DTEND")] : [];
  const days = [...statement.lines.map(({ day }) => day), ...stated]
    .filter(isCalendarDay)
    .toSorted();
  return { ...statement, days: { from: days[0] ?? "", to: days.at(-1) ?? "" } };
}

/** `20261102120000[+2:SAST]` as `2026-11-02`. */
function dayOfOfx(text: string, tag: string): string {
  return valueOf(text, tag).replace(/^(\d{4})(\d{2})(\d{2}).*$/, "$1-$2-$3");
}

type Transactions = Omit<BankStatement, "days">;

/** Version 1 of OFX (SGML) omits the closing tags of values, version 2 is XML; both are read value by value. */
function fromOfx(text: string): Transactions {
  const [, ...blocks] = text.split(/<STMTTRN>/i);
  return {
    layout: "OFX",
    account: valueOf(text, "ACCTID"),
    lines: blocks.map((begun, index) => {
      const number = index + 1;
      const end = begun.search(/<\/STMTTRN>/i);
      if (end === -1) throw new StatementError(`transaction ${number} has no end`);
      const block = begun.slice(0, end);
      const posted = valueOf(block, "DTPOSTED");
      if (!/^\d{8}/.test(posted))
        throw new StatementError(`transaction ${number}: ${posted || "nothing"} is not a date`);
      const bankId = valueOf(block, "FITID");
      if (bankId === "") throw new StatementError(`transaction ${number} has no FITID`);
      const texts = [valueOf(block, "NAME"), valueOf(block, "MEMO")];
      return {
        bankId,
        day: `${posted.slice(0, 4)}-${posted.slice(4, 6)}-${posted.slice(6, 8)}`,
        amount: required(minorIn(valueOf(block, "TRNAMT"), { line: number }), number, "amount"),
        description: texts.filter((part) => part !== "").join(" "),
        balance: null,
      };
    }),
  };
}

function fromCsv(records: readonly CsvRecord[]): Transactions {
  if (records.some(({ cells }) => cells[0] === "HIST")) return fromStandardBank(records);
  if (records.some(({ cells }) => /^Statement Enquiry/i.test(cells[0] ?? "")))
    return fromNedbank(records);
  const header = records.findIndex(isHeader);
  if (header === -1)
    throw new StatementError("no line names the columns date, amount and description");
  return fromHeader(records, header);
}

const dateNames = ["date", "transaction date", "value date", "posting date"];
const amountNames = ["amount", "credit", "credit amount", "money in", "deposit"];
const textNames = ["description", "details", "reference", "narrative", "statement reference"];

function isHeader({ cells }: CsvRecord): boolean {
  const names = cells.map((name) => name.trim().toLowerCase());
  return [dateNames, amountNames, textNames].every((known) =>
    known.some((one) => names.includes(one)),
  );
}

/** FNB writes lines about the account before the header; other files begin with the header. */
function fromHeader(records: readonly CsvRecord[], header: number): Transactions {
  const { columns, rows } = underHeader(records.slice(header));
  const find = (names: readonly string[]) => names.find((name) => columns.includes(name)) ?? "";
  const [date, amount] = [find(dateNames), find(amountNames)];
  const texts = textNames.filter((name) => columns.includes(name));
  const account = records
    .slice(0, header)
    .find(({ cells }) => /^account:?$/i.test((cells[0] ?? "").trim()))?.cells[1];
  return {
    layout: account === undefined ? "CSV" : "FNB",
    account: (account ?? "").trim(),
    lines: rows.flatMap((row) => {
      const minor = row.minor(amount);
      // Where money in and out have separate columns, one of them is empty.
      if (minor === null) return [];
      return {
        bankId: null,
        day: required(row.day(date), row.line, "date"),
        amount: minor,
        description: texts.map(row.text).join(" ").trim(),
        balance: row.minor("balance"),
      };
    }),
  };
}

/** `HIST,20261102,,1400.00,CREDIT TRANSFER,RH1042 M DLAMINI,4321,0`; other record types describe the account. */
function fromStandardBank(records: readonly CsvRecord[]): Transactions {
  return {
    layout: "Standard Bank",
    account: accountIn(records, /^ACC-NO$/i),
    lines: records
      .filter(({ cells }) => cells[0] === "HIST")
      .map(({ line, cells: [, day = "", , amount = "", type = "", reference = ""] }) => ({
        bankId: null,
        day: required(dayIn(day, { line }), line, "date"),
        amount: required(minorIn(amount, { line }), line, "amount"),
        description: `${type} ${reference}`.trim(),
        balance: null,
      })),
  };
}

/** Lines about the account, then `02Nov2026,RH1042 M DLAMINI,1400.00,2634.50` without a header. */
function fromNedbank(records: readonly CsvRecord[]): Transactions {
  return {
    layout: "Nedbank",
    account: accountIn(records, /^Account Number/i),
    lines: records
      .filter(({ cells: [day = ""] }) => /^\d{1,2}[a-z]{3}\d{4}$/i.test(day.trim()))
      .map(({ line, cells: [day = "", description = "", amount = "", balance = ""] }) => ({
        bankId: null,
        day: required(dayIn(day, { line }), line, "date"),
        amount: required(minorIn(amount, { line }), line, "amount"),
        description: description.trim(),
        balance: minorIn(balance, { line }),
      })),
  };
}

function accountIn(records: readonly CsvRecord[], name: RegExp): string {
  return records.find(({ cells }) => name.test(cells[0] ?? ""))?.cells[1]?.trim() ?? "";
}

function valueOf(block: string, tag: string): string {
  const found = new RegExp(`<${tag}>([^<\r\n]*)`, "i").exec(block)?.[1] ?? "";
  return withoutEntities(found).trim();
}

const entities: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&nbsp;": " ",
  "&quot;": '"',
  "&apos;": "'",
};

function withoutEntities(text: string): string {
  return text.replaceAll(/&[a-z]+;/gi, (entity) => entities[entity.toLowerCase()] ?? entity);
}
