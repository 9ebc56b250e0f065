import { type Kysely, sql } from "kysely";

/**
 * The ledger rings when something was appended; what was found when it was last looked over; and what
 * waits for the office, found among a million orders.
 */
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

  for (const statement of openOrders) await sql.raw(statement).execute(db);
}

/** What was paid when, and the few orders that somebody has to do something about. */
const openOrders = [
  `create index order_state_paid on projection.order_state (paid_at) include (total, currency)
    where live and paid_at is not null`,
  `create index order_state_to_ship on projection.order_state (paid_at)
    where state in ('paid', 'partly-refunded') and delivery_service is distinct from 'COL'
      and waybill is null`,
  `create index order_state_unpriced on projection.order_state (order_number)
    where quote_number is null and region = 'za' and delivery_service is distinct from 'COL'
      and state in ('placed', 'paid', 'partly-refunded')`,
  `create index courier_booking_taken_back on courier_booking (order_id) where state = 'cancelled'`,
  `create index order_state_overpaid on projection.order_state (order_number)
    where received - refunded > case when state = 'cancelled' then 0 else total end`,
];
