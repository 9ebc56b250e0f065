import { type Currency, formatMoney } from "@portal/shared/platform/money.ts";
import type { SalesQuestion } from "@portal/shared/office/reports/sales-report.ts";
import type { SalesGroup } from "@portal/shared/office/reports/sales-terms.ts";
import type { Caller } from "../../caller.ts";
import type { SheetColumn } from "../../gateways/sheets/sheet-cells.ts";
import { sheetOf, streamCsv, writeWorkbook } from "../../gateways/sheets/sheets.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import type { ExportedFile } from "./customer-export.actions.ts";
import {
  listAllSalesGroups,
  listUnitValues,
  readSalesTotals,
  type SalesRow,
  type SalesTotals,
} from "./sales-report.queries.ts";

/**
 * The report as it is on the screen, all of its rows, with the totals at its end; as a workbook with
 * what was asked for on a sheet of its own, or as plain text. The words that were searched for stay out
 * of the audit: they may be a person's name.
 */
export async function exportSales(
  caller: Caller,
  format: "xlsx" | "csv",
  asked: SalesQuestion,
): Promise<ExportedFile> {
  const { search: _search, sort: _sort, ...told } = asked;
  await insertAudit(caller.db, caller, {
    action: "sales-report.exported",
    target: format,
    details: told,
  });
  const { readDb } = caller;
  const [rows, totals] = await Promise.all([
    listAllSalesGroups(readDb, asked),
    readSalesTotals(readDb, asked),
  ]);
  const lines: Line[] = [...rows, ...totals.map((total) => ({ ...total, key: null }))];
  const sheet = sheetOf("Sales", columnsOf(asked.groupBy), lines);
  const fileName = `sales-${asked.from}-to-${asked.to}.${format}`;
  if (format === "csv") return { fileName, content: streamCsv(sheet) };
  const about = sheetOf("About", aboutColumns, await aboutLines(caller, asked));
  return { fileName, content: await writeWorkbook([sheet, about]) };
}

type Line = SalesRow | (SalesTotals & { key: null });

const groupHeadings: Record<SalesGroup, string> = {
  product: "Product",
  level: "Level",
  person: "Person",
  region: "Region",
  month: "Month",
};
const levelWords = ["House", "Level 1", "Level 2", "Level 3", "Stockists"];

function columnsOf(groupBy: SalesGroup): readonly SheetColumn<Line>[] {
  return [
    {
      kind: "text",
      header: groupHeadings[groupBy],
      width: 30,
      value: (line) => nameOf(groupBy, line),
    },
    { kind: "text", header: "Number", width: 10, value: (line) => numberOf(groupBy, line) },
    { kind: "text", header: "Currency", width: 10, value: ({ currency }) => currency },
    { kind: "whole", header: "Orders", width: 10, value: ({ orders }) => orders },
    { kind: "whole", header: "Units", width: 10, value: ({ units }) => units },
    { kind: "money", header: "Total sales", width: 16, value: ({ totalSales }) => totalSales },
    { kind: "money", header: "Commissionable", width: 16, value: (line) => line.commissionable },
    { kind: "money", header: "Charged", width: 16, value: ({ charged }) => charged },
    { kind: "money", header: "Delivery", width: 14, value: ({ delivery }) => delivery },
    { kind: "money", header: "Refunds", width: 14, value: ({ refunds }) => refunds },
  ];
}

function nameOf(groupBy: SalesGroup, line: Line): string {
  if (line.key === null) return "Total";
  switch (groupBy) {
    case "level":
      return levelWords[Number(line.key)] ?? line.key;
    case "person":
      return line.key === "0" ? "House" : (line.name ?? "Erased");
    case "product":
      return line.name ?? "Removed product";
    case "month":
      return line.key.slice(0, 7);
    case "region":
      return line.key;
  }
}

function numberOf(groupBy: SalesGroup, { key }: Line): string | null {
  const isNumbered = groupBy === "product" || (groupBy === "person" && key !== "0");
  return isNumbered ? key : null;
}

type About = { what: string; value: string };
const aboutColumns: readonly SheetColumn<About>[] = [
  { kind: "text", header: "What", width: 24, value: ({ what }) => what },
  { kind: "text", header: "Value", width: 60, value: ({ value }) => value },
];

/** What was asked for, and what the columns mean. */
async function aboutLines(caller: Caller, asked: SalesQuestion): Promise<About[]> {
  const { from, to, groupBy, region, role, sellerId, productId, method, search } = asked;
  const filters = { region, role, sellerId, productId, method, search };
  const units = await listUnitValues(caller.readDb);
  return [
    { what: "From", value: from },
    { what: "To", value: to },
    { what: "Grouped by", value: groupHeadings[groupBy] },
    ...Object.entries(filters).flatMap(([what, value]) =>
      value === undefined ? [] : [{ what: `Filter: ${what}`, value: String(value) }],
    ),
    { what: "Written at", value: caller.now() },
    ...units.map(({ region: code, currency, unitValue }) => ({
      what: `Unit value, ${code}`,
      value: plainMoney(unitValue, currency),
    })),
    { what: "Total sales", value: "Units at the unit value, without VAT." },
    { what: "Commissionable", value: "Goods without VAT, as commission is reckoned on." },
    { what: "Charged", value: "Goods as charged, VAT included." },
    { what: "Refunds", value: "Given back in these days; the goods of it are off already." },
  ];
}

function plainMoney(minor: number, currency: Currency): string {
  return formatMoney(minor, currency).replaceAll("\u00a0", " ");
}
