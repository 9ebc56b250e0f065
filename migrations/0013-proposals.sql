-- What one admin proposes and another one confirms. The rows are written by functions alone, and the
-- checks of the database read them and the limit: neither is the server's to write, whatever runs in it.
create table public.proposal (
  id uuid primary key,
  kind text not null check (kind in ('limit', 'bank', 'admin', 'eft', 'bank-line', 'credit', 'payout')),
  -- What exactly: ids, amounts and settings.
  data jsonb not null,
  -- Names and words that people wrote; emptied as soon as nothing is to be done any more.
  words jsonb,
  proposed_by integer not null references account,
  proposed_at timestamptz not null,
  -- By itself, where there is no other admin to ask; null: somebody has to confirm it.
  takes_effect_at timestamptz,
  expires_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'confirmed', 'declined', 'expired')),
  -- Null where it took effect by itself.
  decided_by integer references account,
  decided_at timestamptz,
  -- When what was proposed was done; a confirmed one without it is still to be done.
  used_at timestamptz,
  -- Why it could not be done.
  failure text,
  check ((state = 'open') = (decided_at is null)),
  check (used_at is null or state = 'confirmed')
);
create unique index proposal_admin_email on public.proposal ((words ->> 'email'))
  where kind = 'admin' and state = 'open';
create index proposal_open on public.proposal (proposed_at) where state = 'open';
create index proposal_to_do on public.proposal (decided_at)
  where state = 'confirmed' and failure is null and (used_at is null or words is not null);
create index proposal_decided on public.proposal (decided_at desc, id);
create index proposal_payout on public.proposal ((data ->> 'payoutId')) where kind = 'payout';

-- Who may decide on what an admin proposed: every other admin who can sign in, unless one of the two
-- made the other an admin in the last thirty days, because both could be one person.
create function public.proposal_others(p_admin integer) returns setof integer
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select a.id from public.account a
  where a.role = 'admin' and a.active and a.password_hash is not null and a.id <> p_admin
    and not exists (
      select from public.proposal p
      where p.kind = 'admin' and p.used_at > now() - interval '30 days'
        and ((p.proposed_by = p_admin and (p.data ->> 'userId')::integer = a.id)
          or (p.proposed_by = a.id and (p.data ->> 'userId')::integer = p_admin))
    )
$$;

create function public.is_office(p_user integer) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.account a where a.id = p_user and a.role = 'admin' and a.active)
$$;

-- Repeated under one id it is one proposal. A bank account that was never set is no change of one.
create function public.propose(
  p_id uuid, p_kind text, p_data jsonb, p_words jsonb, p_by integer
) returns public.proposal
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_now timestamptz := clock_timestamp();
  v_made public.proposal;
  v_waits boolean := exists (select from public.proposal_others(p_by));
  v_is_first boolean := p_kind = 'bank' and exists (
    select from public.shop_setting s where concat(s.bank_name, s.bank_account_name,
      s.bank_account_type, s.bank_account_number, s.bank_branch_code) = '');
begin
  if not public.is_office(p_by) then
    raise exception 'only an admin proposes' using errcode = 'insufficient_privilege';
  end if;
  insert into public.proposal (id, kind, data, words, proposed_by, proposed_at, takes_effect_at,
    expires_at, state, decided_at)
  values (p_id, p_kind, p_data, p_words, p_by, v_now,
    case when not v_waits then v_now + interval '48 hours' end, v_now + interval '14 days',
    case when v_is_first then 'confirmed' else 'open' end, case when v_is_first then v_now end)
  on conflict (id) do nothing;
  select * into v_made from public.proposal p where p.id = p_id;
  if v_made.kind <> p_kind or v_made.data <> p_data or v_made.proposed_by <> p_by then
    raise exception 'proposal % says something else', p_id using errcode = 'unique_violation',
      constraint = 'proposal_id_is_used';
  end if;
  return v_made;
end $$;

-- Each answers how it is now; 'own', 'too-close' and 'not-office' say why nothing was done.
create function public.confirm_proposal(p_id uuid, p_by integer) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_now timestamptz := clock_timestamp();
  v_proposal public.proposal;
begin
  select * into v_proposal from public.proposal p where p.id = p_id for update;
  if v_proposal.id is null then return 'unknown'; end if;
  if v_proposal.state <> 'open' then return v_proposal.state; end if;
  if v_proposal.expires_at <= v_now then return 'expired'; end if;
  if not public.is_office(p_by) then return 'not-office'; end if;
  if v_proposal.proposed_by = p_by then return 'own'; end if;
  if not exists (select from public.proposal_others(v_proposal.proposed_by) o where o = p_by) then
    return 'too-close';
  end if;
  update public.proposal set state = 'confirmed', decided_by = p_by, decided_at = v_now
    where id = p_id;
  return 'done';
end $$;

create function public.decline_proposal(p_id uuid, p_by integer) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_proposal public.proposal;
begin
  select * into v_proposal from public.proposal p where p.id = p_id for update;
  if v_proposal.id is null then return 'unknown'; end if;
  if v_proposal.state <> 'open' then return v_proposal.state; end if;
  if not public.is_office(p_by) then return 'not-office'; end if;
  update public.proposal set state = 'declined', decided_by = p_by, words = null,
    decided_at = clock_timestamp()
  where id = p_id;
  return 'done';
end $$;

-- What is due takes effect, if whoever proposed it is still an admin; what is over its time does not any more.
create function public.settle_due_proposals() returns setof public.proposal
language sql security definer set search_path = pg_catalog, pg_temp as $$
  update public.proposal p set decided_at = clock_timestamp(),
    words = case when p.expires_at > clock_timestamp() then p.words end,
    state = case when p.expires_at > clock_timestamp() and public.is_office(p.proposed_by)
      then 'confirmed' else 'expired' end
  where p.state = 'open'
    and least(p.takes_effect_at, p.expires_at) <= clock_timestamp()
  returning *
