-- A line of the bank that was matched to the wrong order is undone: its uses go, the ledger keeps what was and that it
-- was taken back.
grant delete on bank_line_use to portal_app;

-- Looked for every few seconds; there are hardly any.
create index ledger_events_undone on public.ledger_events (position) where type = 'PaymentUndone';

-- A line that comes again after it was undone pays under a number with a count behind it.
create or replace function public.require_second_person() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_limit bigint;
  v_amount bigint := (new.data ->> 'amount')::bigint;
  v_actor integer := (new.metadata ->> 'actorId')::integer;
  v_sum bigint;
begin
  if public.acts_as_owner() then return null; end if;
  select min(r.payout_second_person_above) into v_limit from public.region r;
  if v_limit is null then return null; end if;

  if new.type = 'PayoutPaid' then
    if v_amount <= v_limit then return null; end if;
    -- Somebody approved and somebody else pays, or two approved.
    update public.proposal p set used_at = now(), state = 'confirmed',
      decided_by = coalesce(p.decided_by, v_actor), decided_at = coalesce(p.decided_at, now())
    where p.id = (
      select q.id from public.proposal q
      where q.kind = 'payout' and q.used_at is null
        and q.data ->> 'payoutId' = new.data ->> 'payoutId'
        and (q.data ->> 'amount')::bigint = v_amount
        and q.proposed_by <> (new.data ->> 'userId')::integer
        and public.is_office(q.proposed_by)
        and ((q.state = 'confirmed' and q.decided_by is distinct from (new.data ->> 'userId')::integer)
          or (q.state = 'open' and q.expires_at > now()
            and v_actor in (select public.proposal_others(q.proposed_by))))
      order by q.state, q.proposed_at limit 1
    );
    if found then return null; end if;
    raise exception 'payout % needs the approval of a second person', new.data ->> 'payoutId'
      using errcode = 'insufficient_privilege', constraint = 'payout_second_person';
  end if;

  select coalesce(sum((e.data ->> 'amount')::bigint), 0) into v_sum from public.ledger_events e
    where e.stream_id = new.stream_id and e.type = new.type
      and (new.type <> 'PaymentReceived' or e.data ->> 'method' = 'eft')
      and (new.type <> 'CreditGranted' or e.recorded_at > new.recorded_at - interval '30 days');
  if v_sum <= v_limit then return null; end if;
  if new.type = 'CreditGranted' then
    update public.proposal p set used_at = now()
      where p.kind = 'credit' and p.state = 'confirmed' and p.used_at is null and p.failure is null
        and (p.data ->> 'userId')::integer = (new.data ->> 'userId')::integer
        and (p.data ->> 'amount')::bigint = v_amount;
  else
    update public.proposal p set used_at = now()
      where p.state = 'confirmed' and p.failure is null
        and ((p.kind = 'eft' and p.used_at is null and p.data ->> 'uuid' = new.data ->> 'orderId'
            and (p.data ->> 'amount')::bigint = v_amount)
          -- One line can pay several orders, which are written together.
          or (p.kind = 'bank-line' and (p.used_at is null or p.used_at = now())
            and (new.data ->> 'paymentId') ~ ('^bank-' || (p.data ->> 'lineId') || '(-[0-9]+)?$')
            and exists (select from jsonb_array_elements(p.data -> 'uses') u
              where (u ->> 'amount')::bigint = v_amount)));
  end if;
  if found then return null; end if;
  raise exception '% of % needs the consent of a second person', new.type, new.stream_id
    using errcode = 'insufficient_privilege', constraint = 'second_person';
end $$;
