-- A decision is what one admin proposes and another confirms, or what takes effect after a wait. The rows are written by
-- functions alone. Who is independent of whom, how long is waited and above which sum two are asked is not decided here:
-- the numbers are arguments. What is held here: proposer and confirmer are two active admins, each step is taken once, a
-- decision is used once and after its wait, and an account becomes an active admin, the shop's bank account, its contact
-- address and a raised limit change in the transaction that uses such a decision.
drop trigger second_person on public.account;
drop trigger second_person on public.region;
drop trigger second_person on public.shop_setting;
drop trigger second_person on public.ledger_events;
drop function public.guard_admins, public.guard_limit, public.guard_bank, public.require_second_person,
  public.propose, public.confirm_proposal, public.decline_proposal, public.settle_due_proposals,
  public.finish_proposal, public.forget_proposal_words, public.proposal_others, public.is_office;

alter table public.proposal rename to decision;
alter table public.decision
  drop constraint proposal_kind_check,
  drop constraint proposal_state_check,
  -- How it takes effect, fixed at the proposal.
  add column way text check (way in ('confirmed', 'silence', 'alone')),
  -- SHA-256 of what is frozen, in canonical JSON; null for those of earlier releases.
  add column digest text check (digest ~ '^[0-9a-f]{64}$'),
  -- The limit for money at the proposal, in minor units.
  add column second_person_above bigint,
  -- Where it takes effect by itself: how long after its notices are out.
  add column wait_seconds integer,
  -- When the mail server had accepted every notice of it, or refused it for good.
  add column notices_out_at timestamptz,
  -- What the one who confirmed it signed.
  add column proof jsonb,
  -- The transaction that used it; a restored database counts them anew, so the time counts too.
  add column used_in xid8,
  alter column expires_at drop not null;

-- Those of earlier releases: what is not carried out ends, and is to be proposed again.
update public.decision set way = case when takes_effect_at is null then 'confirmed' else 'alone' end,
  wait_seconds = extract(epoch from takes_effect_at - proposed_at)::integer;
update public.decision set state = 'void', words = null where failure is not null;
update public.decision set state = 'void', words = null, failure = 'proposal.upgraded', decided_at = now()
  where state = 'open' or (state = 'confirmed' and used_at is null);
update public.decision set words = null;
update public.decision set data = data || '{"before": null}' where kind in ('limit', 'bank');
alter table public.decision
  drop column takes_effect_at,
  alter column way set not null,
  add constraint decision_state_check
    check (state in ('open', 'confirmed', 'declined', 'withdrawn', 'expired', 'void')),
  add constraint decision_wait_check check ((way = 'confirmed') = (wait_seconds is null)),
  add constraint decision_void_check check ((state = 'void') = (failure is not null));

drop index public.proposal_to_do;
alter index public.proposal_admin_email rename to decision_admin_email;
alter index public.proposal_open rename to decision_open;
alter index public.proposal_decided rename to decision_decided;
alter index public.proposal_payout rename to decision_payout;
alter index public.proposal_pkey rename to decision_pkey;

-- The link in an email by which somebody declines without signing in: the hash of its secret.
create table public.decision_link (
  token_hash text primary key check (token_hash ~ '^[0-9a-f]{64}$'),
  decision_id uuid not null references public.decision,
  user_id integer not null references public.account on delete cascade,
  created_at timestamptz not null
);
create index decision_link_of on public.decision_link (decision_id);
grant select, insert, delete on public.decision_link to portal_app;

-- They still hear of decisions for a while.
update public.account set left_office_at = updated_at
  where role = 'admin' and not active and password_hash is not null and left_office_at is null;

create function public.is_office(p_user integer) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.account a where a.id = p_user and a.role = 'admin' and a.active
    and a.password_hash is not null and a.locked_at is null)
$$;

-- Repeated under one id it is one decision.
create function public.propose(
  p_id uuid, p_kind text, p_data jsonb, p_words jsonb, p_by integer, p_way text, p_digest text,
  p_limit bigint, p_wait_seconds integer, p_life_seconds integer, p_open_max integer
) returns public.decision
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_now timestamptz := clock_timestamp();
  v_made public.decision;
begin
  if not public.is_office(p_by) then
    raise exception 'only an admin proposes' using errcode = 'insufficient_privilege';
  end if;
  -- One after the other, so that they are counted.
  perform pg_advisory_xact_lock(7226002, p_by);
  if not exists (select from public.decision d where d.id = p_id) and p_open_max <=
    (select count(*) from public.decision d where d.proposed_by = p_by and d.state = 'open')
  then
    raise exception 'admin % has too many open decisions', p_by
      using errcode = 'insufficient_privilege', constraint = 'decision_open_max';
  end if;
  insert into public.decision (id, kind, data, words, proposed_by, proposed_at, way, digest,
    second_person_above, wait_seconds, expires_at)
  values (p_id, p_kind, p_data, p_words, p_by, v_now, p_way, p_digest, p_limit, p_wait_seconds,
    case when p_way = 'confirmed' then v_now + make_interval(secs => p_life_seconds) end)
  on conflict (id) do nothing;
  select * into v_made from public.decision d where d.id = p_id;
  if v_made.kind <> p_kind or v_made.data <> p_data or v_made.proposed_by <> p_by then
    raise exception 'decision % says something else', p_id using errcode = 'unique_violation',
      constraint = 'decision_id_is_used';
  end if;
  return v_made;
