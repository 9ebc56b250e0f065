import { type Kysely, sql } from "kysely";

/**
 * The index of what somebody earned also says from whom: else every entry is looked up in the table,
 * one page each. It replaces one, and is a twentieth larger than that; a rebuild carries it along.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index commission_entry_earned on projection.commission_entry (beneficiary_id, position)
    include (amount, seller_level, kind, seller_id)
  `.execute(db);
  await sql`
    drop index projection.commission_entry_beneficiary_id_position_amount_seller_leve_idx
  `.execute(db);
}
