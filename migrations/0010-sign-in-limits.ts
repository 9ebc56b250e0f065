import { type Kysely, sql } from "kysely";

/** How often codes and links may be asked for, and whose recipients come along when somebody has registered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table allowance (
      -- What is limited, and a hash of the address or account that it is limited for.
      key text primary key,
      -- When it was made use of, oldest first; what no limit counts any more is dropped.
      used_at timestamptz[] not null check (cardinality(used_at) > 0)
    )
  `.execute(db);
  await sql`
    -- The browser that registers: its recipients become the account's once the code was right.
    alter table sign_in_code add column guest_id uuid
  `.execute(db);
  await sql`grant select, insert, update, delete on allowance to portal_app`.execute(db);
}
