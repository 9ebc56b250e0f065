-- Files for more banks.
alter table payout_batch drop constraint payout_batch_layout_check;
alter table payout_batch add constraint payout_batch_layout_check
  check (layout in ('fnb', 'standard-bank', 'absa', 'nedbank', 'capitec-business', 'investec'));
