import type { Role } from "@portal/shared/roles.ts";
import type { AccessLogQuestion } from "@portal/shared/uploads.ts";
import type { Page } from "@portal/shared/paging.ts";
import { sql } from "kysely";
import type { ReadDatabase } from "../../db/database.ts";

export type AccessEntry = {
  id: number;
  at: string;
  userId: number;
  name: string;
  role: Role;
  /** How often this person opened it in all. */
  timesInAll: number;
};
export type AccessLog = Page<AccessEntry> & { people: number };

/** Who opened an upload and when, the latest first. */
export async function listAccess(
  db: ReadDatabase,
  { id, page, pageSize }: AccessLogQuestion,
): Promise<AccessLog> {
  const { total, people } = await db
    .selectFrom("upload_access")
    .select([
      sql<number>`count(*)::int`.as("total"),
      sql<number>`count(distinct user_id)::int`.as("people"),
    ])
    .where("upload_id", "=", id)
    .executeTakeFirstOrThrow();
  const rows = await entriesOf(db, id)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return { rows, total, people };
}

/** All of them, for a file. */
export async function listAllAccess(db: ReadDatabase, id: number): Promise<AccessEntry[]> {
  return entriesOf(db, id).execute();
}

function entriesOf(db: ReadDatabase, id: number) {
  return db
    .selectFrom("upload_access")
    .innerJoin("account", "account.id", "upload_access.user_id")
    .select([
      ...(["upload_access.id", "upload_access.at", "account.role"] as const),
      "upload_access.user_id as userId",
      sql<string>`trim(account.first_name || ' ' || account.last_name)`.as("name"),
      sql<number>`(
        select count(*)::int from upload_access other
        where other.upload_id = upload_access.upload_id
          and other.user_id = upload_access.user_id)`.as("timesInAll"),
    ])
    .where("upload_access.upload_id", "=", id)
    .orderBy("upload_access.at", "desc")
    .orderBy("upload_access.id", "desc");
}
