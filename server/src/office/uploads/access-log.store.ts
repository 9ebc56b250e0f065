import { sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";

/** A player that starts again, or a browser that asks twice, is the same view. */
const sameViewSeconds = 60;

export type Access = Readonly<{ uploadId: number; userId: number; at: string }>;

/** Notes that somebody opened something, once for each view. */
export async function insertAccess(db: Database, { uploadId, userId, at }: Access): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Two requests of one view at the same moment wait for each other.
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
