import type { Readable } from "node:stream";
import type { SalesQuestion } from "@portal/shared/office/reports/sales-report.ts";
import type { SalesGroup } from "@portal/shared/office/reports/sales-terms.ts";
import type { UserQuestion } from "@portal/shared/people/users/user-list.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { dayOf, instantInWords } from "@portal/shared/platform/calendar.ts";
import { type Currency, formatMoney } from "@portal/shared/platform/money.ts";
import { nationalPhone } from "@portal/shared/platform/phones/phone-number.ts";
import { roleWords, stockistLevel } from "@portal/shared/platform/roles.ts";
import { type Region, regionWords, taxHeadings } from "@portal/shared/platform/region.ts";
import { sql } from "kysely";
import type { Caller } from "../../caller.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import {
  type SheetColumn,
  sheetOf,
  streamCsv,
  streamWorkbook,
  writeWorkbook,
} from "../../gateways/sheets/sheets.ts";
import { isListed, listAllUsers } from "../../people/users/user-list.queries.ts";
import type { ListedUser } from "../../people/users/user.queries.ts";
import { requireRecentAuthentication } from "../../platform/access/recent-authentication.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { isLive } from "../../platform/read-model/live-orders.ts";
import { type LateSale, listLateSales } from "./late-sales.queries.ts";
import {
  listAllSalesGroups,
  listUnitValues,
  readDelivery,
  readSalesTotals,
  type SalesRow,
  type SalesTotals,
} from "./sales-report.queries.ts";
import { loadRegion } from "../../platform/db/region.queries.ts";

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

const groupHeadings: Record<SalesGroup, string> = {
  product: "Product",
  level: "Level",
  person: "Person",
  region: "Region",
  month: "Month",
};
const levelWords = ["No seller", "Level 1", "Level 2", "Level 3", "Stockists"];

function salesColumns(groupBy: SalesGroup, region: Region): readonly SheetColumn<Line>[] {
  const headings = taxHeadings[region];
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
    { kind: "money", header: headings.excl, width: 16, value: ({ exclVat }) => exclVat },
    { kind: "money", header: headings.tax, width: 14, value: ({ vat }) => vat },
    { kind: "money", header: headings.incl, width: 16, value: ({ inclVat }) => inclVat },
  ];
}

const lateWords: Record<LateSale["type"], string> = {
  OrderPaid: "paid",
  PaymentRefunded: "refunded",
  PaymentUndone: "payment undone",
  OrderReassigned: "reassigned",
};

