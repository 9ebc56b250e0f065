-- What was there, or owed, before the first day of the books: the entry of each account.
create table opening_balance (
  kind text primary key check (
    kind in ('opening-bank', 'opening-card', 'opening-vat', 'opening-withholding')
  ),
  entry_id uuid not null unique,
  day date not null,
  amount bigint not null check (amount <> 0),
  booked_at timestamptz not null,
  booked_by integer not null references account
);
grant select, insert, delete on opening_balance to portal_app;
