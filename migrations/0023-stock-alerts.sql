-- Who wants to be told once when a product can be ordered again: gone a few days after that was said, or after half a year.
-- A list of the erased knows an entry by its id, which nobody can guess.
create table stock_alert (
  id uuid primary key,
  product_id integer not null references product (id) on delete cascade,
  email text not null,
  asked_at timestamptz not null,
  -- Set with the product's return; the mail reads the address here.
  told_at timestamptz
);
create unique index stock_alert_waiting on stock_alert (product_id, email) where told_at is null;
create index stock_alert_email on stock_alert (email);
grant select, insert, update, delete on stock_alert to portal_app;
