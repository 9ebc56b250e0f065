-- Reconciling and rebuilding as the office asks for them under Month end: a worker does the work, the row says how far it
-- is and what came out. Ids, order numbers and amounts alone; no words of a file.
create table ledger_run (
  id uuid primary key,
  kind text not null check (kind in ('reconcile', 'rebuild')),
  asked_by integer not null references account,
  asked_at timestamptz not null,
  -- The file that payments are compared with, and what came of that; null for none.
  statement text check (statement in ('bank', 'payfast')),
  matching jsonb,
  -- The hash of the difference that whoever asked for a rebuild accepts; null: a difference changes nothing.
  accepted_hash text check (accepted_hash ~ '^[0-9a-f]{64}$'),
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
  progress smallint not null default 0 check (progress between 0 and 100),
  result jsonb,
  finished_at timestamptz,
  check ((statement is null) = (matching is null)),
  check (kind = 'reconcile' or statement is null),
  check (kind = 'rebuild' or accepted_hash is null),
  check ((state = 'waiting') = (finished_at is null)),
  check ((state = 'done') = (result is not null))
);
-- Each is a replay of the whole ledger; a second would only wait for the first.
create unique index ledger_run_waiting on ledger_run (state) where state = 'waiting';
create index ledger_run_newest on ledger_run (asked_at desc);
grant select, insert, update on ledger_run to portal_app;
