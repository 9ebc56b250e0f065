import type { Readable } from "node:stream";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { nationalPhone } from "@portal/shared/platform/phones/phone-number.ts";
import type { Caller, SignedInUser } from "../../caller.ts";
import { requirePasswordLately } from "../../platform/access/recent-authentication.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import type { SheetColumn } from "../../gateways/sheets/sheet-cells.ts";
import { sheetOf, streamWorkbook, writeWorkbook } from "../../gateways/sheets/sheets.ts";
import { type ExportedCustomer, listExportedCustomers } from "./customer-export.queries.ts";

export type ExportedFile = Readonly<{ fileName: string; content: Readable | Buffer }>;

/**
 * The list of customers as a workbook, for admins with the developer flag who typed their password
 * lately (docs/decisions.md, 23). What was taken is written down before the first row leaves.
 *
 * @param asked.password opens the file, where it is to be protected; it is kept nowhere
 */
export async function exportCustomers(
  caller: Caller,
  user: SignedInUser,
  asked: Readonly<{ repeatOnly: boolean; password: string | null }>,
): Promise<ExportedFile> {
  requireOfficeDeveloper(caller, user);
  const { repeatOnly, password } = asked;
  const fileName = repeatOnly ? "customers-repeat.xlsx" : "customers.xlsx";
  await insertAudit(caller.db, caller, {
    action: "customers.exported",
    target: fileName,
    details: { isProtected: password !== null },
  });
  const rows = listExportedCustomers(caller.readDb, caller.shop.region, repeatOnly);
  const sheet = sheetOf("Customers", columns, rows);
  const content =
    password === null ? streamWorkbook(sheet) : await writeWorkbook([sheet], password);
  return { fileName, content };
}

function requireOfficeDeveloper(caller: Caller, user: SignedInUser): void {
  if (user.role !== "admin" || !user.developer) throw new DomainError("access.forbidden");
  if (caller.impersonatedById !== null) throw new DomainError("access.not-while-impersonating");
  requirePasswordLately(caller);
}

const columns: readonly SheetColumn<ExportedCustomer>[] = [
  { kind: "whole", header: "Id", width: 8, value: ({ id }) => id },
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
  { kind: "money", header: "Paid in all", width: 14, value: ({ total }) => total },
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
