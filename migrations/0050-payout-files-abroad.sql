-- Files for Bacs (United Kingdom), NACHA (USA), and for banks there that take a list of their own.
alter table payout_batch drop constraint payout_batch_layout_check;
alter table payout_batch add constraint payout_batch_layout_check
  check (layout in (
    'fnb', 'standard-bank', 'absa', 'nedbank', 'capitec-business', 'investec', 'bacs', 'nacha', 'bank-list'
  ));
-- What such a file says of the shop beside the account, as it was when the batch was made.
alter table payout_batch add column own_branch_code text not null default '';
alter table payout_batch add column own_name text not null default '';
alter table payout_batch add column own_bank text not null default '';
alter table payout_batch add column own_id text not null default '';

-- The service user number (Bacs) or company identification (NACHA) that the bank gives a payer.
alter table shop_setting add column payout_originator_id text not null default '';
