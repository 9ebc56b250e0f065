-- A notification that the card provider confirmed is about money that moved. One that could not be recorded is the
-- office's task until somebody says what became of the money.
alter table card_notification
  -- What it says was paid, in minor units; null where it says that nothing was, or cannot be read.
  add column amount bigint,
  -- Then the provider said that it had sent these bytes; it is not asked again.
  add column confirmed_at timestamptz,
  -- 'recorded', 'refunded' or 'not-ours'.
  add column handled_as text,
  add column handled_at timestamptz,
  add column handled_by integer references account;
