import type { AccessLogQuestion } from "@portal/shared/office/uploads.ts";
import { type InferResult, sql } from "kysely";
import { everyWord, isNamed } from "../../platform/db/list-filters.ts";
import type { ReadDatabase } from "../../platform/db/database.ts";

export type AccessEntry = InferResult<ReturnType<typeof entriesOf>>[number];

/** A page of the access log of an upload, and the number of different users in it. Searches by name. */
export async function listAccess(
  db: ReadDatabase,
  { id, page, pageSize, search, sort }: AccessLogQuestion,
) {
  const { total, people } = await accessesOf(db, id, search)
    .select([
      sql<number>`count(*)::int`.as("total"),
      sql<number>`count(distinct upload_access.user_id)::int`.as("people"),
    ])
    .executeTakeFirstOrThrow();
  const rows = await entriesOf(db, id, search)
    .orderBy(sort.by === "name" ? "name" : "upload_access.at", sort.direction)
    .orderBy("upload_access.id", "desc")
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return { rows, total, people };
}

/** For exports, the latest first. */
export async function listAllAccess(db: ReadDatabase, id: number): Promise<AccessEntry[]> {
  return entriesOf(db, id)
    .orderBy("upload_access.at", "desc")
    .orderBy("upload_access.id", "desc")
    .execute();
}

function accessesOf(db: ReadDatabase, id: number, search?: string) {
  const accesses = db
    .selectFrom("upload_access")
    .innerJoin("account", "account.id", "upload_access.user_id")
    .where("upload_access.upload_id", "=", id);
  return search ? accesses.where(everyWord(search, (word) => isNamed("account", word))) : accesses;
}

function entriesOf(db: ReadDatabase, id: number, search?: string) {
  return accessesOf(db, id, search).select([
    "upload_access.id",
    "upload_access.at",
    "account.role",
    "upload_access.user_id as userId",
    fullName.as("name"),
    sql<number>`(
        select count(*)::int from upload_access other
        where other.upload_id = upload_access.upload_id
          and other.user_id = upload_access.user_id)`.as("timesInAll"),
  ]);
}

const fullName = sql<string>`trim(account.first_name || ' ' || account.last_name)`;
