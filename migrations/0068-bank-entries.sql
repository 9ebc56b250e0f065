-- Money that belongs to no order and no wallet is booked in the ledger (`MoneyBooked`): the entry of each transaction, null
-- where it is not booked.
alter table bank_debit add column entry_id uuid unique;
alter table bank_line add column entry_id uuid unique;
-- What an incoming transaction is that pays no order, as somebody said; null for those that were ignored before.
alter table bank_line add column kind text check (
  kind in ('interest', 'card-payout', 'own-transfer', 'other', 'repeat')
);
-- The fee that the card provider took beyond what the ledger knew.
alter table settlement_line add column fee_entry_id uuid unique;
grant update (fee_entry_id) on settlement_line to portal_app;

alter table bank_debit
  drop constraint bank_debit_kind_check,
  add constraint bank_debit_kind_check check (
    kind in ('refund', 'bank-fee', 'courier', 'vat-payment', 'tax', 'own-transfer', 'other', 'repeat')
  );
alter table bank_rule
  drop constraint bank_rule_kind_check,
  add constraint bank_rule_kind_check check (
    kind in ('bank-fee', 'interest', 'card-payout', 'courier', 'vat-payment', 'tax', 'own-transfer', 'other')
  );
