create index concurrently if not exists message_of_decision
  on public.message ((about ->> 'proposalId')) where kind = 'proposal';
