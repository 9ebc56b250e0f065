import { type Kysely, sql } from "kysely";

/** Where a parcel is, as the courier last said, and that a booking can be taken back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table courier_booking
      -- The courier's own word, null until it said one.
      add column tracking_status text,
      -- When the courier saw it last, and when we asked last.
      add column tracked_at timestamptz,
      add column status_asked_at timestamptz,
      add column delivered_at timestamptz,
      drop constraint courier_booking_state_check,
      drop constraint courier_booking_check,
      -- cancelled: it was booked, and taken back.
      add constraint courier_booking_state_check
        check (state in ('asked', 'unclear', 'refused', 'booked', 'cancelled')),
      add constraint courier_booking_check check ((state in ('booked', 'cancelled'))
        = (shipment_id is not null and tracking_reference is not null))
  `.execute(db);
  await sql`create index courier_booking_tracking on courier_booking (tracking_reference)`.execute(
    db,
  );
  await sql`
    create index courier_booking_underway on courier_booking (status_asked_at nulls first)
    where state = 'booked' and delivered_at is null
  `.execute(db);
  await sql`alter table sandbox_shipment add column status text not null default 'submitted'`.execute(
    db,
  );
  await sql`grant update (status) on sandbox_shipment to portal_app`.execute(db);
}
