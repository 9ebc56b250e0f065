/**
 * `ledger_owner` owns the ledger and cannot sign in; `portal_app` is what the server acts as. Roles
 * belong to the whole server, so another database may have made them already, or be making them now.
 */
export const roles = `
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
    -- Who migrates must be able to hand tables over, and the server to act as portal_app.
    if not (select rolsuper from pg_catalog.pg_roles where rolname = current_user)
       and not pg_has_role(current_user, wanted, 'usage') then
      execute format('grant %I to current_user', wanted);
    end if;
  end loop;
end $$;
create schema ledger;
`;

/** Who migrates hands everything over to the role that nobody can sign in as. */
export const ownership = `
grant usage, create on schema public to ledger_owner;
do $$
declare
  thing text;
begin
  foreach thing in array array['ledger_events', 'ledger_commands', 'ledger_streams', 'ledger_head',
    'ledger_seals'] loop
    execute format('alter table public.%I owner to ledger_owner', thing);
  end loop;
  execute 'grant usage, create on schema ledger to ledger_owner';
  for thing in select oid::regprocedure from pg_catalog.pg_proc
    where pronamespace = 'ledger'::regnamespace loop
    execute format('alter routine %s owner to ledger_owner', thing);
  end loop;
  execute 'alter schema ledger owner to ledger_owner';
end $$;
revoke all on all routines in schema ledger from public;
select ledger.add_partitions();
`;

/** What the server may do. Plain tables of later migrations are open to it; the ledger is not. */
export const rights = `
grant usage on schema public, ledger to portal_app;
grant select on public.ledger_events, public.ledger_commands, public.ledger_streams,
  public.ledger_head, public.ledger_seals, public.schema_migration to portal_app;
grant execute on function ledger.append, ledger.append_one, ledger.seal, ledger.add_partitions,
  ledger.netstring, ledger.microseconds, ledger.no_hash, ledger.content_text, ledger.event_hash,
  ledger.hash_of to portal_app;
alter default privileges in schema public
  grant select, insert, update, delete on tables to portal_app;
alter default privileges in schema public grant usage, select on sequences to portal_app;
`;
