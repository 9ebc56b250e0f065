-- A payout that the bank returned is in the wallet again; the transaction says so, and has no entry of its own.
alter table bank_line
  drop constraint bank_line_kind_check,
  add constraint bank_line_kind_check check (
    kind in ('bank-fee', 'interest', 'card-payout', 'courier', 'vat-payment', 'withholding-payment',
      'refund-again', 'tax', 'own-transfer', 'other', 'repeat', 'payout-returned')
  );
