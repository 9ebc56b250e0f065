import { type Kysely, sql } from "kysely";

/**
 * What is to be done after a transaction, written by it. Handing work to the job library takes several
 * times as long as this row, and placing an order does so while all other writers wait.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table wanted_job (
      id bigint primary key generated always as identity,
      name text not null,
      data jsonb not null,
      start_after_seconds integer not null check (start_after_seconds >= 0)
    )
  `.execute(db);
  await sql`grant select, insert, delete on wanted_job to portal_app`.execute(db);
}
