import { sql } from "kysely";
import type { ReadDatabase } from "../../platform/db/database.ts";

/** The last settlements that were uploaded, newest first. */
export function listSettlementFiles(db: ReadDatabase) {
  return db
    .selectFrom("settlement_file as file")
    .leftJoin("account as uploader", "uploader.id", "file.uploaded_by")
    .select([
      "file.id",
      "file.name",
      "file.from_day as from",
      "file.to_day as to",
      "file.uploaded_at as uploadedAt",
      sql<string | null>`uploader.first_name || ' ' || uploader.last_name`.as("uploadedByName"),
    ])
    .orderBy("file.id", "desc")
    .limit(50)
    .execute();
}
