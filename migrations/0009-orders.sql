-- What an order needs beside the ledger, and what the server has to know before it places one.

create sequence order_number_seq as bigint start with 1001;

-- An imported history brings numbers of its own; the sequence jumps over them the first time it meets
-- one. Numbers that are taken but not yet committed came from the sequence and lie behind it.
create function next_order_number() returns bigint language plpgsql volatile
  set search_path = pg_catalog, public as $$
declare
  number bigint := nextval('public.order_number_seq');
  taken bigint := (select max(order_number) from projection.order_state);
begin
  if number <= taken then
    perform pg_advisory_xact_lock(hashtextextended('order_number_seq', 0));
    number := nextval('public.order_number_seq');
    if number <= taken then
      number := setval('public.order_number_seq', taken + 1);
    end if;
  end if;
  return number;
end $$;

-- Nothing here decides money.
create table order_detail (
  order_id uuid primary key,
  guest_id uuid,
  -- Which of the provider's worlds pays it, fixed when it was placed; null: no card for it.
  card_environment text check (card_environment in ('local', 'sandbox', 'live')),
  delivery_notes text not null default '',
  gclid text,
  fbclid text,
  collection jsonb,
  created_at timestamptz not null default now()
);
create index order_detail_guest on order_detail (guest_id) where guest_id is not null;

grant usage, select, update on sequence order_number_seq to portal_app;
grant select, insert, update, delete on order_detail to portal_app;