end $$;

-- Each answers how it is now, 'done', or why nothing was done.
create function public.confirm_decision(p_id uuid, p_by integer, p_proof jsonb) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_decision public.decision;
begin
  select * into v_decision from public.decision d where d.id = p_id for update;
  if v_decision.id is null then return 'unknown'; end if;
  if v_decision.state <> 'open' then return v_decision.state; end if;
  if v_decision.expires_at <= clock_timestamp() then return 'expired'; end if;
  if v_decision.proposed_by = p_by then return 'own'; end if;
  if v_decision.way = 'alone' then return 'alone'; end if;
  if not public.is_office(p_by) then return 'not-office'; end if;
  if not public.is_office(v_decision.proposed_by) then return 'proposer-gone'; end if;
  update public.decision set state = 'confirmed', decided_by = p_by, decided_at = clock_timestamp(),
    proof = p_proof
  where id = p_id;
  return 'done';
end $$;

-- By somebody else, or taken back by the one who proposed it; until it is carried out.
create function public.decline_decision(p_id uuid, p_by integer, p_state text) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_decision public.decision;
begin
  select * into v_decision from public.decision d where d.id = p_id for update;
  if v_decision.id is null then return 'unknown'; end if;
  if v_decision.state not in ('open', 'confirmed') or v_decision.used_at is not null then
    return v_decision.state;
  end if;
  if (p_state = 'withdrawn') <> (v_decision.proposed_by = p_by) then return 'own'; end if;
  update public.decision set state = p_state, decided_by = p_by, decided_at = clock_timestamp(),
    words = null
  where id = p_id and p_state in ('declined', 'withdrawn');
  return 'done';
end $$;

-- The wait begins.
create function public.send_off_decision(p_id uuid) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  update public.decision set notices_out_at = clock_timestamp()
  where id = p_id and state = 'open' and way <> 'confirmed' and notices_out_at is null
$$;

-- What has waited long enough is confirmed by nobody; what is over its time expires, and with it a permission that nobody
-- used; what was proposed by somebody who is no admin any more, or locked, ends.
create function public.settle_due_decisions(p_permissions text[], p_life_seconds integer)
returns setof public.decision
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query update public.decision d set state = 'void', failure = 'proposal.proposer-gone',
    decided_at = clock_timestamp(), words = null
  where (d.state = 'open' or (d.state = 'confirmed' and d.used_at is null))
    and not public.is_office(d.proposed_by)
  returning d.*;
  return query update public.decision d set state = 'expired', decided_at = clock_timestamp(),
    words = null
  where (d.state = 'open' and d.expires_at <= clock_timestamp())
    or (d.state = 'confirmed' and d.used_at is null and d.kind = any (p_permissions)
      and d.decided_at + make_interval(secs => p_life_seconds) <= clock_timestamp())
  returning d.*;
  return query update public.decision d set state = 'confirmed', decided_at = clock_timestamp()
  where d.state = 'open' and d.way <> 'confirmed'
    and d.notices_out_at + make_interval(secs => d.wait_seconds) <= clock_timestamp()
  returning d.*;
end $$;

-- In the transaction that carries it out; the words stay until its end, and are forgotten by then.
create function public.use_decision(p_id uuid) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_decision public.decision;
begin
  select * into v_decision from public.decision d where d.id = p_id for update;
  if v_decision.id is null then return 'unknown'; end if;
  if v_decision.used_at is not null then return 'used'; end if;
  if v_decision.state <> 'confirmed' then return v_decision.state; end if;
  if not public.is_office(v_decision.proposed_by) then return 'proposer-gone'; end if;
  if v_decision.decided_by is not null and (v_decision.decided_by = v_decision.proposed_by
    or not public.is_office(v_decision.decided_by)) then return 'confirmer-gone'; end if;
  if v_decision.decided_by is null and (v_decision.notices_out_at is null
    or v_decision.notices_out_at + make_interval(secs => v_decision.wait_seconds) > clock_timestamp())
  then return 'waits'; end if;
  update public.decision set used_at = clock_timestamp(), used_in = pg_current_xact_id()
    where id = p_id;
  return 'done';
end $$;

-- It can never be carried out, and says why.
create function public.void_decision(p_id uuid, p_failure text) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.decision d set state = 'void', failure = p_failure, words = null,
    decided_at = coalesce(d.decided_at, clock_timestamp())
  where d.id = p_id and d.state in ('open', 'confirmed') and d.used_at is null;
  return found;
