-- Tax that is withheld of payouts: of a request, of a payment in a bank file (whose amount is without it), and the rate.
alter table projection.payout_request add column withheld bigint not null default 0;
alter table payout_batch_item add column withheld bigint not null default 0 check (withheld >= 0);
alter table shop_setting
  add column withholding_bps integer not null default 0 check (withholding_bps between 0 and 10000);
-- The rate of one person, instead of that of all.
create table withholding_rate (
  user_id integer primary key references account (id),
  bps integer not null check (bps between 0 and 10000),
  updated_at timestamptz not null,
  -- Null by the work of a job.
  updated_by integer references account (id)
);
grant select, insert, update, delete on withholding_rate to portal_app;

-- What was withheld is paid over.
alter table bank_debit
  drop constraint bank_debit_kind_check,
  add constraint bank_debit_kind_check check (
    kind in ('refund', 'bank-fee', 'courier', 'vat-payment', 'withholding-payment', 'tax',
      'own-transfer', 'other', 'repeat')
  );
alter table bank_rule
  drop constraint bank_rule_kind_check,
  add constraint bank_rule_kind_check check (
    kind in ('bank-fee', 'interest', 'card-payout', 'courier', 'vat-payment', 'withholding-payment',
      'tax', 'own-transfer', 'other')
  );
