import { type Kysely, sql } from "kysely";

/**
 * The ledger: one append-only table of facts, one function that writes it, and the roles that keep
 * everybody else from writing. Every block below is one step; the order matters.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const block of [
    roles,
    tables,
    hashing,
    appendOnly,
    partitions,
    append,
    seals,
    ownership,
    rights,
  ])
    await sql.raw(block).execute(db);
}

/**
 * `ledger_owner` owns the ledger and cannot sign in; `portal_app` is what the server acts as. Roles
 * belong to the whole server, so another database may have made them already, or be making them now.
 */
const roles = `
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

/**
 * Text that is compared and never sorted for people has collation "C": keys are found faster, and an
 * upgrade of the operating system cannot damage their indexes. Positions have no gaps: they are
 * counted in ledger_head under the lock of append, so that a missing one is proof of a removal.
 */
const tables = `
create table public.ledger_events (
  position bigint not null primary key,
  stream_id text collate "C" not null,
  stream_version integer not null check (stream_version > 0),
  event_id uuid not null,
  type text collate "C" not null,
  schema_version integer not null check (schema_version > 0),
  data jsonb not null,
  metadata jsonb not null,
  occurred_at timestamptz not null,
  recorded_at timestamptz not null,
  previous_hash bytea not null,
  hash bytea not null
) partition by range (position);

-- Every command that was ever answered: a repeated one gets the same answer.
create table public.ledger_commands (
  command_id text collate "C" not null primary key,
  request_hash bytea not null,
  actor text,
  answer jsonb,
  first_position bigint not null,
  event_count integer not null,
  recorded_at timestamptz not null
);

-- The newest event of each stream: what an expected version is compared with.
create table public.ledger_streams (
  stream_id text collate "C" not null primary key,
  stream_version integer not null,
  hash bytea not null
) with (fillfactor = 80);

-- The newest event of all. One row.
create table public.ledger_head (
  position bigint not null,
  recorded_at timestamptz not null
) with (fillfactor = 50);
create unique index ledger_head_single on public.ledger_head ((true));
insert into public.ledger_head values (0, '2000-01-01Z');

-- Signed roots over all events up to a position; each root includes the one before it.
create table public.ledger_seals (
  through_position bigint not null primary key,
  event_count bigint not null,
  previous_root bytea not null,
  root bytea not null,
  key_id text not null,
  signature bytea not null,
  sealed_at timestamptz not null
);
`;

/**
 * The hash of an event covers the hash of the event before it in its stream, and then the stored
 * bytes of every other column, each as a netstring (its length in bytes, a colon, the value), so that
 * no two different events can have the same text. Instants are microseconds since 1970.
 */
const hashing = `
create function ledger.netstring(value text) returns text
language sql immutable parallel safe as $$ select octet_length(value)::text || ':' || value $$;

create function ledger.microseconds(instant timestamptz) returns text
language sql immutable parallel safe as $$
  select ((extract(epoch from instant at time zone 'UTC') * 1000000)::bigint)::text
$$;

create function ledger.event_text(
  event_position bigint, stream_id text, stream_version integer, event_id uuid, type text,
  schema_version integer, data text, metadata text, occurred_at timestamptz, recorded_at timestamptz
) returns text language sql immutable parallel safe as $$
  select ledger.netstring(event_position::text) || ledger.netstring(stream_id)
    || ledger.netstring(stream_version::text) || ledger.netstring(event_id::text)
    || ledger.netstring(type) || ledger.netstring(schema_version::text)
    || ledger.netstring(data) || ledger.netstring(metadata)
    || ledger.netstring(ledger.microseconds(occurred_at))
    || ledger.netstring(ledger.microseconds(recorded_at))
$$;

create function ledger.no_hash() returns bytea
language sql immutable parallel safe as $$ select decode(repeat('00', 32), 'hex') $$;

create function ledger.event_hash(previous_hash bytea, event_text text) returns bytea
language sql immutable parallel safe as $$
  select sha256(previous_hash || convert_to(event_text, 'UTF8'))
$$;

-- Chains the events of one stream within one append: the first continues from the stream's head.
create function ledger.chain_next(chained bytea, head bytea, event_text text) returns bytea
language plpgsql immutable parallel safe as $$
begin
  return sha256(coalesce(chained, head) || convert_to(event_text, 'UTF8'));
end $$;

create aggregate ledger.chain(head bytea, event_text text) (
  sfunc = ledger.chain_next, stype = bytea
);
`;

/**
 * A statement that would change or remove history fails for everybody, the owner included, and also
 * where session_replication_role turns ordinary triggers off.
 */
const appendOnly = `
create function ledger.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;

