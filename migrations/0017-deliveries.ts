import { type Kysely, sql } from "kysely";

/** Where parcels start, what was asked of the courier, and the memory of the courier's stand-in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table collection_point (
      only_row boolean primary key default true check (only_row),
      company text not null,
      street_address text not null,
      suburb text not null,
      town text not null,
      province text not null,
      postal_code text not null,
      contact_name text not null,
      cell text not null,
      email text not null
    )
  `.execute(db);
  await sql`
    insert into collection_point (company, street_address, suburb, town, province, postal_code,
      contact_name, cell, email)
    values ('Rhizo', '1 Buitenkant Street', 'Gardens', 'Cape Town', 'Western Cape', '8001',
      'The office', '0210000000', 'orders@shop.test')
  `.execute(db);
  await sql`
    create table courier_booking (
      order_id uuid not null,
      -- A parcel that has to be sent once more is the next generation of the order.
      generation integer not null default 1 check (generation > 0),
      -- Which of the order's recipients, counted from 1.
      section integer not null check (section > 0),
      service text not null,
      -- Ours; by it the courier is asked whether a booking without an answer was made.
      customer_reference text not null unique,
      -- asked: on its way; unclear: nobody answered; refused: certainly not booked; booked: it has its references.
      state text not null check (state in ('asked', 'unclear', 'refused', 'booked')),
      asked_at timestamptz not null,
      shipment_id bigint,
      tracking_reference text,
      primary key (order_id, generation, section),
      check ((state = 'booked') = (shipment_id is not null and tracking_reference is not null))
    )
  `.execute(db);
  await sql`
    create table sandbox_shipment (
      id bigint generated always as identity (start with 2000001) primary key,
      -- Opens the waybill, like the provider's signed links.
      label_key uuid not null unique,
      tracking_reference text not null unique,
      customer_reference text not null,
      request jsonb not null,
      created_at timestamptz not null default now()
    )
  `.execute(db);
  await sql`create index sandbox_shipment_reference on sandbox_shipment (customer_reference)`.execute(
    db,
  );
  await sql`grant select, update on collection_point to portal_app`.execute(db);
  await sql`grant select, insert, update on courier_booking to portal_app`.execute(db);
  await sql`grant select, insert on sandbox_shipment to portal_app`.execute(db);
}
