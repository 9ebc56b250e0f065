-- The memory of the built-in stand-ins of the card provider and the courier.

create table sandbox_payment (
  id uuid primary key,
  fields jsonb not null,
  state text not null default 'waiting'
    check (state in ('waiting', 'pending', 'complete', 'failed', 'cancelled')),
  pf_payment_id bigint generated always as identity (start with 1000001),
  created_at timestamptz not null default now()
);

-- What the stand-in of the provider really sent, which is all that it confirms.
create table sandbox_sent (
  sha256 bytea primary key,
  payment_id uuid not null references sandbox_payment,
  sent_at timestamptz not null default now()
);

create table sandbox_shipment (
  id bigint generated always as identity (start with 2000001) primary key,
  -- Opens the waybill, like the provider's signed links.
  label_key uuid not null unique,
  tracking_reference text not null unique,
  customer_reference text not null,
  request jsonb not null,
  created_at timestamptz not null default now(),
  status text not null default 'submitted'
);
create index sandbox_shipment_reference on sandbox_shipment (customer_reference);

grant select, insert, update, delete on sandbox_payment, sandbox_sent, sandbox_shipment to portal_app;
