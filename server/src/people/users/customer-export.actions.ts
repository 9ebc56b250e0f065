import { DomainError } from "@portal/shared/platform/domain-error.ts";
import type { Currency } from "@portal/shared/platform/money.ts";
import { nationalPhone } from "@portal/shared/platform/phones/phone-number.ts";
import type { Region } from "@portal/shared/platform/region.ts";
import { sql } from "kysely";
import type { Caller } from "../../caller.ts";
import {
  type ExportedFile,
  type SheetColumn,
  sheetOf,
  streamWorkbook,
  writeWorkbook,
} from "../../gateways/sheets/sheets.ts";
import { requireRecentAuthentication } from "../../platform/access/recent-authentication.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";
import { isLive } from "../../platform/read-model/live-orders.ts";
import { isListed } from "./user-list.queries.ts";

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
