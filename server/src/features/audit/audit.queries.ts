import type { Page } from "@portal/shared/paging.ts";
import type { ListAudit } from "@portal/shared/users/user-list.ts";
import type { ReadDatabase } from "../../db/database.ts";

export type AuditRow = {
  id: number;
  at: string;
  actorId: number | null;
  actorName: string | null;
  /** The admin who was the actor for a while. */
  impersonatedByName: string | null;
  subjectId: number | null;
  subjectName: string | null;
  action: string;
  target: string | null;
  details: Record<string, unknown>;
};

export type AuditList = Page<AuditRow> & {
  /** Every action that there is, for the filter. */
  actions: string[];
};

export async function listAudit(_db: ReadDatabase, _input: ListAudit): Promise<AuditList> {
  throw new Error("not built yet");
}
