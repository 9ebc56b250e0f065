-- Which bank account a payout went to that no second admin stood behind: a keyed digest of the number, because the member may have
-- another account by the time that sums of a month look. `batch_id` is of a file for the bank, null of a payment without one.
create table payout_account (
  payout_id text not null,
  batch_id integer references payout_batch (id),
  account_digest text not null check (account_digest ~ '^[0-9a-f]{64}$'),
  let_out_at timestamptz not null,
  unique nulls not distinct (payout_id, batch_id)
);
grant select, insert, delete on payout_account to portal_app;
