-- The payment reminders that the office asked for: one a day for each order and each address, whoever presses how often.
create table payment_reminder (
  order_id uuid not null,
  -- In the time zone of the order's region.
  day date not null,
  -- SHA-256 of the address in small letters.
  email_hash text not null check (email_hash ~ '^[0-9a-f]{64}$'),
  asked_at timestamptz not null,
  asked_by integer not null references account,
  primary key (order_id, day),
  unique (email_hash, day)
);
grant select, insert, delete on payment_reminder to portal_app;

-- The links in reminders that stop them, known by the digests of their secrets.
create table reminder_link (
  token_hash text primary key check (token_hash ~ '^[0-9a-f]{64}$'),
  order_id uuid not null,
  email_hash text not null check (email_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null
);
create index reminder_link_order on reminder_link (order_id);
grant select, insert, delete on reminder_link to portal_app;

-- Addresses that get no more reminders.
create table reminder_stop (
  email_hash text primary key check (email_hash ~ '^[0-9a-f]{64}$'),
  stopped_at timestamptz not null
);
grant select, insert, delete on reminder_stop to portal_app;
