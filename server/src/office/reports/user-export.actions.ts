import type { Readable } from "node:stream";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { dayOf } from "@portal/shared/platform/local-time.ts";
import { nationalPhone } from "@portal/shared/platform/phones/phone-number.ts";
import type { UserQuestion } from "@portal/shared/people/users/user-list.ts";
import type { Caller, SignedInUser } from "../../caller.ts";
import type { SheetColumn } from "../../gateways/sheets/sheet-cells.ts";
import { sheetOf, streamWorkbook } from "../../gateways/sheets/sheets.ts";
import { requirePasswordLately } from "../../platform/access/recent-authentication.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { getShopCalendar } from "../../catalogue/shop-settings/settings.queries.ts";
import { listAllUsers } from "../../people/users/user-list.queries.ts";
import type { ListedUser } from "../../people/users/user-row.queries.ts";

/**
 * The people of a filter, or those who were chosen, as a workbook with what the list shows of each: for
 * admins who typed their password lately. What was taken is written down before the first row leaves,
 * without the words that were searched for, which may be a person's name.
 *
 * @throws DomainError access.not-while-impersonating, access.password-needed
 */
export async function exportUsers(
  caller: Caller,
  user: SignedInUser,
  asked: UserQuestion,
): Promise<Readable> {
  if (caller.impersonatedById !== null) throw new DomainError("access.not-while-impersonating");
  requirePasswordLately(caller);
  const { search: _search, ids, ...filter } = asked;
  const details = ids ? { chosen: ids.length } : filter;
  await insertAudit(caller.db, caller, { action: "users.exported", target: null, details });
  const { timeZone } = await getShopCalendar(caller.readDb, caller.shop.region);
  const rows = listAllUsers(caller.readDb, user, asked);
  return streamWorkbook(sheetOf("Users", columnsOf(timeZone), rows));
}

function columnsOf(timeZone: string): readonly SheetColumn<ListedUser>[] {
  const day = (instant: string | null) => (instant === null ? null : dayOf(instant, timeZone));
  return [
    { kind: "whole", header: "Id", width: 8, value: ({ id }) => id },
    { kind: "text", header: "First name", width: 18, value: ({ firstName }) => firstName },
    { kind: "text", header: "Last name", width: 18, value: ({ lastName }) => lastName },
    { kind: "text", header: "Email", width: 30, value: ({ email }) => email },
    { kind: "text", header: "Cell", width: 16, value: ({ cell }) => cell && nationalPhone(cell) },
    { kind: "text", header: "Role", width: 12, value: ({ role }) => role },
    { kind: "whole", header: "Level", width: 8, value: ({ level }) => level },
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

/** In the words of the list. */
function stateOf({ active, verified }: ListedUser): string {
  if (!active) return "Deleted";
  return verified ? "Active" : "Not verified";
}