$$;

-- Done, or impossible: either way it is not tried again.
create function public.finish_proposal(p_id uuid, p_failure text) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  update public.proposal p set words = null,
    used_at = coalesce(p.used_at, case when p_failure is null then now() end),
    failure = case when p.used_at is null then p_failure end
  where p.id = p_id and p.state = 'confirmed' and p.failure is null
$$;

create function public.forget_proposal_words(p_ids uuid[]) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  update public.proposal p set words = null where p.id = any (p_ids)
$$;

-- The owner of the tables (a migration, a restore, a first installation) is not asked; `role` is who a
-- session acts as, whoever it signed in as and whichever function it is in. Everybody else needs a
-- confirmed proposal, and uses it up.
create function public.acts_as_owner() returns boolean
language sql stable set search_path = pg_catalog, pg_temp as $$
  select pg_has_role(coalesce(nullif(current_setting('role'), 'none'), session_user), 'ledger_owner', 'usage')
$$;

create function public.guard_admins() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if public.acts_as_owner() then return new; end if;
  if new.developer and (tg_op = 'INSERT' or not old.developer) then
    raise exception 'the flag of developers is given by whoever owns the tables'
      using errcode = 'insufficient_privilege', constraint = 'second_person';
  end if;
  if new.role <> 'admin' or not new.active then return new; end if;
  if tg_op = 'UPDATE' and old.role = 'admin' and old.active then
    -- Nobody has chosen a password yet: another address is another person.
    if old.password_hash is not null or new.email = old.email then return new; end if;
  elsif tg_op = 'INSERT' and not exists (select from public.account) then
    -- Nobody could be asked.
    return new;
  end if;
  update public.proposal p set used_at = now()
    where p.kind = 'admin' and p.state = 'confirmed' and p.used_at is null and p.failure is null
      and (p.data ->> 'userId')::integer = new.id
      and (tg_op = 'UPDATE' or p.words ->> 'email' = new.email);
  if found then return new; end if;
  raise exception 'user % becomes an admin with the consent of a second one alone', new.id
    using errcode = 'insufficient_privilege', constraint = 'second_person';
end $$;
create trigger second_person before insert or update of role, active, developer, email on public.account
  for each row execute function public.guard_admins();

create function public.guard_limit() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if public.acts_as_owner() then return new; end if;
  update public.proposal p set used_at = now()
    where p.kind = 'limit' and p.state = 'confirmed' and p.used_at is null and p.failure is null
      and p.data ->> 'region' = new.code
      and (p.data ->> 'above')::bigint is not distinct from new.payout_second_person_above;
  if found then return new; end if;
  raise exception 'the limit of % is changed with the consent of a second person alone', new.code
    using errcode = 'insufficient_privilege', constraint = 'second_person';
end $$;
create trigger second_person before update on public.region
  for each row when (new.payout_second_person_above is distinct from old.payout_second_person_above)
  execute function public.guard_limit();

create function public.guard_bank() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if public.acts_as_owner() then return new; end if;
  update public.proposal p set used_at = now()
    where p.kind = 'bank' and p.state = 'confirmed' and p.used_at is null and p.failure is null
      and p.data = jsonb_build_object('bankName', new.bank_name,
        'bankAccountName', new.bank_account_name, 'bankAccountType', new.bank_account_type,
        'bankAccountNumber', new.bank_account_number, 'bankBranchCode', new.bank_branch_code);
  if found then return new; end if;
  raise exception 'the bank account of the shop is changed with the consent of a second person alone'
    using errcode = 'insufficient_privilege', constraint = 'second_person';
end $$;
create trigger second_person before update on public.shop_setting
  for each row when (
    (new.bank_name, new.bank_account_name, new.bank_account_type, new.bank_account_number, new.bank_branch_code)
    is distinct from
    (old.bank_name, old.bank_account_name, old.bank_account_type, old.bank_account_number, old.bank_branch_code))
  execute function public.guard_bank();

-- Above the limit money moves with two admins behind it: the lowest limit of all regions counts, because
-- a wallet does not say which region it is of. What was booked by transfer for one order, and granted to
-- one person in thirty days, counts together, so that nothing gets below the limit in parts.
create function public.require_second_person() returns trigger
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
            and 'bank-' || (p.data ->> 'lineId') = new.data ->> 'paymentId'
            and exists (select from jsonb_array_elements(p.data -> 'uses') u
              where (u ->> 'amount')::bigint = v_amount)));
  end if;
  if found then return null; end if;
  raise exception '% of % needs the consent of a second person', new.type, new.stream_id
    using errcode = 'insufficient_privilege', constraint = 'second_person';
end $$;
create trigger second_person after insert on public.ledger_events
  for each row when (new.type in ('PayoutPaid', 'CreditGranted')
    or (new.type = 'PaymentReceived' and new.data ->> 'method' = 'eft'))
  execute function public.require_second_person();

grant select on public.proposal to portal_app;
revoke all on function public.proposal_others, public.is_office, public.propose,
  public.confirm_proposal, public.decline_proposal, public.settle_due_proposals,
  public.finish_proposal, public.forget_proposal_words, public.acts_as_owner, public.guard_admins,
  public.guard_limit, public.guard_bank, public.require_second_person from public;
grant execute on function public.proposal_others, public.propose, public.confirm_proposal,
  public.decline_proposal, public.settle_due_proposals, public.finish_proposal,
  public.forget_proposal_words to portal_app;
-- Partitions that are added later get the trigger from whoever adds them.
grant execute on function public.require_second_person() to ledger_owner;
