import { type Kysely, sql } from "kysely";

/**
 * How long a video runs. Its poster is kept like a picture's sizes, in `upload_size`, so that nothing
 * else has to know of it when it is removed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table upload add column seconds integer check (seconds > 0)`.execute(db);
  await sql`
    alter table upload add constraint upload_seconds check (kind = 'video' or seconds is null)
  `.execute(db);
}
