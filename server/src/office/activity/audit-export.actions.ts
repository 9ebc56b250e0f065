import { auditTitle, detailWords, targetWords } from "@portal/shared/office/audit-words.ts";
import type { AuditQuestion } from "@portal/shared/people/users/user-list.ts";
import { instantInWords } from "@portal/shared/platform/calendar.ts";
import type { Caller } from "../../caller.ts";
import { type SheetColumn, writeListFile } from "../../gateways/sheets/sheets.ts";
import { type AuditRow, findEntries } from "../../platform/audit/audit.queries.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import { loadRegion } from "../../platform/db/region.queries.ts";

/**
 * The audit log with the filters of the screen, newest first, as a workbook. The search text is not in the audit entry,
 * because it may be a person's name.
 *
 * @throws DomainError export.too-long
 */
export async function exportAudit(caller: Caller, query: AuditQuestion): Promise<Buffer> {
  const { search, ...details } = query;
  const { timeZone } = await loadRegion(caller.readDb, caller.shop.region);
  const file = await writeListFile(
    "Audit log",
    columnsIn(timeZone),
    (max) => findEntries(caller, query, max),
    { ...details, search, "exported at": instantInWords(caller.now(), timeZone) },
  );
  await insertAudit(caller.db, caller, { action: "audit.exported", target: null, details });
  return file;
}

/** An exact time has seconds, and its zone stands beside it. */
function columnsIn(timeZone: string): readonly SheetColumn<AuditRow>[] {
  return [
    { kind: "id", header: "Entry", width: 10, value: ({ id }) => id },
    { kind: "text", header: "When", width: 20, value: ({ at }) => instantInWords(at, timeZone) },
    { kind: "text", header: "When (UTC)", width: 26, value: ({ at }) => at },
    {
      kind: "text",
      header: "Person",
      width: 24,
      // An erased person has only the number.
      value: ({ actorId, actorName }) => (actorId === null ? "System" : actorName),
    },
    { kind: "id", header: "Person ID", width: 10, value: ({ actorId }) => actorId },
    {
      kind: "text",
      header: "Viewed by",
      width: 24,
      value: ({ impersonatedByName }) => impersonatedByName,
    },
    { kind: "text", header: "Action", width: 36, value: ({ action }) => auditTitle(action) },
    { kind: "text", header: "Affected person", width: 24, value: ({ subjectName }) => subjectName },
    { kind: "id", header: "Affected person ID", width: 10, value: ({ subjectId }) => subjectId },
    {
      kind: "text",
      header: "Record",
      width: 26,
      value: ({ target }) => (target === null ? null : targetWords(target, "whole")),
    },
    { kind: "text", header: "Details", width: 60, value: (row) => detailWords(row, timeZone) },
  ];
}
