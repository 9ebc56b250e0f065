-- The limit above which money takes two admins, as it was at each time (the lowest of all regions; null: none), so that it can
-- be checked later that nothing above it went without a second one. What was recorded before this release is not checked.
create table public.money_limit (
  id integer generated always as identity primary key,
  since timestamptz not null,
  above bigint
);
insert into public.money_limit (since, above) select clock_timestamp(), min(payout_second_person_above) from public.region;

create function public.keep_money_limit() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.money_limit (since, above)
  select clock_timestamp(), lowest.above
  from (select min(r.payout_second_person_above) as above from public.region r) lowest
  where lowest.above is distinct from (select l.above from public.money_limit l order by l.id desc limit 1);
  return null;
end $$;
create trigger kept_limit after insert or delete or update of payout_second_person_above on public.region
  for each statement execute function public.keep_money_limit();

-- What whoever owns the database has looked into, and accepts (`npm run db -- accept-undecided`): payouts go on.
create table public.accepted_breach (
  subject text primary key,
  accepted_at timestamptz not null default now()
);

grant select on public.money_limit, public.accepted_breach to portal_app;

alter table public.ledger_check drop constraint ledger_check_name_check;
alter table public.ledger_check add constraint ledger_check_name_check
  check (name in ('replay', 'chain', 'plan', 'decisions'));
insert into public.ledger_check (name) values ('decisions');
