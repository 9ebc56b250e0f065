-- Which orders were reassigned lately, whose commission is counted under the ledger's lock.
create index ledger_events_reassigned on public.ledger_events (recorded_at)
  where type = 'OrderReassigned';
