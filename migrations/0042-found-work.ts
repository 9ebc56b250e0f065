import { type Kysely, sql } from "kysely";

/** Few bookings have no answer, and few orders are collected: found without a look at all the others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index courier_booking_unanswered on courier_booking (order_id)
    where state in ('unclear', 'refused')
  `.execute(db);
  await sql`
    create index order_state_collected on projection.order_state (placed_at, order_number)
    where delivery_service is not distinct from 'COL'
      and state in ('placed', 'paid', 'partly-refunded')
  `.execute(db);
}
