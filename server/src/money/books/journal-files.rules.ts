import type { JournalFormat } from "@portal/shared/money/books.ts";
import { type Day, shortMonthNames } from "@portal/shared/platform/calendar.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { csvField, harmlessCsvText } from "@portal/shared/platform/harmless-text.ts";
import { type Currency, decimalText } from "@portal/shared/platform/money.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import {
  accountOf,
  type Journal,
  journalNumberOf,
  type JournalLine,
  type JournalsOf,
  journalWords,
  lateWords,
  type PostedEntry,
} from "./book-entry.rules.ts";
import { iifFile, monthFirst } from "./iif-file.rules.ts";
import type { BalanceSums } from "./trial-balance.rules.ts";

/** What journals of a period become files of. */
export type JournalContent = JournalsOf &
  Readonly<{
    /** `J202601` for a month, `J202601-05` for a day. */
    name: string;
    region: Region;
    journals: readonly Journal[];
    entries: readonly PostedEntry[];
  }>;

type JournalFile = Readonly<{ name: string; text: string }>;

/**
 * The journals in the layout of an accounting program: UTF-8, lines end with CRLF, amounts as `1234.50`. Several files where a
 * program takes no more lines in one, or has no column for the currency; no journal is in two. The layouts are the published
 * ones that docs/finance.md, "Books" names; no file was tried in its program.
 *
 * @throws DomainError books.account-names, books.account-codes where the program takes no account as the chart has it
 */
export function journalFiles(
  format: JournalFormat,
  content: JournalContent,
): readonly JournalFile[] {
  const { name } = content;
  switch (format) {
    case "generic-csv":
      return [{ name: `${name}.csv`, text: csvLines([genericHeadings, ...entryRows(content)]) }];
    case "json":
      return [
        { name: `${name}.json`, text: `${JSON.stringify(journalDocument(content), null, 1)}\n` },
      ];
    case "xero":
    case "sage":
    case "quickbooks-csv":
    case "iif":
      return byCurrency(content).flatMap((each) => programFiles(format, each));
  }
}

/** Whether a format has only the sums of accounts: whatever it should say of single entries has to be lines of its own. */
export function isForProgram(
  format: JournalFormat,
): format is Exclude<JournalFormat, "generic-csv" | "json"> {
  return format !== "generic-csv" && format !== "json";
}

/** No program's layout has a column for the currency, so each has files of its own, named as its journals are. */
function byCurrency(content: JournalContent): readonly JournalContent[] {
  const { name, currency: own, journals } = content;
  if (journals.length === 0) return [content];
  return [...Map.groupBy(journals, ({ currency }) => currency)].map(([currency, ofOne]) => ({
    ...content,
    name: currency === own ? name : `${name}-${currency}`,
    journals: ofOne,
  }));
}

/** The files of journals of one currency. */
function programFiles(
  format: Exclude<JournalFormat, "generic-csv" | "json">,
  { name, region, chart, journals: all }: JournalContent,
): readonly JournalFile[] {
  switch (format) {
    case "xero":
      requireXeroCodes(all);
      return numbered(`${name}-xero`, "csv", splitByLines(all, xeroLinesMost), (journals) =>
        csvLines([xeroHeadings, ...journals.flatMap((journal) => xeroRows(journal, region))]),
      );
    case "sage": {
      const rowsOf = (journal: Journal) => sageRows(journal, region);
      return numbered(`${name}-sage`, "csv", splitByBytes(all, rowsOf), (journals) =>
        csvLines([sageHeadings, ...journals.flatMap(rowsOf)]),
      );
    }
    case "quickbooks-csv": {
      const parts = splitByLines(all, quickBooksLinesMost);
      return numbered(`${name}-quickbooks`, "csv", parts, (journals) =>
        csvLines([
          quickBooksHeadings,
          ...journals.flatMap((journal) => quickBooksRows(journal, region)),
        ]),
      );
    }
    case "iif":
      return [{ name: `${name}.iif`, text: iifFile(all, chart) }];
  }
}

const genericHeadings = [
  "journal",
  "postingDate",
  "ownDay",
  "position",
  "event",
  "order",
  "document",
  "memberId",
  "bankKind",
  "bankLine",
  "settlementLine",
  "periodFrom",
  "periodTo",
  "accountKey",
  "code",
  "name",
  "debit",
  "credit",
  "currency",
];

