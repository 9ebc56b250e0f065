import { type Kysely, sql } from "kysely";

/** The built-in stand-in of the card provider can refuse a card, or take its time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sandbox_payment drop constraint sandbox_payment_state_check`.execute(db);
  await sql`
    alter table sandbox_payment add constraint sandbox_payment_state_check
      check (state in ('waiting', 'pending', 'complete', 'failed', 'cancelled'))
  `.execute(db);
}
