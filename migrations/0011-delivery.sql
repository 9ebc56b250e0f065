-- Where parcels start, what was asked of the courier, and where they are.

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
);
insert into collection_point (company, street_address, suburb, town, province, postal_code,
  contact_name, cell, email)
values ('Rhizo', '1 Buitenkant Street', 'Gardens', 'Cape Town', 'Western Cape', '8001',
  'The office', '0210000000', 'orders@shop.test');

create table courier_booking (
  order_id uuid not null,
  -- A parcel that has to be sent once more is the next generation of the order.
  generation integer not null default 1 check (generation > 0),
  -- Which of the order's recipients, counted from 1.
  section integer not null check (section > 0),
  service text not null,
  -- Ours; by it the courier is asked whether a booking without an answer was made.
  customer_reference text not null unique,
  -- asked: on its way; unclear: nobody answered; refused: certainly not booked; booked: it has its
  -- references; cancelled: it was booked, and taken back.
  state text not null check (state in ('asked', 'unclear', 'refused', 'booked', 'cancelled')),
  asked_at timestamptz not null,
  shipment_id bigint,
  tracking_reference text,
  -- The courier's own word, null until it said one.
  tracking_status text,
  -- When the courier saw it last, and when we asked last.
  tracked_at timestamptz,
  status_asked_at timestamptz,
  delivered_at timestamptz,
  primary key (order_id, generation, section),
  check ((state in ('booked', 'cancelled'))
    = (shipment_id is not null and tracking_reference is not null))
);
create index courier_booking_tracking on courier_booking (tracking_reference);
create index courier_booking_underway on courier_booking (status_asked_at nulls first)
  where state = 'booked' and delivered_at is null;
-- The few that wait for the office.
create index courier_booking_taken_back on courier_booking (order_id) where state = 'cancelled';
create index courier_booking_unanswered on courier_booking (order_id)
  where state in ('unclear', 'refused');

grant select, update on collection_point to portal_app;
grant select, insert, update on courier_booking to portal_app;
