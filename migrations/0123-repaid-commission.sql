-- Commission that a member transferred back is in the wallet; the transaction says so, and has no entry of its own.
alter table bank_line
  drop constraint bank_line_kind_check,
  add constraint bank_line_kind_check check (
    kind in ('bank-fee', 'interest', 'card-payout', 'courier', 'vat-payment', 'withholding-payment',
      'refund-again', 'supplier', 'rent', 'salaries', 'running-costs', 'income-tax', 'tax', 'owner',
      'own-transfer', 'elsewhere', 'other', 'repeat', 'payout-returned', 'commission-repaid')
  );
