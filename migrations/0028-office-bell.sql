-- Tells listeners that somebody changed something that is not in the ledger: products, people, bank transactions and the
-- like. Equal notifications of one transaction are one. A sign-in changes no list.
create function ring_office() returns trigger language plpgsql
set search_path = pg_catalog, pg_temp
as $$ begin perform pg_notify('office', ''); return null; end $$;

create trigger audit_entry_rings after insert on audit_entry
  for each row when (new.action not in ('signed-in', 'signed-out'))
  execute function ring_office();
