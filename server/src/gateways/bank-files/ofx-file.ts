import { dayOf } from "@portal/shared/platform/calendar.ts";
import { amountIn } from "./amount-text.ts";
import type {
  AccountLines,
  BankFile,
  BankFileLine,
  BankFileOptions,
  FileNote,
} from "./bank-file.ts";
import { withoutCdata, withoutEntities } from "./markup-text.ts";
import { requireOwnCurrency } from "./own-currency.ts";
import { totalOf } from "./statement-parts.ts";
import { required } from "./statement-file.ts";
import { StatementError } from "./statement-error.ts";

/**
 * OFX 1.x (SGML, without closing tags of values) and 2.x (XML), read value by value; one account for each statement in it.
 *
 * @throws StatementError
 */
export function readOfx(file: string, options: BankFileOptions): BankFile {
  const text = withoutCdata(file);
  const [, ...statements] = text.split(/<(?:CC)?STMTRS>/i);
  const parts = statements.length > 0 ? statements : [text];
  const notes: FileNote[] = [];
  const accounts = parts.map((part) => statementOf(part, options, notes));
  return { format: "OFX", accounts, notes, questions: [] };
}

function statementOf(part: string, options: BankFileOptions, notes: FileNote[]): AccountLines {
  requireOwnCurrency(valueOf(part, "CURDEF"), options);
  const [, ...begun] = part.split(/<STMTTRN>/i);
  const lines = begun.flatMap((block, index) => {
    const line = lineOf(block, index + 1, options);
    if (!isInOtherMoney(block, options)) return line;
    notes.push({ line: line.line, text: line.text, why: "another currency" });
    return [];
  });
  const [, closing] = part.split(/<LEDGERBAL>/i);
  if (closing !== undefined) {
    const text = `closing balance ${valueOf(closing, "BALAMT")}`;
    notes.push({ line: begun.length, text, why: "a balance or total" });
  }
  const stated = ["DTSTART", "DTEND"].flatMap((tag) => dayIn(valueOf(part, tag), null) ?? []);
  return {
    account: valueOf(part, "ACCTID"),
    lines,
    stated,
    pages: [{ opening: null, closing: closingOf(closing, stated.at(-1)), total: totalOf(lines) }],
  };
}

/** Many banks write the balance at the time of the download, which is behind the last day of the statement. */
function closingOf(block: string | undefined, lastDay: string | undefined): number | null {
  if (block === undefined || lastDay === undefined) return null;
  const asOf = dayIn(valueOf(block, "DTASOF"), null);
  if (asOf !== lastDay) return null;
  return amountIn(valueOf(block, "BALAMT"), { line: 1, column: "BALAMT" })?.minor ?? null;
}

/** Of a transaction with a currency of its own. One with `ORIGCURRENCY` was changed into that of the account. */
function isInOtherMoney(block: string, { currency }: BankFileOptions): boolean {
  const [, own] = block.split(/<CURRENCY>/i);
  const symbol = own === undefined ? "" : valueOf(own, "CURSYM").toUpperCase();
  return symbol !== "" && currency !== null && symbol !== currency;
}

/** They take money, whatever sign their amount has. A fee or a check that came back is written with its own type. */
const outgoing = new Set(["DEBIT", "SRVCHG"]);

function lineOf(begun: string, number: number, { timeZone }: BankFileOptions): BankFileLine {
  const end = begun.search(/<\/STMTTRN>/i);
  if (end === -1) throw new StatementError(`transaction ${number} has no end`);
  const block = begun.slice(0, end);
  const posted = valueOf(block, "DTPOSTED");
  const day = dayIn(posted, timeZone);
  if (day === null)
    throw new StatementError(`transaction ${number}: ${posted || "nothing"} is not a date`);
  const amount = required(
    amountIn(valueOf(block, "TRNAMT"), { line: number }),
    number,
    "amount",
  ).minor;
  const texts = [valueOf(block, "NAME"), valueOf(block, "MEMO")];
  return {
    line: number,
    bankId: valueOf(block, "FITID") || null,
    day,
    amount: outgoing.has(valueOf(block, "TRNTYPE").toUpperCase()) ? 0 - Math.abs(amount) : amount,
    text: texts.filter((each) => each !== "").join(" "),
    reference: valueOf(block, "REFNUM") || valueOf(block, "CHECKNUM") || null,
    balance: null,
  };
}

/**
 * `20261102`, or a time with an offset such as `20261031220000[0:GMT]`, which is the next day in the shop's zone. A time
 * without one is the bank's own, and so is the day. Midnight stands for a day without a time, whatever its offset.
 */
function dayIn(text: string, timeZone: string | null): string | null {
  const [, year, month, day, hour, minute, second, offset] =
    /^(\d{4})(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2})?(?:\.\d+)?)?(?:\s*\[\s*([+-]?\d{1,2}(?:\.\d+)?)(?::[^\]]*)?\])?/.exec(
      text,
    ) ?? [];
  if (year === undefined) return null;
  const written = `${year}-${month}-${day}`;
  const time = Date.parse(`${written}T${hour ?? "00"}:${minute ?? "00"}:${second ?? "00"}Z`);
  if (Number.isNaN(time)) return null;
  const isDayAlone = [hour, minute, second].every((part) => part === undefined || part === "00");
  if (timeZone === null || offset === undefined || isDayAlone) return written;
  return dayOf(new Date(time - Number(offset) * 3_600_000).toISOString(), timeZone);
}

function valueOf(block: string, tag: string): string {
  const found = new RegExp(`<${tag}>([^<\r\n]*)`, "i").exec(block)?.[1] ?? "";
  return withoutEntities(found).trim();
}
