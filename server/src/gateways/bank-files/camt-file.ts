import { dayOf } from "@portal/shared/platform/calendar.ts";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { z } from "zod";
import { amountIn } from "./amount-text.ts";
import { requireWhole } from "./balance-chain.ts";
import type {
  AccountLines,
  BankFile,
  BankFileLine,
  BankFileOptions,
  FileNote,
} from "./bank-file.ts";
import { withoutEntities } from "./entities.ts";
import { requireCurrency, StatementError } from "./statement-error.ts";

/** An element: its text in `#text`, its attributes with `@`, its elements as lists. */
type Node = Readonly<Record<string, unknown>>;

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  removeNSPrefix: true,
  parseTagValue: false,
  processEntities: false,
  alwaysCreateTextNode: true,
  isArray: (_name, _path, _isLeaf, isAttribute) => !isAttribute,
});

/**
 * CAMT.053 of ISO 20022, of any of its versions. The amount of an entry is positive; its mark says which way the money went,
 * also for one that takes another back. An entry of several payments is split where these add up to it.
 *
 * @throws StatementError, also where opening balance, entries and closing balance do not agree
 */
export function readCamt(text: string, options: BankFileOptions): BankFile {
  if (/<!DOCTYPE|<!ENTITY/i.test(text))
    throw new StatementError("the file declares a document type, which no statement does");
  if (XMLValidator.validate(text) !== true) throw new StatementError("the file is not whole XML");
  const root = nodeSchema.parse(parser.parse(text));
  const [document = root] = list(root, "Document");
  const statements = list(list(document, "BkToCstmrStmt")[0], "Stmt");
  if (statements.length === 0)
    throw new StatementError("it is no statement: download the statement of whole days (CAMT.053)");
  const notes: FileNote[] = [];
  let number = 0;
  const accounts = statements.map((statement): AccountLines => {
    const account = list(statement, "Acct")[0];
    requireCurrency(textIn(account, "Ccy"), options.currency);
    const lines: BankFileLine[] = [];
    let booked = 0;
    for (const entry of list(statement, "Ntry")) {
      number += 1;
      const why = noteOn(entry, options);
      if (why !== null) notes.push({ line: number, text: wordsOf(entry, null), why });
      else {
        const found = linesOf(entry, number, options);
        booked += found.reduce((sum, { amount }) => sum + amount, 0);
        lines.push(...found);
      }
    }
    const opening = balanceOf(statement, ["OPBD", "PRCD"]);
    requireWhole({ opening, closing: balanceOf(statement, ["CLBD"]) }, [booked]);
    const period = list(statement, "FrToDt")[0];
    return {
      account: textIn(account, "Id", "IBAN") || textIn(account, "Id", "Othr", "Id"),
      lines,
      stated: [textIn(period, "FrDtTm"), textIn(period, "ToDtTm")].flatMap(
        (each) => /^\d{4}-\d\d-\d\d/.exec(each)?.[0] ?? [],
      ),
    };
  });
  return { format: "CAMT.053", accounts, notes, questions: [] };
}

const nodeSchema = z.record(z.string(), z.unknown());
const nodesSchema = z.array(nodeSchema);

function list(node: Node | undefined, name: string): readonly Node[] {
  return nodesSchema.safeParse(node?.[name]).data ?? [];
}

/** Of the first element at this path; empty where there is none. */
function textIn(node: Node | undefined, ...path: readonly string[]): string {
  const found = path.reduce<Node | undefined>((each, name) => list(each, name)[0], node);
  const text = found?.["#text"];
  return typeof text === "string" ? withoutEntities(text).replaceAll(/\s+/g, " ").trim() : "";
}

function noteOn(entry: Node, { currency }: BankFileOptions): FileNote["why"] | null {
  const status = textIn(entry, "Sts", "Cd") || textIn(entry, "Sts");
  if (status !== "" && status !== "BOOK") return "not booked yet";
  const written = list(entry, "Amt")[0]?.["@Ccy"];
  return currency !== null && typeof written === "string" && written !== currency
    ? "another currency"
    : null;
}