end $$;

-- Of one proposer, or with null of all.
create function public.end_decisions(p_proposer integer, p_failure text) returns setof uuid
language sql security definer set search_path = pg_catalog, pg_temp as $$
  update public.decision d set state = 'void', failure = p_failure, words = null,
    decided_at = coalesce(d.decided_at, clock_timestamp())
  where d.state in ('open', 'confirmed') and d.used_at is null
    and (p_proposer is null or d.proposed_by = p_proposer)
  returning d.id
$$;

create function public.forget_decision_words(p_ids uuid[]) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  update public.decision d set words = null where d.id = any (p_ids) and d.words is not null
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
  if exists (select from public.decision d
    where d.kind = 'admin' and d.used_in = pg_current_xact_id() and d.used_at >= now()
      and (d.data ->> 'userId')::integer = new.id and d.words ->> 'email' = new.email)
  then return new; end if;
  raise exception 'user % becomes an admin by a decision of two alone', new.id
    using errcode = 'insufficient_privilege', constraint = 'second_person';
end $$;
create trigger second_person before insert or update of role, active, developer, email on public.account
  for each row execute function public.guard_admins();

create function public.guard_limit() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if public.acts_as_owner() then return new; end if;
  if exists (select from public.decision d
    where d.kind = 'limit' and d.used_in = pg_current_xact_id() and d.used_at >= now() and d.data ->> 'region' = new.code
      and (d.data ->> 'above')::bigint is not distinct from new.payout_second_person_above)
  then return new; end if;
  raise exception 'the limit of % is raised by a decision of two alone', new.code
    using errcode = 'insufficient_privilege', constraint = 'second_person';
end $$;
-- Lowering it stops money, and anybody may.
create trigger second_person before update on public.region
  for each row when (old.payout_second_person_above is not null
    and coalesce(new.payout_second_person_above > old.payout_second_person_above, true))
  execute function public.guard_limit();

create function public.guard_shop() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if public.acts_as_owner() then return new; end if;
  -- The first one ever has no former one to protect.
  if new.contact_email <> old.contact_email and old.contact_email <> '' and not exists (
    select from public.decision d where d.kind = 'contact' and d.used_in = pg_current_xact_id() and d.used_at >= now()
      and d.data ->> 'contactEmail' = new.contact_email)
  then
    raise exception 'the contact address of the shop is changed by a decision of two alone'
      using errcode = 'insufficient_privilege', constraint = 'second_person';
  end if;
  if (new.bank_name, new.bank_account_name, new.bank_account_type, new.bank_account_number,
      new.bank_branch_code)
    is distinct from (old.bank_name, old.bank_account_name, old.bank_account_type,
      old.bank_account_number, old.bank_branch_code)
    and concat(old.bank_name, old.bank_account_name, old.bank_account_type, old.bank_account_number,
      old.bank_branch_code) <> ''
    and not exists (select from public.decision d
      where d.kind = 'bank' and d.used_in = pg_current_xact_id() and d.used_at >= now()
        and d.data - 'before' = jsonb_build_object('bankName', new.bank_name,
          'bankAccountName', new.bank_account_name, 'bankAccountType', new.bank_account_type,
          'bankAccountNumber', new.bank_account_number, 'bankBranchCode', new.bank_branch_code))
  then
    raise exception 'the bank account of the shop is changed by a decision of two alone'
      using errcode = 'insufficient_privilege', constraint = 'second_person';
  end if;
  return new;
end $$;
create trigger second_person before update on public.shop_setting
  for each row execute function public.guard_shop();

-- What says that it was decided was decided, and by nothing that was used before. At the end of the transaction, because
-- the decision is used after the events are written.
create function public.require_decision() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if public.acts_as_owner() or exists (select from public.decision d
    where d.id::text = new.metadata ->> 'decisionId' and d.used_in = pg_current_xact_id() and d.used_at >= now())
  then return null; end if;
  raise exception '% of % names a decision that was not used for it', new.type, new.stream_id
    using errcode = 'insufficient_privilege', constraint = 'second_person';
end $$;
create constraint trigger second_person after insert on public.ledger_events
  deferrable initially deferred
  for each row when (new.metadata ? 'decisionId')
  execute function public.require_decision();

revoke all on function public.is_office, public.propose, public.confirm_decision,
  public.decline_decision, public.send_off_decision, public.settle_due_decisions,
  public.use_decision, public.void_decision, public.end_decisions, public.forget_decision_words,
  public.guard_admins, public.guard_limit, public.guard_shop, public.require_decision from public;
grant execute on function public.is_office, public.propose, public.confirm_decision,
  public.decline_decision, public.send_off_decision, public.settle_due_decisions,
  public.use_decision, public.void_decision, public.end_decisions, public.forget_decision_words
  to portal_app;
-- Partitions that are added later get the trigger from whoever adds them.
grant execute on function public.require_decision() to ledger_owner;
