-- What people ask about single entries of their commission, and payouts that leave in one file for the
-- bank.

create table entry_question (
  id integer generated always as identity primary key,
  -- The browser's name for it: sent again after a lost answer, it is one question.
  command_id uuid not null unique,
  -- The entry: its place in the ledger, which no rebuild moves.
  position bigint not null,
  entry_no integer not null,
  asked_by integer not null references account,
  asked_at timestamptz not null,
  question text not null check (question <> ''),
  answered_by integer references account,
  answered_at timestamptz,
  answer text check (answer <> ''),
  -- What was granted with the answer, minor units; the ledger holds the grant itself.
  credit bigint check (credit > 0),
  check (num_nulls(answered_by, answered_at, answer) in (0, 3)),
  check (credit is null or answered_at is not null)
);
create unique index entry_question_open on entry_question (asked_by, position, entry_no)
  where answered_at is null;
create index entry_question_of_entry on entry_question (asked_by, position, entry_no, id);
create index entry_question_list on entry_question (asked_at desc, id desc);

create table payout_batch (
  id integer generated always as identity primary key,
  layout text not null check (layout in ('fnb', 'standard-bank')),
  -- The day on which the bank is to pay, and the shop's account that it pays from.
  pay_on date not null,
  own_account text not null,
  item_count integer not null check (item_count > 0),
  total bigint not null check (total > 0),
  -- What the bank reckons from the accounts, to see that none was changed on the way.
  hash_total text not null check (hash_total ~ '^[0-9]{12}$'),
  state text not null default 'open' check (state in ('open', 'paid', 'cancelled')),
  made_at timestamptz not null default now(),
  made_by integer not null references account,
  settled_at timestamptz,
  settled_by integer references account,
  check ((state = 'open') = (settled_at is null))
);
create index payout_batch_list on payout_batch (state, id desc);

create table payout_batch_item (
  batch_id integer not null references payout_batch,
  payout_id text not null,
  user_id integer not null references account,
  amount bigint not null check (amount > 0),
  -- What the bank shows on both statements.
  reference text not null,
  -- As of when the bank details are that the batch was made with: an account is never kept twice.
  bank_details_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'paid', 'released')),
  -- Why it could not be marked as paid, the last time that somebody tried.
  failure text,
  -- The line of the bank statement that proves it.
  proof_day date,
  proof_text text,
  primary key (batch_id, payout_id)
);
create unique index payout_in_one_open_batch on payout_batch_item (payout_id)
  where state = 'open';
create index payout_batch_item_payout on payout_batch_item (payout_id);

-- A question stays with its entry and its asker; the answer is written beside it once. What people wrote
-- is taken out of rows that stay.
grant select, insert, update (question, answered_by, answered_at, answer, credit)
  on entry_question to portal_app;
-- The history of a batch stays.
grant select, insert, update on payout_batch, payout_batch_item to portal_app;
