alter table settlement_file
  add column provider text not null default 'payfast' check (provider in ('payfast', 'stripe')),
  -- What the provider held before the first line of the file and after its last one, where the file says it; null for files of
  -- older releases.
  add column opening bigint,
  add column closing bigint;
-- Only Stripe has these names. A file may have no line of its own, where an earlier one had all of them; it has no balance, so
-- that it is named after the wrong one changes nothing.
update settlement_file file set provider = 'stripe'
where exists (
  select from settlement_line line where line.file_id = file.id
    and line.type in ('charge', 'payment', 'refund', 'payment_refund', 'dispute', 'fee', 'network_cost', 'payout')
);
