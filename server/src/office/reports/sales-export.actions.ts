import type { SalesQuestion } from "@portal/shared/office/reports/sales-report.ts";
import { salesFigures, salesFigureWords } from "@portal/shared/office/reports/sales-figures.ts";
import {
  saleFactWords,
  type SalesGroup,
  salesGroupWords,
  salesLevelWord,
} from "@portal/shared/office/reports/sales-terms.ts";
import { instantInWords } from "@portal/shared/platform/calendar.ts";
import { type Currency, formatMoney } from "@portal/shared/platform/money.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import type { Caller } from "../../caller.ts";
import {
  type ExportedFile,
  type SheetColumn,
  sheetOf,
  streamCsv,
  writeWorkbook,
} from "../../gateways/sheets/sheets.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { loadRegion } from "../../platform/db/region.queries.ts";
import { type LateSale, listLateSales } from "./late-sales.queries.ts";
import {
  listAllSalesGroups,
  listUnitValues,
  readDelivery,
  readSalesTotals,
  type SalesRow,
  type SalesTotals,
} from "./sales-report.queries.ts";

/**
 * All rows of the report with the totals at its end, as CSV, or as a workbook with the query on a second sheet. The search
 * text is left out of the audit, because it may be a person's name.
 */
export async function exportSales(
  caller: Caller,
  format: "xlsx" | "csv",
  query: SalesQuestion,
): Promise<ExportedFile> {
  const { search: _search, sort: _sort, ...details } = query;
  await insertAudit(caller.db, caller, {
    action: "sales-report.exported",
    target: format,
    details,
  });
  const { reportDb } = caller;
  const [rows, delivery, totals, late] = await Promise.all([
    listAllSalesGroups(reportDb, query),
    readDelivery(reportDb, query),
    readSalesTotals(reportDb, query),
    listLateSales(reportDb, query, lateMax),
  ]);
  const lines: Line[] = [
    ...rows,
    ...delivery.map((sums) => ({ ...sums, key: null, sumOf: "Delivery" }) as const),
    ...totals.map((total) => ({ ...total, key: null, sumOf: "Total" }) as const),
    ...late.rows,
  ];
  const sheet = sheetOf("Sales", salesColumns(query.groupBy, caller.shop.region), lines);
  const fileName = `sales-${query.from}-to-${query.to}.${format}`;
  if (format === "csv") return { fileName, content: streamCsv(sheet) };
  const about = sheetOf("About", aboutColumns, await aboutLines(caller, query));
  return { fileName, content: await writeWorkbook([sheet, about]) };
}

/** More than a month has. */
const lateMax = 10_000;

/** A group, delivery beside products, the totals, or a late fact that they include. */
type Line = SalesRow | (SalesTotals & { key: null; sumOf: "Delivery" | "Total" }) | LateSale;

function salesColumns(groupBy: SalesGroup, region: Region): readonly SheetColumn<Line>[] {
  const words = salesFigureWords(region);
  return [
    {
      kind: "text",
      header: salesGroupWords[groupBy],
      width: 30,
      value: (line) => nameOf(groupBy, line),
    },
    { kind: "text", header: "Number", width: 10, value: (line) => numberOf(groupBy, line) },
    { kind: "text", header: "Currency", width: 10, value: ({ currency }) => currency },
    ...salesFigures.map((figure) => ({
      kind: words[figure].kind,
      header: words[figure].heading,
      width: 16,
      value: (line: Line) => line[figure],
    })),
  ];
}

function nameOf(groupBy: SalesGroup, line: Line): string {
  if ("happenedOn" in line)
    return `Of these, recorded late: order ${line.orderNumber} ${saleFactWords[line.type]} on ${line.happenedOn}`;
  if (line.key === null) return line.sumOf;
  switch (groupBy) {
    case "level":
      return salesLevelWord(Number(line.key));
    case "person":
      return line.key === "0" ? "No seller" : (line.name ?? "Erased");
    case "product":
      return line.name ?? "Removed product";
    case "month":
      return line.key.slice(0, 7);
    case "region":
      return line.key;
  }
}

function numberOf(groupBy: SalesGroup, line: Line): string | null {
  if ("happenedOn" in line) return null;
  const { key } = line;
  const isNumbered = groupBy === "product" || (groupBy === "person" && key !== "0");
  return isNumbered ? key : null;
}

type About = { what: string; value: string };
const aboutColumns: readonly SheetColumn<About>[] = [
  { kind: "text", header: "What", width: 24, value: ({ what }) => what },
  { kind: "text", header: "Value", width: 60, value: ({ value }) => value },
];

/** The query, and the meaning of the columns. */
async function aboutLines(caller: Caller, query: SalesQuestion): Promise<About[]> {
  const { from, to, groupBy, region, role, sellerId, productId, method, search } = query;
  const filters = { region, role, sellerId, productId, method, search };
  const words = salesFigureWords(caller.shop.region);
  const units = await listUnitValues(caller.reportDb);
  const { timeZone } = await loadRegion(caller.reportDb, caller.shop.region);
  return [
    { what: "From", value: from },
    { what: "To", value: to },
    { what: "Grouped by", value: salesGroupWords[groupBy] },
    ...Object.entries(filters).flatMap(([what, value]) =>
      value === undefined ? [] : [{ what: `Filter: ${what}`, value: String(value) }],
    ),
    { what: "Exported at", value: instantInWords(caller.now(), timeZone) },
    ...units.map(({ region: code, currency, unitValue }) => ({
      what: `Unit value, ${code}`,
      value: plainMoney(unitValue, currency),
    })),
    ...salesFigures.flatMap((figure) => {
      const { heading, meaning } = words[figure];
      return meaning === undefined ? [] : [{ what: heading, value: meaning }];
    }),
    {
      what: "Recorded late",
      value:
        "Recorded after its month was closed: counted on the first day of the next open month.",
    },
  ];
}

function plainMoney(minor: number, currency: Currency): string {
  return formatMoney(minor, currency).replaceAll("\u00a0", " ");
}
