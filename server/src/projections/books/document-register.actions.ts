import { rateInWords } from "@portal/shared/catalogue/vat-registration.ts";
import type { DocumentsAsked, PeriodPage, VatPeriod } from "@portal/shared/money/books.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { hasVat, type Region, taxHeadings } from "@portal/shared/platform/region.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import type { Caller } from "../../caller.ts";
import { type SheetColumn, sheetOf, writeWorkbook } from "../../gateways/sheets/sheets.ts";
import {
  documentWords,
  registerFile,
  type RegisterRow,
  registerRowsOf,
  registerSumsOf,
  type UnusedNumber,
  unusedNumbersFile,
} from "../../money/books/document-register.rules.ts";
import { readSelfBilledRegister } from "../../money/self-billing/self-billed-invoice.queries.ts";
import {
  selfBilledFile,
  type SelfBilledRow,
  selfBilledSumsOf,
} from "../../money/self-billing/self-billed-register.rules.ts";
import { getCalendar } from "../../money/statements/closing.queries.ts";
import { closingOf } from "../../money/statements/statement.rules.ts";

type RegisterContext = Pick<Caller, "readBooks" | "shop">;
type FileContext = RegisterContext & Pick<Caller, "readDb">;

/** A page of the documents posted in a period, in ledger order, and the sums of all of them by currency. */
export async function listDocuments(
  { readBooks, shop: { region } }: RegisterContext,
  { from, to, kind, page, pageSize }: DocumentsAsked,
) {
  const { calendar, documents } = await readBooks({ kind: "vat", region, from, to });
  const chosen = documents.filter((document) => kind === null || document.kind === kind);
  return {
    isClosed: closingOf(calendar, to.slice(0, 7)) !== null,
    rows: pageOf(registerRowsOf(chosen), page, pageSize),
    total: chosen.length,
    sums: registerSumsOf(chosen),
  };
}

/** A page of the order numbers of a period that no invoice had at its end, with the reason. */
export async function listUnusedNumbers(
  { readBooks, shop: { region } }: RegisterContext,
  { from, to, page, pageSize }: PeriodPage,
) {
  const { unused } = await readBooks({ kind: "vat", region, from, to });
  return { rows: pageOf(unused, page, pageSize), total: unused.length };
}

/** A page of the tax invoices that the shop wrote for members, and their credit notes, in ledger order, and the sums of all. */
export async function listSelfBilled(
  { readDb, shop: { region } }: Pick<Caller, "readDb" | "shop">,
  { from, to, page, pageSize }: PeriodPage,
) {
  const calendar = await getCalendar(readDb, region);
  const documents = await readSelfBilledRegister(readDb, calendar, { from, to });
  return {
    isClosed: closingOf(calendar, to.slice(0, 7)) !== null,
    currency: calendar.currency,
    rows: pageOf(documents, page, pageSize),
    total: documents.length,
    sums: selfBilledSumsOf(documents),
  };
}

function pageOf<Row>(rows: readonly Row[], page: number, pageSize: number): readonly Row[] {
  return rows.slice((page - 1) * pageSize, page * pageSize);
}

/** CSV files: the documents of a period, the unused numbers, and, where the region has any, the self-billed documents. */
export async function writeDocumentFiles(
  { readDb, readBooks, shop: { region } }: FileContext,
  { from, to }: VatPeriod,
) {
  const { calendar, documents, unused } = await readBooks({ kind: "vat", region, from, to });
  const selfBilled = await readSelfBilledRegister(readDb, calendar, { from, to });
  const name = `${from}-to-${to}.csv`;
  return [
    { name: `documents-${name}`, text: registerFile(registerRowsOf(documents), region) },
    { name: `unused-numbers-${name}`, text: unusedNumbersFile(unused) },
    ...(hasVat[region]
      ? [{ name: `self-billed-${name}`, text: selfBilledFile(selfBilled, calendar.currency) }]
      : []),
  ];
}

/** All rows are in memory at the same time. */
const rowsMax = 50_000;

/**
 * The same as a workbook with a sheet for each.
 *
 * @throws DomainError export.too-long
 */
