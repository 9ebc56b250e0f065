-- A role of the office that reads all of money and changes nothing. It is given as an admin's: by a decision that names it.
alter table account
  drop constraint account_role_check,
  add constraint account_role_check
    check (role in ('admin', 'accountant', 'distributor', 'stockist', 'customer'));

create or replace function public.guard_admins() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if public.acts_as_owner() then return new; end if;
  if new.developer and (tg_op = 'INSERT' or not old.developer) then
    raise exception 'the flag of developers is given by whoever owns the tables'
      using errcode = 'insufficient_privilege', constraint = 'second_person';
  end if;
  if new.role not in ('admin', 'accountant') or not new.active then return new; end if;
  if tg_op = 'UPDATE' and old.role = new.role and old.active then
    -- Nobody has chosen a password yet: another address is another person.
    if old.password_hash is not null or new.email = old.email then return new; end if;
  elsif tg_op = 'INSERT' and not exists (select from public.account) then
    -- Nobody could be asked.
    return new;
  end if;
  -- A decision of an earlier release names no role: it makes an admin.
  if exists (select from public.decision d
    where d.kind = 'admin' and d.used_in = pg_current_xact_id() and d.used_at >= now()
      and coalesce(d.data ->> 'role', 'admin') = new.role
      and (d.data ->> 'userId')::integer = new.id and d.words ->> 'email' = new.email)
  then return new; end if;
  raise exception 'user % gets the role % by a decision of two alone', new.id, new.role
    using errcode = 'insufficient_privilege', constraint = 'second_person';
end $$;
