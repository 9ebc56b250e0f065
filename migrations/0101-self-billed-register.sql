-- The register of self-billed documents looks for these few among all events.
drop index concurrently if exists public.ledger_events_self_billed;
create index concurrently ledger_events_self_billed on public.ledger_events (position)
  where type = 'SelfBilledInvoiceCredited'
    or (type = 'PayoutPaid' and data ->> 'selfBilledVatBps' is not null);
