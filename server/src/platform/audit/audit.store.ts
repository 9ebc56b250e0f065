import type { AuditAction } from "@portal/shared/platform/audit-actions.ts";
import type { Caller } from "../../caller.ts";
import type { Database, Tx } from "../db/database.ts";

/** Holds ids only, never a name, a phone number or a secret. */
export type AuditEntry = Readonly<{
  action: AuditAction;
  subjectId?: number | null;
  target?: string | null;
  details?: object;
}>;

type Actor = Pick<Caller, "impersonatedById" | "now"> &
  Readonly<{ user: Readonly<{ id: number }> | null }>;

/** For what somebody does to the own account by a link or a code, outside of a session or within that of another. */
export function ownerAsActor(caller: Actor, userId: number): Actor {
  return caller.user?.id === userId
    ? caller
    : { user: { id: userId }, impersonatedById: null, now: caller.now };
}

/** To be called in the transaction of the change, so that neither exists without the other. */
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
