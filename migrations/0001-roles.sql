-- The roles, the schemas, and what the server may do unless a table says more.

-- `ledger_owner` owns the ledger and cannot sign in; `portal_app` is what the server acts as. Roles
-- belong to the whole server, so another database may have made them already, or be making them now.
do $$
declare
  wanted name;
begin
  foreach wanted in array array['ledger_owner', 'portal_app'] loop
    if not exists (select from pg_catalog.pg_roles where rolname = wanted) then
      begin
        execute format('create role %I nologin', wanted);
      exception when duplicate_object or unique_violation then
        null;
      end;
    end if;
    -- The role that migrates must be able to hand tables over, and the server to act as portal_app.
    if not (select rolsuper from pg_catalog.pg_roles where rolname = current_user)
       and not pg_has_role(current_user, wanted, 'usage') then
      execute format('grant %I to current_user', wanted);
    end if;
  end loop;
end $$;

create extension if not exists pg_trgm with schema public;

create schema ledger;
-- What the ledger is folded into can be made anew from it, so the server owns it: a rebuild fills
-- tables in projection_next and moves them over.
create schema projection authorization portal_app;
create schema projection_next authorization portal_app;
-- Views that auditors and other programs rely on.
create schema contract authorization portal_app;
-- Jobs are kept by pg-boss, which makes its own tables when the server starts.
create schema pgboss authorization portal_app;

grant usage on schema public, ledger to portal_app;
grant usage, create on schema public, ledger to ledger_owner;
-- A table is closed to the server until its migration says what the server may do with it.
alter default privileges in schema public grant usage, select on sequences to portal_app;
-- The server asks whether it is as new as its database.
grant select on public.kysely_migration to portal_app;