/** Every line of every entry: what a journal is the sum of. */
function entryRows(content: JournalContent): string[][] {
  const { chart, entries } = content;
  return entries.flatMap((entry) => {
    const { postingDate, ownDay, position, event, orderNumber, document, currency } = entry;
    const { userId, bankKind, bankLineId, settlementLineId, period } = entry;
    const journal = journalNumberOf(entry, content);
    return entry.lines.map((line) => {
      const { key, code, name } = accountOf(chart, line);
      return [
        journal,
        postingDate,
        ownDay,
        String(position),
        event,
        String(orderNumber ?? ""),
        document?.number ?? "",
        String(userId ?? ""),
        bankKind ?? "",
        String(bankLineId ?? ""),
        String(settlementLineId ?? ""),
        period?.from ?? "",
        period?.to ?? "",
        key,
        harmlessCsvText(code),
        harmlessCsvText(name),
        line.amount > 0 ? decimalText(line.amount) : "",
        line.amount < 0 ? decimalText(-line.amount) : "",
        currency,
      ];
    });
  });
}

/** The accounts of a trial balance as CSV: `opening` is when the financial year began, `debit` and `credit` its turnover. */
export function trialBalanceFile(
  balances: readonly Readonly<{ currency: Currency; accounts: readonly BalanceSums[] }>[],
): string {
  return csvOf(
    ["accountKey", "code", "name", "opening", "debit", "credit", "balance", "currency"],
    balances.flatMap(({ currency, accounts }) =>
      accounts.map(({ key, code, name, opening, debit, credit }) => [
        key,
        harmlessCsvText(code),
        harmlessCsvText(name),
        ...[opening, debit, credit, opening + debit - credit].map(decimalText),
        currency,
      ]),
    ),
  );
}

/** The journals with the entries that they add up, in minor units: a debit is positive. */
function journalDocument(content: JournalContent) {
  const { name, chart, journals, entries } = content;
  return {
    format: "portal-journals/2",
    name,
    journals,
    entries: entries.map(({ lines, userId, ...entry }) => ({
      journal: journalNumberOf(entry, content),
      ...entry,
      memberId: userId,
      lines: lines.map((line) => ({ ...accountOf(chart, line), amount: line.amount })),
    })),
  };
}

/** help.xero.com/nz/ManualJournalsImport; the asterisks are those of the template for what is mandatory. */
const xeroHeadings = [
  "*Narration",
  "*Date",
  "Description",
  "*AccountCode",
  "*TaxRate",
  "*Amount",
  "TrackingName1",
  "TrackingOption1",
  "TrackingName2",
  "TrackingOption2",
];
const xeroLinesMost = 300;
/** `Code` of an account in Xero's Accounting API. */
const xeroCodeMost = 10;

/** @throws DomainError books.account-codes naming the accounts, because Xero cannot have one with such a code */
function requireXeroCodes(journals: readonly Journal[]): void {
  const long = journals
    .flatMap(({ lines }) => lines)
    .filter(({ code }) => code.length > xeroCodeMost)
    .map(({ code, name }) => `${code} ${name}`);
  if (long.length > 0) throw new DomainError("books.account-codes", [...new Set(long)].join(", "));
}

/** VAT has lines of its own, so no line may be taxed again. Each is a rate that every organisation of the region has in Xero. */
const xeroTaxRate: Readonly<Record<Region, string>> = {
  za: "No VAT",
  uk: "No VAT",
  usa: "Tax Exempt",
};

function xeroRows({ number, postingDate, lines }: Journal, region: Region): string[][] {
  // Its page allows both; with the month's name nobody takes the day for the month.
  const date = region === "usa" ? withMonthName(postingDate) : dayFirst(postingDate);
  return lines.flatMap(({ code, name, debit, credit, lateOf }) =>
    [debit, -credit]
      .filter((amount) => amount !== 0)
      .map((amount) => [
        number,
        date,
        harmlessCsvText(`${name}${lateWords({ lateOf })}`),
        harmlessCsvText(code),
        xeroTaxRate[region],
        decimalText(amount),
        "",
        "",
        "",
        "",
      ]),
  );
}

