-- What was paid may come back, and the bank or the card provider may take what it paid: each kind is of both ways.
alter table bank_line
  drop constraint bank_line_kind_check,
  add constraint bank_line_kind_check check (
    kind in ('bank-fee', 'interest', 'card-payout', 'courier', 'vat-payment', 'withholding-payment', 'tax',
      'own-transfer', 'other', 'repeat')
  );
alter table bank_debit
  drop constraint bank_debit_kind_check,
  add constraint bank_debit_kind_check check (
    kind in ('refund', 'bank-fee', 'interest', 'card-payout', 'courier', 'vat-payment', 'withholding-payment', 'tax',
      'own-transfer', 'other', 'repeat')
  );
alter table bank_rule
  drop constraint bank_rule_kind_check,
  add constraint bank_rule_kind_check check (
    kind in ('bank-fee', 'interest', 'card-payout', 'courier', 'vat-payment', 'withholding-payment', 'tax',
      'own-transfer', 'other')
  );
