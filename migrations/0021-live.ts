import { type Kysely, sql } from "kysely";

/** The ledger rings when something was appended, and what was found when it was last looked over. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Once in a transaction, however many events it has: equal notifications are one.
  await sql`
    create function ledger.ring() returns trigger language plpgsql
    set search_path = pg_catalog, pg_temp
    as $$ begin perform pg_notify('ledger', ''); return null; end $$
  `.execute(db);
  await sql`
    create trigger ledger_head_rings after update on public.ledger_head
    for each statement execute function ledger.ring()
  `.execute(db);
  await sql`
    create table ledger_check (
      name text primary key check (name in ('books', 'chain', 'plan')),
      -- Null until the first look.
      checked_at timestamptz,
      position bigint not null default 0,
      took_ms integer not null default 0,
      -- Somebody pressed the button after the last look.
      wanted_at timestamptz,
      result jsonb
    )
  `.execute(db);
  await sql`insert into ledger_check (name) values ('books'), ('chain'), ('plan')`.execute(db);
  await sql`grant select, update on ledger_check to portal_app`.execute(db);
}
