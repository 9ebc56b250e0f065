import { type Kysely, sql } from "kysely";

/**
 * The keys that may seal this ledger, one after the other. The first is the one that an installation
 * begins with; each later one carries a signature of the key before it. Whoever rewrites this table cannot
 * make those signatures, nor the first key the one that is pinned outside of the database.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [table, earlierKeys, addKey, sealByNewestKey, rights])
    await sql.raw(statement).execute(db);
}

const table = `
create table public.ledger_seal_keys (
  number integer not null primary key check (number > 0),
  -- Ed25519, SubjectPublicKeyInfo in base64.
  public_key text not null unique,
  -- Seals of what comes after it are signed with this key.
  from_position bigint not null check (from_position >= 0),
  -- By the key before it; null for the first, and for one that took over from a lost key.
  signature bytea,
  added_at timestamptz not null
);
select ledger.make_append_only('public.ledger_seal_keys');
alter table public.ledger_seal_keys owner to ledger_owner;
`;

const earlierKeys = `
insert into public.ledger_seal_keys
select row_number() over (order by min(through_position)), public_key,
  min(through_position - event_count), null, now()
from public.ledger_seals group by public_key;
`;

const addKey = `
create function ledger.add_seal_key(
  p_number integer, p_public_key text, p_from_position bigint, p_signature bytea
) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock(7226003);
  if p_number <> (select coalesce(max(k.number), 0) + 1 from public.ledger_seal_keys k)
     or p_from_position <> (select coalesce(max(s.through_position), 0) from public.ledger_seals s) then
    raise exception 'the seal key % does not continue the last one', p_number
      using errcode = 'serialization_failure';
  end if;
  insert into public.ledger_seal_keys
  values (p_number, p_public_key, p_from_position, p_signature, clock_timestamp());
end $$;
`;

/** As before, and by nobody but the key in force. */
const sealByNewestKey = `
create or replace function ledger.seal(
  p_through_position bigint, p_event_count bigint, p_previous_root bytea, p_root bytea,
  p_public_key text, p_signature bytea
) returns timestamptz
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_last public.ledger_seals;
  v_now timestamptz := date_trunc('milliseconds', clock_timestamp());
begin
  perform pg_advisory_xact_lock(7226003);
  if p_public_key is distinct from
     (select k.public_key from public.ledger_seal_keys k order by k.number desc limit 1) then
    raise exception 'this is not the seal key of this ledger'
      using errcode = 'insufficient_privilege';
  end if;
  select * into v_last from public.ledger_seals order by through_position desc limit 1;
  if p_previous_root <> coalesce(v_last.root, ledger.no_hash())
     or p_event_count <> p_through_position - coalesce(v_last.through_position, 0)
     or p_event_count < 1
     or p_through_position > (select h.position from public.ledger_head h) then
    raise exception 'the seal through position % does not continue the last one', p_through_position
      using errcode = 'serialization_failure';
  end if;
  insert into public.ledger_seals values (p_through_position, p_event_count, p_previous_root,
    p_root, p_public_key, p_signature, v_now);
  return v_now;
end $$;
`;

const rights = `
alter function ledger.add_seal_key owner to ledger_owner;
revoke all on function ledger.add_seal_key from public;
grant execute on function ledger.add_seal_key to portal_app;
grant select on public.ledger_seal_keys to portal_app;
`;
