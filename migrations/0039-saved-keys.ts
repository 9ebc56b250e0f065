import { type Kysely, sql } from "kysely";

/**
 * Which item was made for a key, so that a request whose answer was lost makes no second one. The key is
 * somebody's own: the same of another person is another. Forgotten after a day.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table saved_key (
      saved_by text not null,
      kind text not null check (kind in ('address', 'product', 'testimonial')),
      command_id uuid not null,
      request_hash bytea not null,
      -- Null only while the item is being made, in the same transaction.
      item_id integer,
      saved_at timestamptz not null,
      primary key (saved_by, kind, command_id)
    )
  `.execute(db);
  await sql`create index saved_key_saved_at on saved_key (saved_at)`.execute(db);
  await sql`grant select, insert, update, delete on saved_key to portal_app`.execute(db);
}