export async function writeDocumentWorkbook(
  { readDb, readBooks, shop: { region } }: FileContext,
  { from, to }: VatPeriod,
): Promise<Buffer> {
  const { calendar, documents, unused } = await readBooks({ kind: "vat", region, from, to });
  const selfBilled = await readSelfBilledRegister(readDb, calendar, { from, to });
  if ([documents, unused, selfBilled].some(({ length }) => length > rowsMax))
    throw new DomainError("export.too-long");
  return writeWorkbook([
    sheetOf("Documents", documentColumns(region), registerRowsOf(documents)),
    sheetOf("Unused numbers", unusedColumns, unused),
    ...(hasVat[region]
      ? [sheetOf("Self-billed", selfBilledColumns(calendar.currency), selfBilled)]
      : []),
  ]);
}

function documentColumns(region: Region): readonly SheetColumn<RegisterRow>[] {
  const headings = taxHeadings[region];
  return [
    { kind: "text", header: "Document", width: 14, value: ({ number }) => number },
    { kind: "text", header: "Kind", width: 32, value: ({ kind }) => documentWords[kind] },
    { kind: "day", header: "Date", width: 14, value: ({ postingDate }) => postingDate },
    {
      kind: "day",
      header: "Late, of",
      width: 14,
      value: ({ ownDay, postingDate }) => (ownDay === postingDate ? null : ownDay),
    },
    { kind: "id", header: "Order", width: 10, value: ({ orderNumber }) => orderNumber },
    { kind: "text", header: "Buyer", width: 12, value: ({ buyer }) => buyer },
    { kind: "text", header: "Rate", width: 8, value: ({ vatBps }) => rateInWords(vatBps) },
    { kind: "money", header: headings.incl, width: 14, value: ({ gross }) => gross },
    { kind: "money", header: headings.excl, width: 14, value: ({ net }) => net },
    { kind: "money", header: headings.tax, width: 14, value: ({ vat }) => vat },
    { kind: "text", header: "Currency", width: 10, value: ({ currency }) => currency },
  ];
}

const unusedColumns: readonly SheetColumn<UnusedNumber>[] = [
  { kind: "id", header: "Order", width: 10, value: ({ orderNumber }) => orderNumber },
  { kind: "id", header: "Last order", width: 10, value: ({ lastNumber }) => lastNumber },
  { kind: "day", header: "Placed", width: 14, value: ({ ownDay }) => ownDay },
  { kind: "text", header: "Reason", width: 14, value: ({ reason }) => reason },
];

function selfBilledColumns(currency: Currency): readonly SheetColumn<SelfBilledRow>[] {
  return [
    { kind: "text", header: "Document", width: 14, value: ({ number }) => number },
    { kind: "text", header: "Kind", width: 14, value: ({ kind }) => documentWords[kind] },
    { kind: "day", header: "Date", width: 14, value: ({ postingDate }) => postingDate },
    {
      kind: "day",
      header: "Late, of",
      width: 14,
      value: ({ ownDay, postingDate }) => (ownDay === postingDate ? null : ownDay),
    },
    { kind: "id", header: "Member number", width: 10, value: ({ memberId }) => memberId },
    { kind: "text", header: "Name", width: 28, value: ({ supplier }) => supplier?.name ?? "" },
    {
      kind: "text",
      header: "VAT number",
      width: 14,
      value: ({ supplier }) => supplier?.vatNumber ?? "",
    },
    {
      kind: "text",
      header: "Credited invoice",
      width: 14,
      value: ({ creditedInvoice }) => creditedInvoice ?? "",
    },
    { kind: "text", header: "Rate", width: 8, value: ({ vatBps }) => rateInWords(vatBps) },
    { kind: "money", header: "Incl. VAT", width: 14, value: ({ gross }) => gross },
    { kind: "money", header: "Excl. VAT", width: 14, value: ({ net }) => net },
    { kind: "money", header: "VAT", width: 14, value: ({ vat }) => vat },
    { kind: "text", header: "Currency", width: 10, value: () => currency },
  ];
}
