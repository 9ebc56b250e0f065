import { type Kysely, sql } from "kysely";

/** What the server processes had to say, for the office to read; two weeks of it are kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table app_log (
      id bigint primary key generated always as identity,
      at timestamptz not null,
      -- As pino has them: 30 is information, 40 a warning, 50 an error, 60 the end.
      level smallint not null,
      text text not null,
      details jsonb not null
    )
  `.execute(db);
  await sql`create index app_log_level on app_log (level, id desc)`.execute(db);
  await sql`create index app_log_at on app_log (at)`.execute(db);
  await sql`grant select, insert, delete on app_log to portal_app`.execute(db);
}