create function ledger.make_append_only(relation regclass) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  execute format(
    'create trigger append_only before update or delete or truncate on %s
       for each statement execute function ledger.refuse_change()', relation);
  execute format('alter table %s enable always trigger append_only', relation);
end $$;

select ledger.make_append_only(relation) from unnest(array[
  'public.ledger_events', 'public.ledger_commands', 'public.ledger_seals'
]::regclass[]) relation;
`;

/**
 * Partitions of ten million positions; old ones can move to cheaper storage. Called at every start
 * and by the sealing job. A partition is made beside the table and attached, because that waits for
 * nobody who reads.
 */
const partitions = `
create function ledger.add_partitions(ahead integer default 2) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  width constant bigint := 10000000;
  added integer := 0;
  number bigint;
  partition text;
begin
  for number in
    select wanted from generate_series(0, (select position / width + ahead from public.ledger_head)) wanted
    where to_regclass('ledger.events_' || wanted) is null
  loop
    -- One at a time among several processes that start together.
    perform pg_advisory_xact_lock(7226002);
    partition := 'ledger.events_' || number;
    continue when to_regclass(partition) is not null;
    execute format('create table %s (like public.ledger_events including all)', partition);
    execute format('create unique index on %s (stream_id, stream_version)', partition);
    execute format('create unique index on %s (event_id)', partition);
    execute format('alter table %s add constraint bounds check (position >= %s and position < %s)',
      partition, number * width, (number + 1) * width);
    perform ledger.make_append_only(partition::regclass);
    execute format('alter table public.ledger_events attach partition %s for values from (%s) to (%s)',
      partition, number * width, (number + 1) * width);
    execute format('alter table %s drop constraint bounds', partition);
    added := added + 1;
  end loop;
  return added;
end $$;
`;

/**
 * The only way to write. Takes a batch of commands with their events (arrays of one element per
 * command, and of one element per event) and answers one row per command, in the same order:
 *
 *   appended  its events are in the ledger, at first_position and the positions after it
 *   replayed  the command was answered before; here is that answer
 *   reused    the command id was used before for another request
 *   stale     a stream is not at the version that the command was decided on
 *   again     it meets an earlier command of the same call in a stream; to be sent once more
 *
 * p_stream_versions is the version that an event must get, or null for any. One lock for all writers
 * makes positions appear in commit order: a reader that has seen position 10 never meets a late 9.
 */
const append = `
create function ledger.append(
  p_command_ids text[], p_request_hashes bytea[], p_actors text[], p_answers jsonb[],
  p_commands integer[], p_stream_ids text[], p_stream_versions integer[], p_event_ids uuid[],
  p_types text[], p_schema_versions integer[], p_data jsonb[], p_metadata jsonb[],
  p_occurred_ats timestamptz[]
) returns table (
  outcome text, first_position bigint, event_count integer, stream_versions integer[],
  recorded_at timestamptz, answer jsonb
)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  v_base bigint;
  v_now timestamptz;
begin
  perform pg_advisory_xact_lock(7226001);
  -- The clock may step back, the order of what was known when may not.
  select h.position, greatest(h.recorded_at, date_trunc('milliseconds', clock_timestamp()))
    into strict v_base, v_now from public.ledger_head h;

  return query
  with command as materialized (
    select c.ordinal, c.command_id, c.request_hash, c.actor, c.answer,
      known.request_hash as known_hash, known.answer as known_answer,
      known.first_position as known_position, known.event_count as known_count,
      known.recorded_at as known_at,
      row_number() over (partition by c.command_id order by c.ordinal) > 1 as repeated
    from unnest(p_command_ids, p_request_hashes, p_actors, p_answers)
      with ordinality c (command_id, request_hash, actor, answer, ordinal)
    left join public.ledger_commands known on known.command_id = c.command_id
  ), event as materialized (
    select e.*, coalesce(head.hash, ledger.no_hash()) as head_hash,
      coalesce(head.stream_version, 0)
        + (row_number() over stream)::integer as stream_version,
      min(e.command) over stream < e.command as contended
    from unnest(p_commands, p_stream_ids, p_stream_versions, p_event_ids, p_types,
        p_schema_versions, p_data, p_metadata, p_occurred_ats)
      with ordinality e (command, stream_id, wanted_version, event_id, type, schema_version, data,
        metadata, occurred_at, ordinal)
    left join public.ledger_streams head on head.stream_id = e.stream_id
    window stream as (partition by e.stream_id order by e.ordinal)
  ), obstacle as (
    select command, bool_or(contended) as contended, bool_or(wanted_version <> stream_version) as stale
    from event group by command
  ), verdict as materialized (
    select c.*, case
      when c.known_hash = c.request_hash then 'replayed'
      when c.known_hash is not null then 'reused'
      when c.repeated or o.contended then 'again'
      when o.stale then 'stale'
      else 'appended' end as outcome
    from command c left join obstacle o on o.command = c.ordinal
  ), accepted as materialized (
    select e.*, v_base + row_number() over (order by e.ordinal) as position,
      e.data::text as data_text, e.metadata::text as metadata_text
    from event e join verdict v on v.ordinal = e.command and v.outcome = 'appended'
  ), hashed as materialized (
    select a.*, ledger.chain(a.head_hash, ledger.event_text(a.position, a.stream_id,
        a.stream_version, a.event_id, a.type, a.schema_version, a.data_text, a.metadata_text,
        a.occurred_at, v_now)) over (partition by a.stream_id order by a.ordinal) as hash
    from accepted a
  ), written as (
    insert into public.ledger_events
    select h.position, h.stream_id, h.stream_version, h.event_id, h.type, h.schema_version, h.data,
      h.metadata, h.occurred_at, v_now,
      coalesce(lag(h.hash) over (partition by h.stream_id order by h.ordinal), h.head_hash), h.hash
    from hashed h order by h.position
  ), heads as (
    insert into public.ledger_streams as stream
    select distinct on (h.stream_id) h.stream_id, h.stream_version, h.hash
    from hashed h order by h.stream_id, h.stream_version desc
    on conflict (stream_id) do update
      set stream_version = excluded.stream_version, hash = excluded.hash
  ), head as (
    update public.ledger_head set position = v_base + (select count(*) from hashed), recorded_at = v_now
    where exists (select from hashed)
  ), placed as (
    select h.command, min(h.position) as first_position, count(*)::integer as event_count,
      array_agg(h.stream_version order by h.ordinal) as stream_versions
    from hashed h group by h.command
  ), answered as (
    insert into public.ledger_commands
    select v.command_id, v.request_hash, v.actor, v.answer, coalesce(p.first_position, v_base + 1),
      coalesce(p.event_count, 0), v_now
    from verdict v left join placed p on p.command = v.ordinal where v.outcome = 'appended'
  )
  select v.outcome, coalesce(v.known_position, p.first_position, v_base + 1),
    coalesce(v.known_count, p.event_count, 0), p.stream_versions,
    coalesce(v.known_at, v_now), v.known_answer
  from verdict v left join placed p on p.command = v.ordinal
  order by v.ordinal;

  perform ledger.refuse_known_events(v_base);
end $$;

-- Each partition refuses a known event id by its index; this looks into the other partitions.
create function ledger.refuse_known_events(p_base bigint) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  known uuid;
begin
  if (select h.position < 10000000 from public.ledger_head h) then return; end if;
  select fresh.event_id into known
    from public.ledger_events fresh
    join public.ledger_events older on older.event_id = fresh.event_id and older.position <= p_base
    where fresh.position > p_base limit 1;
  if found then
    raise exception 'event % is in the ledger already', known using errcode = 'unique_violation';
  end if;
end $$;
`;

/** Seals are computed and signed outside; the database holds them to their order and keeps them. */
const seals = `
create function ledger.seal(
  p_through_position bigint, p_event_count bigint, p_previous_root bytea, p_root bytea,
  p_key_id text, p_signature bytea
) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_last public.ledger_seals;
begin
  perform pg_advisory_xact_lock(7226003);
  select * into v_last from public.ledger_seals order by through_position desc limit 1;
  if p_previous_root <> coalesce(v_last.root, ledger.no_hash())
     or p_event_count <> p_through_position - coalesce(v_last.through_position, 0)
     or p_event_count < 1
     or p_through_position > (select h.position from public.ledger_head h) then
    raise exception 'the seal through position % does not continue the last one', p_through_position
      using errcode = 'serialization_failure';
  end if;
  insert into public.ledger_seals values (p_through_position, p_event_count, p_previous_root,
    p_root, p_key_id, p_signature, date_trunc('milliseconds', clock_timestamp()));
end $$;
`;

const ownership = `
grant create on schema public to ledger_owner;
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
const rights = `
grant usage on schema public, ledger to portal_app;
grant select on public.ledger_events, public.ledger_commands, public.ledger_streams,
  public.ledger_head, public.ledger_seals, public.schema_migration to portal_app;
grant execute on function
  ledger.append, ledger.add_partitions, ledger.seal, ledger.netstring, ledger.microseconds,
  ledger.event_text, ledger.event_hash, ledger.no_hash to portal_app;
alter default privileges in schema public
  grant select, insert, update, delete on tables to portal_app;
alter default privileges in schema public grant usage, select on sequences to portal_app;
`;
