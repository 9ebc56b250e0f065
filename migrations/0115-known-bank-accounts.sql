-- The bank accounts whose statements count, besides the one of the settings, as files write them; empty: files that name
-- none. One is added by a decision of two admins: of this account, or of another bank account of the shop in place of it.
create table public.known_bank_account (
  account text primary key,
  known_since timestamptz not null default now()
);

-- What two admins entered before, and the accounts whose transactions were used before there was such a decision.
insert into public.known_bank_account (account)
  select account from (
    select account from public.bank_line where state <> 'open'
    union select account from public.bank_debit line
      where kind is not null or exists (select from public.payout_batch_item item where item.proof_line = line.id)
    union select nullif(data -> 'before' ->> 'bankAccountNumber', '') from public.decision
      where kind = 'bank' and used_at is not null
  ) used
  where account is not null;

create function public.guard_known_bank_account() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if public.acts_as_owner() or exists (select from public.decision d
    where d.used_in = pg_current_xact_id() and d.used_at >= now()
      and ((d.kind = 'bank-account' and d.data ->> 'account' = new.account)
        or (d.kind = 'bank' and d.data -> 'before' ->> 'bankAccountNumber' = new.account)))
  then return new; end if;
  raise exception 'a bank account becomes known by a decision of two alone'
    using errcode = 'insufficient_privilege', constraint = 'second_person';
end $$;
create trigger second_person before insert or update on public.known_bank_account
  for each row execute function public.guard_known_bank_account();
grant select, insert on public.known_bank_account to portal_app;
