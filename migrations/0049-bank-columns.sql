-- What somebody chose for the columns of a CSV whose names do not tell. The next file of the same account and names is read
-- by it.
create table bank_columns (
  id integer generated always as identity primary key,
  -- As the file writes it; empty where it does not.
  account text not null,
  -- SHA-256 of the line that names the columns.
  fingerprint text not null,
  columns text[] not null,
  -- Null where the files tell.
  day_order text check (day_order in ('day-first', 'month-first')),
  chosen_at timestamptz not null,
  chosen_by integer not null references account,
  unique (account, fingerprint)
);
grant select, insert, update, delete on bank_columns to portal_app;
