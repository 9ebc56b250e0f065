import { type Kysely, sql } from "kysely";

/** What wallets and statements ask of entries and members, answered by indexes alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Beside what somebody earned and from whom, when: a wallet as of a date reads nothing else.
  await sql`drop index projection.commission_entry_earned`.execute(db);
  await sql`
    create index commission_entry_earned on projection.commission_entry (beneficiary_id, position)
    include (amount, seller_level, kind, seller_id, occurred_at)
  `.execute(db);
  // The few who have an earlier life; nothing but an uplift writes to it.
  await sql`
    create index member_uplifted on projection.member (user_id) where uplift_position is not null
  `.execute(db);
  // A part of a member's code is searched with every search for people.
  await sql`
    create index member_code_search on projection.member using gin (lower(code) public.gin_trgm_ops)
  `.execute(db);
}
