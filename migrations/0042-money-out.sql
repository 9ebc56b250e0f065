-- What went out lately, which payouts, refunds and store credit are counted by under the ledger's lock.
create index ledger_events_money_out on public.ledger_events (recorded_at)
  where type in ('PayoutPaid', 'PaymentRefunded', 'CreditGranted', 'CreditPaidOut');
