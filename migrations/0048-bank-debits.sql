-- What left the bank account, as `bank_line` is what came in. A statement is stored whole: these prove payouts. Their
-- amounts are positive. Of statements that an older server took only `bank_line` is known, until the file comes again.
create table bank_debit (
  id bigint generated always as identity primary key,
  account text not null,
  booked_on date not null,
  -- Minor units of the shop's currency.
  amount bigint not null check (amount > 0),
  description text not null,
  -- The orders that the description names, as that of a refund by transfer does.
  named_orders bigint[] not null,
  bank_id text,
  -- Minor units, after the transaction, if the bank states it.
  balance bigint,
  -- A stored transaction that may be the same money, as another file of the same account writes it.
  repeats bigint references bank_debit,
  file_name text not null,
  uploaded_at timestamptz not null,
  uploaded_by integer not null references account
);
create index bank_debit_day on bank_debit (booked_on, amount);
grant select, insert, update on bank_debit to portal_app;

-- Minor units, before the first and after the last transaction; null where the file tells neither.
alter table bank_statement add column opening bigint;
alter table bank_statement add column closing bigint;

-- The transaction that proves a payout; null for proofs of an older server, which stored none. One debit of a whole batch
-- proves all of its payouts.
alter table payout_batch_item add column proof_line bigint references bank_debit;
