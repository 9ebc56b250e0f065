-- What was paid may come back, and the bank or the card provider may take what it paid: each kind is of both ways.
alter table bank_line
  drop constraint bank_line_kind_check,
  add constraint bank_line_kind_check check (
    kind in ('bank-fee', 'interest', 'card-payout', 'courier', 'vat-payment', 'withholding-payment',
      'refund-again', 'tax', 'own-transfer', 'other', 'repeat')
  );
alter table bank_debit
  drop constraint bank_debit_kind_check,
  add constraint bank_debit_kind_check check (
    kind in ('refund', 'bank-fee', 'interest', 'card-payout', 'courier', 'vat-payment', 'withholding-payment',
      'refund-again', 'tax', 'own-transfer', 'other', 'repeat')
  );
alter table bank_rule
  drop constraint bank_rule_kind_check,
  add constraint bank_rule_kind_check check (
    kind in ('bank-fee', 'interest', 'card-payout', 'courier', 'vat-payment', 'withholding-payment',
      'refund-again', 'tax', 'own-transfer', 'other')
  );

-- What money at the card provider is that is no payment, refund, payout or fee, as somebody said, and its entry in the ledger.
alter table settlement_line
  add column explained_as text check (
    explained_as in ('card-fee', 'card-transfer', 'card-refund-returned', 'card-unexplained')
  ),
  add column entry_id uuid unique,
  add column explained_at timestamptz,
  add column explained_by integer references account,
  add check ((explained_as is null) = (entry_id is null));
grant update (explained_as, entry_id, explained_at, explained_by) on settlement_line to portal_app;

-- What the return of a period rounds otherwise than its documents: the entry that took it off VAT output. No day is in two.
create table vat_rounding (
  entry_id uuid primary key,
  from_day date not null,
  to_day date not null check (to_day >= from_day),
  booked_at timestamptz not null,
  booked_by integer not null references account,
  exclude using gist (daterange(from_day, to_day, '[]') with &&)
);
grant select, insert, delete on vat_rounding to portal_app;