function linesOf(entry: Node, number: number, options: BankFileOptions): BankFileLine[] {
  const amount = signedIn(entry, list(entry, "Amt")[0], { number, mark: "" });
  const common = { line: number, day: dayIn(entry, number, options), balance: null };
  const mark = textIn(entry, "CdtDbtInd");
  const payments = list(entry, "NtryDtls").flatMap((details) => list(details, "TxDtls"));
  const parts = payments.map((payment) => {
    const written =
      list(payment, "Amt")[0] ?? list(list(list(payment, "AmtDtls")[0], "TxAmt")[0], "Amt")[0];
    return { payment, amount: written && signedIn(payment, written, { number, mark }) };
  });
  const isWhole =
    parts.length > 1 &&
    parts.every((part) => part.amount !== undefined) &&
    parts.reduce((sum, part) => sum + (part.amount ?? 0), 0) === amount;
  if (!isWhole)
    return [
      {
        ...common,
        amount,
        bankId: textIn(entry, "AcctSvcrRef") || null,
        text: wordsOf(entry, payments),
        reference: payments.map(referenceOf).find((each) => each !== null) ?? null,
      },
    ];
  return parts.map((part) => ({
    ...common,
    amount: part.amount ?? 0,
    bankId: textIn(part.payment, "Refs", "AcctSvcrRef") || textIn(entry, "AcctSvcrRef") || null,
    text: wordsOf(entry, [part.payment]),
    reference: referenceOf(part.payment),
  }));
}

/** @param of.mark that of the entry, for a payment in it without one */
function signedIn(
  node: Node,
  written: Node | undefined,
  { number, mark }: Readonly<{ number: number; mark: string }>,
): number {
  const text = typeof written?.["#text"] === "string" ? written["#text"] : "";
  const amount = amountIn(text, { line: number });
  const direction = textIn(node, "CdtDbtInd") || mark;
  if (amount === null || (direction !== "CRDT" && direction !== "DBIT"))
    throw new StatementError(`entry ${number} has no amount with a direction`);
  return direction === "DBIT" ? 0 - Math.abs(amount.minor) : amount.minor;
}

/** The day of booking; a time with an offset is a day in the shop's zone. */
function dayIn(entry: Node, number: number, { timeZone }: BankFileOptions): string {
  for (const name of ["BookgDt", "ValDt"]) {
    const written = textIn(entry, name, "Dt") || textIn(entry, name, "DtTm");
    const [day] = /^\d{4}-\d\d-\d\d/.exec(written) ?? [];
    if (day === undefined) continue;
    const isZoned = /T.*(?:Z|[+-]\d\d:?\d\d)$/.test(written);
    return isZoned ? dayOf(new Date(written).toISOString(), timeZone) : day;
  }
  throw new StatementError(`entry ${number} has no date`);
}

function balanceOf(statement: Node, codes: readonly string[]): number | null {
  for (const code of codes)
    for (const balance of list(statement, "Bal"))
      if (textIn(balance, "Tp", "CdOrPrtry", "Cd") === code)
        return signedIn(balance, list(balance, "Amt")[0], { number: 0, mark: "CRDT" });
  return null;
}

function referenceOf(payment: Node): string | null {
  const remittance = list(payment, "RmtInf")[0];
  const structured = textIn(remittance, "Strd", "CdtrRefInf", "Ref");
  const endToEnd = textIn(payment, "Refs", "EndToEndId");
  return structured || (endToEnd === "NOTPROVIDED" ? null : endToEnd || null);
}

/** Who paid or was paid, what for, and what the bank says. */
function wordsOf(entry: Node, payments: readonly Node[] | null): string {
  const ofPayments = (payments ?? []).flatMap((payment) => {
    const parties = list(payment, "RltdPties")[0];
    const isIn = (textIn(payment, "CdtDbtInd") || textIn(entry, "CdtDbtInd")) === "CRDT";
    const party = isIn ? "Dbtr" : "Cdtr";
    const remittance = list(payment, "RmtInf")[0];
    return [
      textIn(parties, party, "Nm") || textIn(parties, party, "Pty", "Nm"),
      ...list(remittance, "Ustrd").map((each) => textIn({ each: [each] }, "each")),
      referenceOf(payment) ?? "",
      textIn(payment, "AddtlTxInf"),
    ];
  });
  const words = [...ofPayments, textIn(entry, "AddtlNtryInf")].filter((each) => each !== "");
  return [...new Set(words)].join(" ");
}
