-- A decision on a batch of payouts is used by its first payment, and is named by the payments of the others that it lists,
-- each in a transaction of its own: what was decided is the list, and a payout is paid once.
create or replace function public.require_decision() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if public.acts_as_owner() or exists (select from public.decision d
    where d.id::text = new.metadata ->> 'decisionId'
      and case when d.kind = 'batch'
        then d.used_at is not null and new.type = 'PayoutPaid' and d.data -> 'payouts' @> jsonb_build_array(
          jsonb_build_object('payoutId', new.data -> 'payoutId', 'amount', new.data -> 'amount'))
        else d.used_in = pg_current_xact_id() and d.used_at >= now() end)
  then return null; end if;
  raise exception '% of % names a decision that was not used for it', new.type, new.stream_id
    using errcode = 'insufficient_privilege', constraint = 'second_person';
end $$;
