import type { AuditAction } from "@portal/shared/platform/audit-actions.ts";
import type { Caller } from "../../caller.ts";
import type { Database, Tx } from "../db/database.ts";

/** What somebody did to somebody: ids and what it was about, never a name, a number or a secret. */
export type AuditEntry = Readonly<{
  action: AuditAction;
  subjectId?: number | null;
  target?: string | null;
  details?: object;
}>;

type Actor = Pick<Caller, "user" | "impersonatedById" | "now">;

/** Written in the transaction of what it tells of, so that neither can be there without the other. */
export async function insertAudit(
  db: Database | Tx,
  { user, impersonatedById, now }: Actor,
  entry: AuditEntry,
): Promise<void> {
  await db
    .insertInto("audit_entry")
    .values({
      at: now(),
      actor_id: user?.id ?? null,
      impersonated_by_id: impersonatedById,
      subject_id: entry.subjectId ?? null,
      action: entry.action,
      target: entry.target ?? null,
      details: JSON.stringify(entry.details ?? {}),
    })
    .execute();
}
