-- Who placed an order without an account, and what the buyer says of each parcel. None of it is in an event, because all
-- of it is a person's own: it goes when the person does.

-- All four, or none: an older program names no buyer, and an account is one.
alter table order_detail
  add column buyer_first_name text,
  add column buyer_last_name text,
  add column buyer_email text,
  -- International form.
  add column buyer_cell text,
  add constraint order_detail_buyer
    check (num_nulls(buyer_first_name, buyer_last_name, buyer_email, buyer_cell) in (0, 4));
create index order_detail_buyer_email on order_detail (buyer_email) where buyer_email is not null;
create index order_detail_buyer_search on order_detail using gin (
  (buyer_email || ' ' || buyer_first_name || ' ' || buyer_last_name) gin_trgm_ops
) where buyer_email is not null;

create table order_parcel (
  order_id uuid not null,
  -- Which of the order's recipients, counted from 1.
  section integer not null check (section > 0),
  -- For the courier.
  delivery_notes text not null default '',
  -- For the recipient, in the delivery notice and on the packing slip.
  gift_message text not null default '',
  -- By when it is there, as the courier said when it was asked; null where nobody can say.
  promised_day date,
  primary key (order_id, section)
);

grant select, insert, update, delete on order_parcel to portal_app;
