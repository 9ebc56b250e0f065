import { addDays, type Day, isCalendarDay } from "@portal/shared/platform/calendar.ts";
import { amountIn } from "./amount-text.ts";
import type {
  AccountLines,
  BankFile,
  BankFileLine,
  BankFileOptions,
  FileNote,
} from "./bank-file.ts";
import { bookedDayOf, zonedDayOf } from "./day-text.ts";
import { isOwnCurrency, requireAnyOwn } from "./own-currency.ts";
import { daysStated } from "./stated-days.ts";
import { joinTexts, mergeAccounts, mergeCut, totalOf } from "./statement-parts.ts";
import { StatementError } from "./statement-error.ts";
import {
  attributeAt,
  elementsAt,
  parseXml,
  textAt,
  textsAt,
  wholeTextsAt,
  type XmlElement,
} from "./xml-tree.ts";

/** Whether the text is a message of ISO 20022 from a bank to its customer. */
export function isCamt(text: string): boolean {
  return /^\s*</.test(text) && /<(?:[\w.-]+:)?BkToCstmr/.test(text);
}

type Reading = Readonly<{
  options: BankFileOptions;
  notes: FileNote[];
  /** Of the account; empty where neither it nor its balances say one. */
  currency: string;
  /** When the bank made the statement; empty where it does not say. */
  made: string;
}>;

/**
 * CAMT.053 of ISO 20022 in any of its versions. An entry that is a batch becomes its transactions where these add up to it.
 * Only what is booked is a transaction.
 *
 * @throws StatementError
 */
export function readCamt(text: string, options: BankFileOptions): BankFile {
  const root = parseXml(text);
  const documents = ["Document", "BizMsgEnvlp/Document", "BizMsg/Document"];
  const messages = [root, ...documents.flatMap((path) => elementsAt(root, path))];
  const statements = messages.flatMap((message) =>
    elementsAt(message, "BkToCstmrStmt").flatMap((part) =>
      elementsAt(part, "Stmt").map((statement) => {
        const made = textAt(statement, "CreDtTm") || textAt(part, "GrpHdr/CreDtTm");
        return { statement, made, currency: currencyOf(statement) };
      }),
    ),
  );
  if (statements.length === 0)
    throw new StatementError("it is not a statement (CAMT.053), but another message of the bank");
  requireAnyOwn(
    statements.map(({ currency }) => currency),
    options,
  );
  const notes: FileNote[] = [];
  const entries = { count: 0 };
  const accounts = statements.flatMap(({ statement, ...of }) => {
    const reading = { options, notes, ...of };
    if (isOwnCurrency(of.currency, options)) return readStatement(statement, reading, entries);
    for (const entry of elementsAt(statement, "Ntry")) {
      entries.count += 1;
      noteEntry(entry, { notes, line: entries.count, why: "another currency" });
    }
    return [];
  });
  return { format: "CAMT.053", accounts: mergeAccounts(accounts), notes, questions: [] };
}

function currencyOf(statement: XmlElement): string {
  return textAt(statement, "Acct/Ccy") || attributeAt(statement, "Bal/Amt", "Ccy");
}

function readStatement(
  statement: XmlElement,
  reading: Reading,
  entries: { count: number },
): AccountLines {
  const { notes } = reading;
  for (const balance of elementsAt(statement, "Bal")) {
    const kind = textAt(balance, "Tp/CdOrPrtry/Cd", "Tp/CdOrPrtry/Prtry");
    const words = [kind, textAt(balance, "CdtDbtInd"), textAt(balance, "Amt")];
    notes.push({ line: entries.count + 1, text: joinTexts(words), why: "a balance or total" });
  }
  const lines = elementsAt(statement, "Ntry").flatMap((entry) => {
    entries.count += 1;
    return linesOf(entry, entries.count, reading);
  });
  const balance = (kinds: RegExp) => balanceOf(statement, kinds, entries.count);
  return {
    account: textAt(statement, "Acct/Id/IBAN", "Acct/Id/Othr/Id"),
    lines,
    stated: statedIn(statement, reading),
    pages: [
      { opening: balance(/^(?:OPBD|PRCD)$/), closing: balance(/^CLBD$/), total: totalOf(lines) },
    ],
  };
}

