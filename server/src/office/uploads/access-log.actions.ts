import type { Readable } from "node:stream";
import { openCategories } from "@portal/shared/office/uploads.ts";
import { DomainError } from "@portal/shared/platform/domain-error.ts";
import { instantInWords } from "@portal/shared/platform/calendar.ts";
import { roleWords } from "@portal/shared/platform/roles.ts";
import { loadRegion } from "../../platform/db/region.queries.ts";
import { sql } from "kysely";
import type { Caller } from "../../caller.ts";
import type { SignedInUser } from "../../platform/access/signed-in.ts";
import { type SheetColumn, sheetOf, streamCsv } from "../../gateways/sheets/sheets.ts";
import { insertAudit } from "../../platform/audit/audit.store.ts";
import type { Database } from "../../platform/db/database.ts";
import { findUpload, type StoredUpload } from "../../platform/files/upload.store.ts";
import { type AccessEntry, listAllAccess } from "./access-log.queries.ts";

type Context = Pick<Caller, "db" | "impersonatedById" | "now">;

/**
 * Logs that a user opens an upload (specification, section 7, "Log video access"), except while an admin impersonates the
 * user.
 *
 * @throws DomainError upload.unknown, also for a category that the user has no access to
 */
export async function logAccess(
  context: Context,
  user: SignedInUser,
  id: number,
): Promise<{ id: number }> {
  const upload = await findUpload(context.db, id);
  requireOpenTo(user, upload);
  if (context.impersonatedById === null)
    await insertAccess(context.db, { uploadId: id, userId: user.id, at: context.now() });
  return { id };
}

/** @throws DomainError access.sign-in-required for a guest, upload.unknown for a user without access to the category */
export function requireOpenTo(user: SignedInUser | null, { category }: StoredUpload): void {
  if (openCategories(user?.role ?? null).includes(category)) return;
  throw new DomainError(user ? "upload.unknown" : "access.sign-in-required");
}

/** The access log as CSV. It contains names, so the export is audited. */
export async function exportAccessLog(
  caller: Pick<Caller, "db" | "readDb" | "user" | "impersonatedById" | "now" | "shop">,
  id: number,
): Promise<{ fileName: string; content: Readable }> {
  await findUpload(caller.db, id);
  const action = "upload.access-log-exported";
  await insertAudit(caller.db, caller, { action, target: `upload ${id}` });
  const rows = await listAllAccess(caller.readDb, id);
  const { timeZone } = await loadRegion(caller.readDb, caller.shop.region);
  return {
    fileName: `access-log-${id}.csv`,
    content: streamCsv(sheetOf("Access log", columnsOf(timeZone), rows)),
  };
}

function columnsOf(timeZone: string): readonly SheetColumn<AccessEntry>[] {
  return [
    { kind: "text", header: "Date", width: 22, value: ({ at }) => instantInWords(at, timeZone) },
    { kind: "id", header: "User ID", width: 10, value: ({ userId }) => userId },
    { kind: "text", header: "Name", width: 28, value: ({ name }) => name },
    { kind: "text", header: "Role", width: 14, value: ({ role }) => roleWords[role] },
    { kind: "whole", header: "Count", width: 10, value: ({ timesInAll }) => timesInAll },
  ];
}

/** A player that restarts, or a PDF viewer that fetches further ranges, within this time is the same view. */
const sameViewSeconds = 60;

type Access = Readonly<{ uploadId: number; userId: number; at: string }>;

async function insertAccess(db: Database, { uploadId, userId, at }: Access): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Serialises concurrent requests of one view.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`view ${uploadId} ${userId}`}, 0))`.execute(
      tx,
    );
    await sql`
      insert into upload_access (upload_id, user_id, at)
      select ${uploadId}, ${userId}, ${at}::timestamptz
      where not exists (
        select from upload_access
        where upload_id = ${uploadId} and user_id = ${userId}
          and at > ${at}::timestamptz - make_interval(secs => ${sameViewSeconds}))`.execute(tx);
  });
}
