-- What came in from the card provider and on the bank account, and what was made of it.

create table card_notification (
  id bigint generated always as identity primary key,
  received_at timestamptz not null default now(),
  -- The bytes as they came: the signature is over them.
  raw bytea not null,
  peer_ip text not null,
  headers jsonb not null,
  sha256 bytea not null,
  -- The first record of the same bytes; every copy is kept, but one of them is enough to verify.
  copy_of bigint references card_notification,
  pf_payment_id text,
  payment_status text,
  order_id uuid,
  state text not null default 'received'
    check (state in ('received', 'applied', 'rejected', 'parked', 'noted')),
  reason text,
  -- One verdict per check, in the order in which they were made.
  checks jsonb not null default '[]',
  decided_at timestamptz
);
create unique index card_notification_bytes on card_notification (sha256) where copy_of is null;
create index card_notification_order on card_notification (order_id);
create index card_notification_open on card_notification (id)
  where state in ('received', 'parked');

-- What came in on the bank account, line by line, and which orders each line paid.
create table bank_line (
  id bigint generated always as identity primary key,
  -- Made from what the bank says of the line: the same line in two files is one row.
  fingerprint text not null unique check (fingerprint ~ '^[0-9a-f]{64}$'),
  account text not null,
  booked_on date not null,
  -- Minor units of the shop's currency.
  amount bigint not null check (amount > 0),
  description text not null,
  file_name text not null,
  uploaded_at timestamptz not null default now(),
  uploaded_by integer not null references account,
  state text not null default 'open' check (state in ('open', 'applied', 'ignored')),
  decided_at timestamptz,
  decided_by integer references account,
  -- Why it is nobody's payment.
  reason text,
  check ((state = 'open') = (decided_at is null))
);
create index bank_line_list on bank_line (state, booked_on desc, id desc);

create table bank_line_use (
  line_id bigint not null references bank_line,
  order_number bigint not null,
  amount bigint not null check (amount > 0),
  primary key (line_id, order_number)
);

-- What the card provider says that it received and paid out.
create table settlement_file (
  id bigint generated always as identity primary key,
  name text not null,
  from_day date not null,
  to_day date not null check (to_day >= from_day),
  uploaded_at timestamptz not null default now(),
  uploaded_by integer not null references account
);

create table settlement_line (
  id bigint generated always as identity primary key,
  -- Made from what the provider says of the line: the same line in two files is one row.
  fingerprint text not null unique check (fingerprint ~ '^[0-9a-f]{64}$'),
  file_id bigint not null references settlement_file,
  line integer not null,
  day date not null,
  kind text not null check (kind in ('payment', 'refund', 'payout', 'other')),
  type text not null,
  payment_id text,
  order_number bigint,
  order_id uuid,
  -- Minor units; gross and net are negative where money left, a fee is what was kept.
  gross bigint not null,
  fee bigint not null,
  net bigint not null
);
create index settlement_line_day on settlement_line (day, id);
create index settlement_line_payment on settlement_line (payment_id) where payment_id is not null;

-- What came in stays; what was seen about it is written beside it.
grant select, insert, update on card_notification, bank_line to portal_app;
grant select, insert on bank_line_use, settlement_file, settlement_line to portal_app;
