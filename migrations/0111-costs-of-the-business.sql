-- What an ordinary business pays beside its orders, so that what is left to explain can be nothing. `tax` was unexplained before.
alter table bank_line
  drop constraint bank_line_kind_check,
  add constraint bank_line_kind_check check (
    kind in ('bank-fee', 'interest', 'card-payout', 'courier', 'vat-payment', 'withholding-payment',
      'refund-again', 'supplier', 'rent', 'salaries', 'running-costs', 'income-tax', 'tax', 'owner',
      'own-transfer', 'elsewhere', 'other', 'repeat', 'payout-returned')
  );
alter table bank_debit
  drop constraint bank_debit_kind_check,
  add constraint bank_debit_kind_check check (
    kind in ('refund', 'bank-fee', 'interest', 'card-payout', 'courier', 'vat-payment', 'withholding-payment',
      'refund-again', 'supplier', 'rent', 'salaries', 'running-costs', 'income-tax', 'tax', 'owner',
      'own-transfer', 'elsewhere', 'other', 'repeat')
  );
alter table bank_rule
  drop constraint bank_rule_kind_check,
  add constraint bank_rule_kind_check check (
    kind in ('bank-fee', 'interest', 'card-payout', 'courier', 'vat-payment', 'withholding-payment',
      'refund-again', 'supplier', 'rent', 'salaries', 'running-costs', 'income-tax', 'tax', 'owner',
      'own-transfer', 'elsewhere', 'other')
  );
