import { type Kysely, sql } from "kysely";

/** Who was erased, by a digest: a backup of before still knows them, and is made to forget them again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table erased_person (
      digest text primary key check (digest ~ '^[0-9a-f]{64}$'),
      erased_at timestamptz not null
    )
  `.execute(db);
  await sql`grant select, insert on erased_person to portal_app`.execute(db);
  // What people wrote is taken out of rows that stay.
  await sql`grant update (question) on entry_question to portal_app`.execute(db);
  await sql`grant delete on sandbox_payment, sandbox_shipment to portal_app`.execute(db);
}
