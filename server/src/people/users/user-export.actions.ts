import type { Readable } from "node:stream";
import type { UserQuestion } from "@portal/shared/people/users/user-list.ts";
import { dayOf } from "@portal/shared/platform/calendar.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { nationalPhone } from "@portal/shared/platform/phones/phone-number.ts";
import { roleWords, stockistLevel } from "@portal/shared/platform/roles.ts";
import type { Caller } from "../../caller.ts";
import { type SheetColumn, sheetOf, streamWorkbook } from "../../gateways/sheets/sheets.ts";
import { requireRecentAuthentication } from "../../platform/access/recent-authentication.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { loadRegion } from "../../platform/db/region.queries.ts";
import { listAllUsers } from "./user-list.queries.ts";
import type { ListedUser } from "./user.queries.ts";

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