/** Sage's page 240304191549557 (import journal entries); its analysis columns may be left out. */
const sageHeadings = [
  "Reference",
  "Date",
  "Description",
  "Ledger Account Number",
  "Details",
  "Debit",
  "Credit",
];
const sageBytesMost = 500_000;

/** The first three columns are filled once for each journal. */
function sageRows({ number, postingDate, lines }: Journal, region: Region): string[][] {
  return oneSided(lines).map(({ code, name, debit, credit, lateOf }, index) => [
    ...(index === 0 ? [number, dateOf(postingDate, region), `Journal ${number}`] : ["", "", ""]),
    harmlessCsvText(code),
    harmlessCsvText(`${name}${lateWords({ lateOf })}`),
    debit,
    credit,
  ]);
}

/** Intuit's page L4tQBwbs7 (import journal entries); accounts by name, and account numbers have to be off. */
const quickBooksHeadings = [
  "Journal No.",
  "Journal Date",
  "Account Name",
  "Description",
  "Debits",
  "Credits",
];

/** Guides of others name 1,000 rows in a file, which may count the headings. */
const quickBooksLinesMost = 999;

function quickBooksRows({ number, postingDate, lines }: Journal, region: Region): string[][] {
  return oneSided(lines).map(({ name, debit, credit, lateOf }) => [
    number,
    dateOf(postingDate, region),
    harmlessCsvText(name),
    journalWords(number, { lateOf }),
    debit,
    credit,
  ]);
}

/** A debit and a credit of one account are two lines: no program takes both in one. */
function oneSided(lines: readonly JournalLine[]) {
  return lines.flatMap(({ debit, credit, ...line }) => [
    ...(debit > 0 ? [{ ...line, debit: decimalText(debit), credit: "" }] : []),
    ...(credit > 0 ? [{ ...line, debit: "", credit: decimalText(credit) }] : []),
  ]);
}

function dateOf(day: Day, region: Region): string {
  return region === "usa" ? monthFirst(day) : dayFirst(day);
}

function dayFirst(day: Day): string {
  return day.split("-").toReversed().join("/");
}

/** `05 Jan 2026`. */
function withMonthName(day: Day): string {
  const [year, month, ofMonth] = day.split("-");
  return `${ofMonth} ${shortMonthNames[Number(month) - 1]} ${year}`;
}

/** UTF-8 text of a CSV file with a byte order mark, without which Excel would not recognize it; its lines end with CRLF. */
export function csvOf(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  return `\uFEFF${csvLines([headings, ...rows])}`;
}

function csvLines(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map(csvField).join(",")}\r\n`).join("");
}

/** Whole journals in parts of at most so many lines. */
function splitByLines(journals: readonly Journal[], most: number): readonly (readonly Journal[])[] {
  return splitBy(journals, most, (journal) => oneSided(journal.lines).length);
}

function splitByBytes(
  journals: readonly Journal[],
  rowsOf: (journal: Journal) => string[][],
): readonly (readonly Journal[])[] {
  const headings = byteLength(csvLines([sageHeadings]));
  return splitBy(journals, sageBytesMost - headings, (journal) =>
    byteLength(csvLines(rowsOf(journal))),
  );
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

function splitBy(
  journals: readonly Journal[],
  most: number,
  sizeOf: (journal: Journal) => number,
): readonly (readonly Journal[])[] {
  const parts: Journal[][] = [];
  let size = most;
  for (const journal of journals) {
    const own = sizeOf(journal);
    const part = parts.at(-1);
    if (part === undefined || size + own > most) {
      parts.push([journal]);
      size = own;
    } else {
      part.push(journal);
      size += own;
    }
  }
  return parts;
}

/** One file has the name alone; several are numbered from 1. */
function numbered(
  name: string,
  ending: string,
  parts: readonly (readonly Journal[])[],
  textOf: (journals: readonly Journal[]) => string,
): readonly JournalFile[] {
  if (parts.length <= 1) return [{ name: `${name}.${ending}`, text: textOf(parts[0] ?? []) }];
  return parts.map((journals, index) => ({
    name: `${name}-${index + 1}.${ending}`,
    text: textOf(journals),
  }));
}