function nameOf(groupBy: SalesGroup, line: Line): string {
  if ("happenedOn" in line)
    return `Of these, recorded late: order ${line.orderNumber} ${lateWords[line.type]} on ${line.happenedOn}`;
  if (line.key === null) return line.sumOf;
  switch (groupBy) {
    case "level":
      return levelWords[Number(line.key)] ?? line.key;
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
  const { priceTax } = regionWords(caller.shop.region);
  const headings = taxHeadings[caller.shop.region];
  const units = await listUnitValues(caller.reportDb);
  const { timeZone } = await loadRegion(caller.reportDb, caller.shop.region);
  return [
    { what: "From", value: from },
    { what: "To", value: to },
    { what: "Grouped by", value: groupHeadings[groupBy] },
    ...Object.entries(filters).flatMap(([what, value]) =>
      value === undefined ? [] : [{ what: `Filter: ${what}`, value: String(value) }],
    ),
    { what: "Exported at", value: instantInWords(caller.now(), timeZone) },
    ...units.map(({ region: code, currency, unitValue }) => ({
      what: `Unit value, ${code}`,
      value: plainMoney(unitValue, currency),
    })),
    { what: "Total sales", value: `Units × fixed unit value, excl. ${priceTax}.` },
    { what: "Commissionable", value: `Goods excl. ${priceTax} that commission is calculated on.` },
    { what: "Charged", value: `Goods as charged, incl. ${priceTax}.` },
    {
      what: "Delivery",
      value: `Less what was refunded of it, incl. ${priceTax}. It is no product.`,
    },
    {
      what: `${headings.excl}, ${headings.tax}, ${headings.incl}`,
      value: `Charged and delivery: invoices less credit notes. Accounting has them by rate for a ${priceTax} return.`,
    },
    {
      what: "Recorded late",
      value:
        "Recorded after its month was closed: counted on the first day of the next open month.",
    },
    {
      what: "Refunds",
      value: `Refunds in this period, incl. ${priceTax}; already deducted from goods.`,
    },
  ];
}

function plainMoney(minor: number, currency: Currency): string {
  return formatMoney(minor, currency).replaceAll("\u00a0", " ");
}

export type ExportedFile = Readonly<{ fileName: string; content: Readable | Buffer }>;

/**
 * The list of customers as a workbook, for admins with the developer flag and recent authentication (docs/decisions.md, 23).
 * Audited before the first row is sent.
 *
 * @param query.password protects the file; it is stored nowhere
 */
export async function exportCustomers(
  caller: Caller,
  user: SignedInUser,
  query: Readonly<{ repeatOnly: boolean; password: string | null }>,
): Promise<ExportedFile> {
  await requireOfficeDeveloper(caller, user);
  const { repeatOnly, password } = query;
  const fileName = repeatOnly ? "customers-repeat.xlsx" : "customers.xlsx";
  await insertAudit(caller.db, caller, {
    action: "customers.exported",
    target: fileName,
    details: { isProtected: password !== null },
  });
  const rows = listExportedCustomers(caller.reportDb, caller.shop.region, repeatOnly);
  const sheet = sheetOf("Customers", columns, rows);
  const content =
    password === null ? streamWorkbook(sheet) : await writeWorkbook([sheet], password);
  return { fileName, content };
}

async function requireOfficeDeveloper(caller: Caller, user: SignedInUser): Promise<void> {
  if (user.role !== "admin" || !user.developer) throw new DomainError("access.forbidden");
  if (caller.impersonatedById !== null) throw new DomainError("access.not-while-impersonating");
  await requireRecentAuthentication(caller);
}

const columns: readonly SheetColumn<ExportedCustomer>[] = [
  { kind: "id", header: "ID", width: 8, value: ({ id }) => id },
  { kind: "text", header: "First name", width: 18, value: ({ firstName }) => firstName },
  { kind: "text", header: "Last name", width: 18, value: ({ lastName }) => lastName },
  { kind: "text", header: "Email", width: 30, value: ({ email }) => email },
  { kind: "text", header: "Cell", width: 16, value: ({ cell }) => phone(cell) },
  { kind: "text", header: "Alternate number", width: 16, value: (row) => phone(row.altNumber) },
  { kind: "text", header: "Company", width: 22, value: ({ company }) => company },
  { kind: "text", header: "Distributor", width: 22, value: ({ distributor }) => distributor },
  { kind: "day", header: "Registered", width: 13, value: ({ registeredOn }) => registeredOn },
  { kind: "day", header: "Last seen", width: 13, value: ({ lastSeenOn }) => lastSeenOn },
  { kind: "text", header: "Verified", width: 10, value: ({ verified }) => yesOrNo(verified) },
  { kind: "text", header: "Password set", width: 13, value: (row) => yesOrNo(row.hasPassword) },
  { kind: "whole", header: "Paid orders", width: 12, value: ({ orders }) => orders },
  { kind: "money", header: "Total paid", width: 14, value: ({ total }) => total },
  { kind: "text", header: "Currency", width: 10, value: ({ currency }) => currency },
  { kind: "day", header: "First order", width: 13, value: ({ firstOrderOn }) => firstOrderOn },
  { kind: "day", header: "Last order", width: 13, value: ({ lastOrderOn }) => lastOrderOn },
];

function phone(stored: string | null): string | null {
  return stored === null ? null : nationalPhone(stored);
}

function yesOrNo(is: boolean): string {
  return is ? "Yes" : "No";
}

/** Never contains a password, a hash or a link (docs/decisions.md, 23). */
type ExportedCustomer = {
  id: number;
  firstName: string;
  lastName: string;
  email: string;
  cell: string | null;
  altNumber: string | null;
  company: string | null;
  distributor: string | null;
  /** Days in the shop's time zone. */
  registeredOn: string;
  lastSeenOn: string | null;
  verified: boolean;
  hasPassword: boolean;
  /** Paid orders, and their total less refunds. */
  orders: number;
  total: number;
  currency: Currency | null;
  firstOrderOn: string | null;
  lastOrderOn: string | null;
};

const pageSize = 1000;
/** The paid orders that make a repeat customer. */
const repeatOrders = 2;

/** Active customers by id, one page in memory at a time. */
async function* listExportedCustomers(
  db: ReadDatabase,
  region: Region,
  repeatOnly: boolean,
): AsyncGenerator<ExportedCustomer> {
  for (let after = 0; ; ) {
    const page = await listPage(db, region, after);
    const last = page.at(-1);
    if (!last) return;
    for (const customer of page) if (!repeatOnly || customer.orders >= repeatOrders) yield customer;
    after = last.id;
  }
}

async function listPage(
  db: ReadDatabase,
  region: Region,
  after: number,
): Promise<ExportedCustomer[]> {
  const { rows } = await sql<ExportedCustomer>`
    select account.id, account.first_name as "firstName", account.last_name as "lastName",
      account.email, account.cell, account.alt_number as "altNumber", account.company,
      parent.first_name || ' ' || parent.last_name as distributor,
      ${dayInShop(sql`account.created_at`)} as "registeredOn",
      ${dayInShop(sql`account.last_seen_at`)} as "lastSeenOn",
      account.verified, account.password_hash is not null as "hasPassword",
      coalesce(bought.orders, 0) as orders, coalesce(bought.total, 0) as total, bought.currency,
      ${dayInShop(sql`bought.first_at`)} as "firstOrderOn", ${dayInShop(sql`bought.last_at`)} as "lastOrderOn"
    from (
      select id, first_name, last_name, email, cell, alt_number, company, created_at, last_seen_at,
        verified, password_hash, parent_id
      from account
      where role = 'customer' and id > ${after} and ${isListed} order by id limit ${pageSize}
    ) account
    join region on region.code = ${region}
    left join account parent on parent.id = account.parent_id
    left join lateral (
      select count(*)::integer as orders, sum(total - refunded)::bigint as total,
        min(currency) as currency, min(placed_at) as first_at, max(placed_at) as last_at
      from projection.order_state "order"
      where buyer_id = account.id and ${isLive()} and paid_at is not null
      having count(*) > 0
    ) bought on true
    order by account.id`.execute(db);
  return rows;
}

function dayInShop(instant: ReturnType<typeof sql>) {
  return sql`(${instant} at time zone region.time_zone)::date`;
}

/**
 * The filtered or selected users as a workbook, for admins with recent authentication. Audited before the first row is
 * sent, without the search text, which may be a person's name.
 *
 * @throws DomainError access.not-while-impersonating, access.password-needed
 */
export async function exportUsers(
  caller: Caller,
  user: SignedInUser,
  query: UserQuestion,
): Promise<Readable> {
  if (caller.impersonatedById !== null) throw new DomainError("access.not-while-impersonating");
  await requireRecentAuthentication(caller);
  const { search: _search, sort: _sort, ids, ...filter } = query;
  const details = ids ? { chosen: ids.length } : filter;
  await insertAudit(caller.db, caller, { action: "users.exported", target: null, details });
  const { timeZone } = await loadRegion(caller.reportDb, caller.shop.region);
  const rows = listAllUsers(caller.reportDb, user, query);
  return streamWorkbook(sheetOf("Users", userColumns(timeZone), rows));
}

function userColumns(timeZone: string): readonly SheetColumn<ListedUser>[] {
  const day = (instant: string | null) => (instant === null ? null : dayOf(instant, timeZone));
  return [
    { kind: "id", header: "ID", width: 8, value: ({ id }) => id },
    { kind: "text", header: "First name", width: 18, value: ({ firstName }) => firstName },
    { kind: "text", header: "Last name", width: 18, value: ({ lastName }) => lastName },
    { kind: "text", header: "Email", width: 30, value: ({ email }) => email },
    { kind: "text", header: "Cell", width: 16, value: ({ cell }) => cell && nationalPhone(cell) },
    { kind: "text", header: "Role", width: 12, value: ({ role }) => roleWords[role] },
    {
      kind: "id",
      header: "Level",
      width: 8,
      // As on the screen, where a stockist has none.
      value: ({ level }) => (level === stockistLevel ? null : level),
    },
    { kind: "whole", header: "Margin %", width: 10, value: ({ stockistMargin }) => stockistMargin },
    { kind: "text", header: "Parent", width: 24, value: ({ parentName }) => parentName },
    { kind: "text", header: "Code", width: 12, value: ({ code }) => code },
    { kind: "text", header: "Area", width: 18, value: ({ area }) => area },
    { kind: "text", header: "Company", width: 22, value: ({ company }) => company },
    { kind: "text", header: "Status", width: 14, value: stateOf },
    { kind: "day", header: "Created", width: 14, value: ({ dateCreated }) => day(dateCreated) },
    { kind: "day", header: "Last seen", width: 14, value: ({ lastSeenAt }) => day(lastSeenAt) },
  ];
}

/** As the list of users shows it. */
function stateOf({ active, verified }: ListedUser): string {
  if (!active) return "Deleted";
  return verified ? "Active" : "Not verified";
}
