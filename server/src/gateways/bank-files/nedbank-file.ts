import { amountInCsv } from "./amount-text.ts";
import type { AccountLines, BankFile, BankFileOptions, FileNote } from "./bank-file.ts";
import { isBalanceAlone } from "./balance-text.ts";
import { dayOfText } from "./day-text.ts";
import { requireWhole } from "./parted-amounts.ts";
import { accountIn } from "./statement-account.ts";
import { StatementError } from "./statement-error.ts";
import { type CsvRecord, required } from "./statement-file.ts";
import { joinTexts, mergeAccounts } from "./statement-parts.ts";

/** With it begins what the file says of an account. */
function isStatementEnquiry({ cells: [first = ""] }: CsvRecord): boolean {
  return /^Statement Enquiry/i.test(first.trim());
}

/**
 * Lines about the account, then `02Nov2026,RH1042 M DLAMINI,1400.00,2634.50`; what has no amount is a note. The file of a
 * card has two dates and no balance, and that of a home loan writes charges without a sign.
 *
 * @throws StatementError
 */
export function fromNedbank(records: readonly CsvRecord[], options: BankFileOptions): BankFile {
  const notes: FileNote[] = [];
  const accounts = sectionsOf(records).map((section) => readSection(section, options, notes));
  return { format: "Nedbank", accounts: mergeAccounts(accounts), notes, questions: [] };
}

function sectionsOf(records: readonly CsvRecord[]): CsvRecord[][] {
  const sections: CsvRecord[][] = [];
  for (const record of records) {
    const last = sections.at(-1);
    if (last && !isStatementEnquiry(record)) last.push(record);
    else sections.push([record]);
  }
  return sections;
}

function readSection(
  records: readonly CsvRecord[],
  { dayOrder: order }: BankFileOptions,
  notes: FileNote[],
): AccountLines {
  const isLoan = records.some(
    ({ cells: [key = "", value = ""] }) =>
      /^account (?:description|type)/i.test(key.trim()) && /\bhome ?loan\b/i.test(value),
  );
  const sign = isLoan ? -1 : 1;
  const dated = records.filter(({ cells: [first] }) => isDay(first));
  const isCard = dated.some(({ cells }) => isDay(cells[1]));
  requireWhole(dated, [isCard ? 3 : 2]);
  const lines = dated.flatMap(({ line, cells: [first = "", ...rest] }) => {
    const position = { line };
    const [text = "", written = "", balance = ""] = isCard ? rest.slice(1) : rest;
    const amount = amountInCsv(written, position);
    if (amount === null || isBalanceAlone(text)) {
      const why = amount === null ? "no amount" : "a balance or total";
      notes.push({ line, text: joinTexts([text]), why });
      return [];
    }
    const after = amountInCsv(balance, position);
    return {
      line,
      bankId: null,
      day: required(dayOfText(first, { position, order }), line, "date"),
      amount: sign * amount.minor,
      text: joinTexts([text]),
      reference: null,
      balance: after === null ? null : sign * after.minor,
    };
  });
  return { account: accountAbove(records), lines, stated: [] };
}

/** @throws StatementError for a second account: which of its lines tell what it is, is not known then */
function accountAbove(records: readonly CsvRecord[]): string {
  const named = records.flatMap((record) => {
    const account = isDay(record.cells[0]) ? "" : accountIn([record]);
    return account === "" ? [] : { line: record.line, account };
  });
  const [first] = named;
  const other = named.find(({ account }) => account !== first?.account);
  if (other === undefined) return first?.account ?? "";
  throw new StatementError(
    `line ${other.line}: another account begins, and no line “Statement Enquiry” stands above it`,
  );
}

function isDay(cell: string | undefined): boolean {
  return /^\d{1,2}-?[a-z]{3}-?(?:\d{4}|\d{2})$/i.test((cell ?? "").trim());
}