/** The bank makes the statement of a day when it is over for the bank, also in its evening. */
function statedIn(statement: XmlElement, { made, options: { timeZone } }: Reading): Day[] {
  const madeOn = dayIn(made, timeZone);
  return daysStated({
    from: firstDayIn(textAt(statement, "FrToDt/FrDtTm", "FrToDt/FrDt"), timeZone),
    to: lastDayIn(textAt(statement, "FrToDt/ToDtTm", "FrToDt/ToDt"), timeZone),
    openFrom: madeOn === null ? null : addDays(madeOn, 1),
  });
}

/** Some banks write their own days in UTC, which begin in the evening of the day before west of it. */
function firstDayIn(text: string, timeZone: string): Day | null {
  const day = dayIn(text, timeZone);
  const written = dayIn(text.slice(0, 10), timeZone);
  return day !== null && written !== null && written > day ? written : day;
}

/** The last day that is over with this time, which is often the last second of a day or the midnight behind it. */
function lastDayIn(text: string, timeZone: string): Day | null {
  const second = 1000;
  const next = zonedDayOf(text, timeZone, second) ?? zonedDayOf(`${text}Z`, "UTC", second);
  return next === null ? dayIn(text, timeZone) : addDays(next, -1);
}

/** The booked balance of one of these kinds, in minor units. @throws StatementError */
function balanceOf(statement: XmlElement, kinds: RegExp, line: number): number | null {
  const found = elementsAt(statement, "Bal").find((each) =>
    kinds.test(textAt(each, "Tp/CdOrPrtry/Cd")),
  );
  const sign = found === undefined ? null : signOf(textAt(found, "CdtDbtInd"));
  const minor = found === undefined ? null : minorOf(textAt(found, "Amt"), line);
  return sign === null || minor === null ? null : sign * minor;
}

/** `2026-11-02`, or a time, which with an offset belongs to the shop's day, but for midnight. */
function dayIn(text: string, timeZone: string): string | null {
  const day = bookedDayOf(text, timeZone) ?? text.slice(0, 10);
  return isCalendarDay(day) ? day : null;
}

function linesOf(entry: XmlElement, line: number, reading: Reading): BankFileLine[] {
  const { notes, options, currency } = reading;
  const details = detailsOf(entry);
  const note = (why: FileNote["why"]) => noteEntry(entry, { notes, line, why });
  const status = textAt(entry, "Sts/Cd", "Sts/Prtry", "Sts");
  if (!/^BOOK/i.test(status)) return note("not booked yet");
  const own = options.currency ?? currency;
  const written = attributeAt(entry, "Amt", "Ccy");
  if (own !== "" && written !== "" && written !== own) return note("another currency");
  const amount = amountOf(entry, line);
  if (amount === 0) return note("no amount");
  const posted = textAt(entry, "BookgDt/Dt", "BookgDt/DtTm", "ValDt/Dt", "ValDt/DtTm");
  const day = dayIn(posted, options.timeZone);
  if (day === null) throw new StatementError(`entry ${line}: ${posted || "nothing"} is not a date`);
  const common = { line, day, balance: null };
  const batch = batchOf(details, { entry, line, amount, currency: written });
  if (batch === null) {
    return [
      {
        ...common,
        amount,
        bankId: textAt(entry, "AcctSvcrRef") || idOf(details),
        text: wordsOf(entry, details),
        reference: details.map(referenceOf).find((reference) => reference !== "") ?? null,
      },
    ];
  }
  return batch.map((part, at) => {
    const detail = details.slice(at, at + 1);
    return {
      ...common,
      amount: part,
      bankId: idOf(detail) ?? (textAt(entry, "AcctSvcrRef") || null),
      text: wordsOf(entry, detail),
      reference: detail.map(referenceOf)[0] || null,
    };
  });
}

