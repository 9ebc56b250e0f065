-- What the office says of the transactions whose text contains some words. A rule only proposes; somebody accepts.
create table bank_rule (
  id integer generated always as identity primary key,
  way text not null check (way in ('in', 'out')),
  contains text not null check (length(contains) between 3 and 100),
  kind text not null check (
    kind in ('bank-fee', 'interest', 'card-payout', 'courier', 'tax', 'own-transfer', 'other')
  ),
  made_at timestamptz not null,
  made_by integer not null references account,
  unique (way, contains)
);
grant select, insert, delete on bank_rule to portal_app;

-- What an outgoing transaction is, as somebody said; null also for those that prove a payout.
alter table bank_debit add column kind text check (
  kind in ('refund', 'bank-fee', 'courier', 'tax', 'own-transfer', 'other')
);
-- The event of the refund by transfer that a 'refund' proves, once.
alter table bank_debit add column refund_position bigint unique;
alter table bank_debit add column decided_at timestamptz;
-- Null for refunds, which are found by their order and amount.
alter table bank_debit add column decided_by integer references account;
alter table bank_debit add check ((kind = 'refund') = (refund_position is not null));