function noteEntry(
  entry: XmlElement,
  { notes, line, why }: Readonly<{ notes: FileNote[]; line: number; why: FileNote["why"] }>,
): [] {
  notes.push({ line, text: wordsOf(entry, detailsOf(entry)), why });
  return [];
}

function detailsOf(entry: XmlElement): readonly XmlElement[] {
  return elementsAt(entry, "NtryDtls/TxDtls");
}

/** The direction is that of the money, also of an entry that reverses another. */
function amountOf(entry: XmlElement, line: number): number {
  const sign = signOf(textAt(entry, "CdtDbtInd"));
  if (sign === null) throw new StatementError(`entry ${line} is neither CRDT nor DBIT`);
  const written = textAt(entry, "Amt");
  const minor = minorOf(written, line);
  if (minor === null || minor < 0)
    throw new StatementError(`entry ${line}: ${written || "nothing"} is not an amount`);
  return sign * minor;
}

function signOf(mark: string): 1 | -1 | null {
  if (mark === "CRDT") return 1;
  return mark === "DBIT" ? -1 : null;
}

function minorOf(text: string, line: number): number | null {
  return amountIn(text, { line, column: "Amt" })?.minor ?? null;
}

type Entry = Readonly<{ entry: XmlElement; line: number; amount: number; currency: string }>;

/** The amounts of the transactions of an entry; null where it is one, or where they do not make its amount. */
function batchOf(
  details: readonly XmlElement[],
  { entry, line, amount, currency }: Entry,
): number[] | null {
  if (details.length < 2) return null;
  const parts = details.flatMap((detail) => {
    const path = ["Amt", "AmtDtls/TxAmt/Amt"].find((each) => textAt(detail, each) !== "");
    if (path === undefined || attributeAt(detail, path, "Ccy") !== currency) return [];
    const sign = signOf(textAt(detail, "CdtDbtInd") || textAt(entry, "CdtDbtInd"));
    const minor = minorOf(textAt(detail, path), line);
    return sign === null || minor === null || minor <= 0 ? [] : sign * minor;
  });
  const sum = parts.reduce((total, part) => total + part, 0);
  return parts.length === details.length && sum === amount ? parts : null;
}

function idOf(details: readonly XmlElement[]): string | null {
  const [first] = details;
  if (first === undefined || details.length > 1) return null;
  return textAt(first, "Refs/AcctSvcrRef", "Refs/TxId") || null;
}

/** The payer's own reference: a structured one, or that from end to end. */
function referenceOf(detail: XmlElement): string {
  const [ofCreditor = ""] = textsAt(detail, "RmtInf/Strd/CdtrRefInf/Ref");
  return ofCreditor || endToEndOf(detail);
}

function endToEndOf(detail: XmlElement): string {
  const id = textAt(detail, "Refs/EndToEndId");
  return /^NOT ?PROVIDED$/i.test(id) ? "" : id;
}

/** Of `Ustrd`, which may stand several times. */
const remittanceWidth = 140;

/** The other side's name, what it says, and what the bank adds. */
function wordsOf(entry: XmlElement, details: readonly XmlElement[]): string {
  const isReversal = /^(?:true|1)$/.test(textAt(entry, "RvslInd"));
  const words = details.flatMap((detail) => {
    const mark = textAt(detail, "CdtDbtInd") || textAt(entry, "CdtDbtInd");
    const other = (mark === "CRDT") === isReversal ? "Cdtr" : "Dbtr";
    return [
      textAt(detail, `RltdPties/${other}/Nm`, `RltdPties/${other}/Pty/Nm`),
      ...mergeCut(wholeTextsAt(detail, "RmtInf/Ustrd"), remittanceWidth),
      ...textsAt(detail, "RmtInf/Strd/CdtrRefInf/Ref"),
      ...textsAt(detail, "RmtInf/Strd/AddtlRmtInf"),
      endToEndOf(detail),
      ...textsAt(detail, "AddtlTxInf"),
    ];
  });
  return joinTexts([...words, ...textsAt(entry, "AddtlNtryInf")]);
}
