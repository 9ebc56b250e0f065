-- The ledger: one append-only table of facts, one function that writes it, and the rights that keep
-- everybody else from writing.

-- Text that is compared and never sorted for people has collation "C": keys are found faster, and an
-- upgrade of the operating system cannot damage their indexes. Positions have no gaps: they are
-- counted in ledger_head under the lock of append, so that a missing one is proof of a removal.
create table public.ledger_events (
  position bigint not null primary key,
  stream_id text collate "C" not null,
  stream_version integer not null,
  event_id uuid not null,
  type text collate "C" not null,
  schema_version integer not null,
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
  public_key text not null,
  signature bytea not null,
  sealed_at timestamptz not null
);

-- The keys that may seal this ledger, one after the other. The first is the one that an installation
-- begins with; each later one carries a signature of the key before it. A rewritten table cannot have
-- those signatures, nor have as its first key the one that is pinned outside of the database.
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

-- The hash of an event is sha256 over the hash of the event before it in its stream (32 zero bytes
-- for the first one) and the stored bytes of every other column, each as a netstring (its length in
-- bytes, a colon, the value), so that no two different events can have the same text. The columns in
-- their order are position, stream_id, stream_version, event_id, type, schema_version, data, metadata,
-- occurred_at and recorded_at; instants are microseconds since 1970.
create function ledger.netstring(value text) returns text
language sql immutable parallel safe as $$ select octet_length(value)::text || ':' || value $$;

create function ledger.microseconds(instant timestamptz) returns bigint
language sql immutable parallel safe as $$
  select (extract(epoch from instant at time zone 'UTC') * 1000000)::bigint
$$;

create function ledger.no_hash() returns bytea
language sql immutable parallel safe as $$ select decode(repeat('00', 32), 'hex') $$;

-- The part that does not depend on the place of the event, so that append can do it before the lock.
create function ledger.content_text(
  event_id uuid, type text, schema_version integer, data text, metadata text, occurred bigint
) returns text language sql immutable parallel safe as $$
  select ledger.netstring(event_id::text) || ledger.netstring(type)
    || ledger.netstring(schema_version::text) || ledger.netstring(data)
    || ledger.netstring(metadata) || ledger.netstring(occurred::text)
$$;

-- Stable, as convert_to is: declared immutable it would be called, not inlined, which takes longer.
create function ledger.event_hash(
  previous_hash bytea, event_position bigint, stream_id text, stream_version integer, content text,
  recorded bigint
) returns bytea language sql stable parallel safe as $$
  select sha256(previous_hash || convert_to(ledger.netstring(event_position::text)
    || ledger.netstring(stream_id) || ledger.netstring(stream_version::text) || content
    || ledger.netstring(recorded::text), 'UTF8'))
$$;

-- What the hash of a stored event has to be.
create function ledger.hash_of(event public.ledger_events) returns bytea
language plpgsql stable parallel safe as $$
declare
  data text := event.data;
  metadata text := event.metadata;
  occurred bigint := ledger.microseconds(event.occurred_at);
  recorded bigint := ledger.microseconds(event.recorded_at);
  content text := ledger.content_text(event.event_id, event.type, event.schema_version, data,
    metadata, occurred);
begin
  return ledger.event_hash(event.previous_hash, event.position, event.stream_id,
    event.stream_version, content, recorded);
end $$;

-- A statement that would change or remove history fails for everybody, the owner included, and also
-- where session_replication_role turns ordinary triggers off.
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
  'public.ledger_events', 'public.ledger_commands', 'public.ledger_seals',
  'public.ledger_seal_keys'
]::regclass[]) relation;

-- Partitions of ten million positions; old ones can move to cheaper storage. Called at every start
-- and by the sealing job. A partition is made beside the table and attached, because that waits for
-- nobody who reads.
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

-- The only way to write. Takes a batch of commands (arrays of one element per command) with their
-- events (arrays of one element per event, in the order of their commands; p_event_counts says how
-- many each command has) and answers with arrays of one element per command, in the same order:
--
--   appended  its events are in the ledger, at its first position and the positions after it
--   replayed  the command was answered before; here is that answer
--   reused    the command id was used before for another request
--   stale     a stream is not at the version that the command was decided on
--
-- stream_versions has one element per event. p_stream_versions is the version that an event must
-- get, or null for any. One lock for all writers makes positions appear in commit order: a reader
-- that has seen position 10 never meets a late 9. Nobody else may write meanwhile, so what can be
-- done before the lock is done before it, and the plans are prepared once: planning takes longer than
-- the work, compiling them much longer, and a plan that was made while the tables were small must not
-- outlive that.
create function ledger.append(
  p_command_ids text[], p_request_hashes bytea[], p_actors text[], p_answers jsonb[],
  p_event_counts integer[],
  p_stream_ids text[], p_stream_versions integer[], p_event_ids uuid[], p_types text[],
  p_schema_versions integer[], p_data jsonb[], p_metadata jsonb[], p_occurred_ats timestamptz[],
  out outcomes text[], out first_positions bigint[], out event_counts integer[],
  out stream_versions integer[], out recorded_at timestamptz, out answers jsonb[]
)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
#variable_conflict use_column
declare
  v_base bigint; v_position bigint; v_recorded bigint; v_occurred bigint;
  v_is_known boolean; v_is_stale boolean; v_data text; v_metadata text;
  -- Per event: the event before it in its stream within this call, and its stream before this call.
  v_previous bigint[]; v_is_last boolean[]; v_head_versions integer[]; v_head_hashes bytea[];
  -- Per event: its place (none where its command is refused), what is hashed of it, the hashes
  -- before and after it.
  v_positions bigint[]; v_contents text[]; v_before bytea[]; v_hashes bytea[];
begin
  for e in 1 .. cardinality(p_stream_ids) loop
    v_data := p_data[e];
    v_metadata := p_metadata[e];
    v_occurred := ledger.microseconds(p_occurred_ats[e]);
    v_contents[e] := ledger.content_text(p_event_ids[e], p_types[e], p_schema_versions[e], v_data,
      v_metadata, v_occurred);
  end loop;

  perform pg_advisory_xact_lock(7226001);
  -- The clock may step back, the order of what was known when may not.
  select h.position, greatest(h.recorded_at, date_trunc('milliseconds', clock_timestamp())),
      exists (select from public.ledger_commands k where k.command_id = any (p_command_ids))
    into strict v_base, recorded_at, v_is_known from public.ledger_head h;
  v_recorded := ledger.microseconds(recorded_at);

  select array_agg(e.previous order by e.ordinal), array_agg(e.is_last order by e.ordinal),
      array_agg(e.head_version order by e.ordinal), array_agg(e.hash order by e.ordinal),
      array_agg(e.stream_version order by e.ordinal), bool_or(e.stream_version <> e.wanted)
    into v_previous, v_is_last, v_head_versions, v_head_hashes, stream_versions, v_is_stale
    from (
      select i.ordinal, i.wanted, coalesce(head.stream_version, 0) as head_version,
        coalesce(head.hash, ledger.no_hash()) as hash,
        coalesce(head.stream_version, 0) + row_number() over stream as stream_version,
        lag(i.ordinal) over stream as previous, lead(i.ordinal) over stream is null as is_last
      from unnest(p_stream_ids, p_stream_versions) with ordinality i (stream_id, wanted, ordinal)
      left join lateral (
        select * from public.ledger_streams where stream_id = i.stream_id offset 0
      ) head on true
      window stream as (partition by i.stream_id order by i.ordinal)
    ) e;

  if v_is_known or v_is_stale then
    select * from ledger.judge(p_command_ids, p_request_hashes, p_event_counts, p_stream_versions,
        v_previous, v_head_versions, v_base)
      into outcomes, first_positions, event_counts, stream_versions, answers, v_positions;
  else
    outcomes := array_fill('appended'::text, array[cardinality(p_command_ids)]);
    event_counts := p_event_counts;
    v_position := v_base;
    for c in 1 .. cardinality(p_command_ids) loop
      first_positions[c] := v_position + 1;
      v_position := v_position + p_event_counts[c];
    end loop;
    for e in 1 .. cardinality(p_stream_ids) loop
      v_positions[e] := v_base + e;
    end loop;
  end if;

  v_position := v_base;
  for e in 1 .. cardinality(p_stream_ids) loop
    v_before[e] := coalesce(v_hashes[v_previous[e]], v_head_hashes[e]);
    if v_positions[e] is null then
      v_hashes[e] := v_before[e];
    else
      v_position := v_positions[e];
      v_hashes[e] := ledger.event_hash(v_before[e], v_position, p_stream_ids[e],
        stream_versions[e], v_contents[e], v_recorded);
    end if;
  end loop;

  if v_position > v_base then
    insert into public.ledger_events
      select * from (
        select unnest(v_positions) as position, unnest(p_stream_ids), unnest(stream_versions),
          unnest(p_event_ids), unnest(p_types), unnest(p_schema_versions), unnest(p_data),
          unnest(p_metadata), unnest(p_occurred_ats), append.recorded_at, unnest(v_before),
          unnest(v_hashes)
      ) e where e.position is not null;
    perform ledger.move_heads(p_stream_ids, v_head_versions, stream_versions, v_hashes, v_is_last);
    update public.ledger_head set position = v_position, recorded_at = append.recorded_at;
    if v_position >= 10000000 then perform ledger.refuse_known_events(v_base); end if;
  end if;
  insert into public.ledger_commands
    select c.command_id, c.request_hash, c.actor, c.answer, c.first, c.event_count, append.recorded_at
    from (
      select unnest(p_command_ids) as command_id, unnest(p_request_hashes) as request_hash,
        unnest(p_actors) as actor, unnest(p_answers) as answer, unnest(first_positions) as first,
        unnest(p_event_counts) as event_count, unnest(outcomes) as outcome
    ) c where c.outcome = 'appended';
end $$;

-- What becomes of each command of a call in which one is known or stale: a refused one leaves its
-- streams as they were for those after it.
create function ledger.judge(
  p_command_ids text[], p_request_hashes bytea[], p_event_counts integer[],
  p_stream_versions integer[], p_previous bigint[], p_head_versions integer[], p_base bigint,
  out outcomes text[], out first_positions bigint[], out event_counts integer[],
  out stream_versions integer[], out answers jsonb[], out positions bigint[]
)
language plpgsql as $$
declare
  v_known public.ledger_commands; v_position bigint := p_base; v_is_stale boolean;
  v_first integer; v_last integer := 0;
begin
  for c in 1 .. cardinality(p_command_ids) loop
    select * into v_known from public.ledger_commands where command_id = p_command_ids[c];
    v_first := v_last + 1;
    v_last := v_last + p_event_counts[c];
    v_is_stale := false;
    for e in v_first .. v_last loop
      stream_versions[e] := coalesce(stream_versions[p_previous[e]], p_head_versions[e]) + 1;
      if stream_versions[e] <> p_stream_versions[e] then v_is_stale := true; end if;
    end loop;
    outcomes[c] := case
      when v_known.request_hash = p_request_hashes[c] then 'replayed'
      when v_known.request_hash is not null then 'reused'
      when v_is_stale then 'stale'
      else 'appended' end;
    answers[c] := case when outcomes[c] = 'replayed' then v_known.answer end;
    first_positions[c] := coalesce(v_known.first_position, v_position + 1);
    event_counts[c] := coalesce(v_known.event_count, p_event_counts[c]);
    for e in v_first .. v_last loop
      if outcomes[c] = 'appended' then
        v_position := v_position + 1;
        positions[e] := v_position;
      else
        positions[e] := null;
        stream_versions[e] := coalesce(stream_versions[p_previous[e]], p_head_versions[e]);
      end if;
    end loop;
  end loop;
end $$;

-- Nobody else writes here, so a stream that had no events is new: an insert without the question.
create function ledger.move_heads(
  p_stream_ids text[], p_old_versions integer[], p_versions integer[], p_hashes bytea[],
  p_is_last boolean[]
) returns void language plpgsql as $$
begin
  if 0 = any (p_old_versions) then
    insert into public.ledger_streams
      select h.stream_id, h.version, h.hash
      from (
        select unnest(p_stream_ids) as stream_id, unnest(p_old_versions) as old,
          unnest(p_versions) as version, unnest(p_hashes) as hash, unnest(p_is_last) as is_last
      ) h where h.is_last and h.old = 0 and h.version > 0;
  end if;
  if 0 < any (p_old_versions) then
    update public.ledger_streams s set stream_version = h.version, hash = h.hash
      from (
        select unnest(p_stream_ids) as stream_id, unnest(p_old_versions) as old,
          unnest(p_versions) as version, unnest(p_hashes) as hash, unnest(p_is_last) as is_last
      ) h where s.stream_id = h.stream_id and h.is_last and h.old > 0 and h.version > h.old;
  end if;
end $$;

-- Each partition refuses a known event id by its index; this looks into the other partitions.
create function ledger.refuse_known_events(p_base bigint) returns void
language plpgsql as $$
declare
  v_known uuid;
begin
  select fresh.event_id into v_known
    from public.ledger_events fresh
    join public.ledger_events older on older.event_id = fresh.event_id
    where fresh.position > p_base and older.position <= p_base limit 1;
  if found then
    raise exception 'event % is in the ledger already', v_known using errcode = 'unique_violation';
  end if;
end $$;

-- The usual call of a quiet shop, one command with one event: the same as append in half the time.
create function ledger.append_one(
  p_command_id text, p_request_hash bytea, p_actor text, p_answer jsonb, p_stream_id text,
  p_stream_version integer, p_event_id uuid, p_type text, p_schema_version integer, p_data jsonb,
  p_metadata jsonb, p_occurred_at timestamptz,
  out outcome text, out first_position bigint, out event_count integer, out stream_version integer,
  out recorded_at timestamptz, out answer jsonb
)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
set jit = off
as $$
#variable_conflict use_column
declare
  v_before bytea; v_hash bytea; v_known_hash bytea; v_known_position bigint; v_known_count integer;
  v_data text := p_data; v_metadata text := p_metadata;
  v_occurred bigint := ledger.microseconds(p_occurred_at); v_recorded bigint;
  v_content text := ledger.content_text(p_event_id, p_type, p_schema_version, v_data, v_metadata,
    v_occurred);
begin
  perform pg_advisory_xact_lock(7226001);
  select h.position + 1, greatest(h.recorded_at, date_trunc('milliseconds', clock_timestamp())),
      coalesce(s.stream_version, 0) + 1, coalesce(s.hash, ledger.no_hash()),
      k.request_hash, k.first_position, k.event_count, k.answer
    into first_position, recorded_at, stream_version, v_before,
      v_known_hash, v_known_position, v_known_count, answer
    from public.ledger_head h
    left join public.ledger_commands k on k.command_id = p_command_id
    left join public.ledger_streams s on s.stream_id = p_stream_id;

  if v_known_hash is not null then
    outcome := case when v_known_hash = p_request_hash then 'replayed' else 'reused' end;
    first_position := v_known_position;
    event_count := v_known_count;
    return;
  elsif stream_version <> p_stream_version then
    outcome := 'stale';
    return;
  end if;
  outcome := 'appended';
  event_count := 1;
  v_recorded := ledger.microseconds(recorded_at);
  v_hash := ledger.event_hash(v_before, first_position, p_stream_id, stream_version, v_content,
    v_recorded);
  insert into public.ledger_events values (first_position, p_stream_id, append_one.stream_version,
    p_event_id, p_type, p_schema_version, p_data, p_metadata, p_occurred_at,
    append_one.recorded_at, v_before, v_hash);
  if stream_version = 1 then
    insert into public.ledger_streams values (p_stream_id, 1, v_hash);
  else
    update public.ledger_streams set stream_version = append_one.stream_version, hash = v_hash
      where stream_id = p_stream_id;
  end if;
  update public.ledger_head
    set position = append_one.first_position, recorded_at = append_one.recorded_at;
  insert into public.ledger_commands values (p_command_id, p_request_hash, p_actor, p_answer,
    append_one.first_position, 1, append_one.recorded_at);
  if first_position >= 10000000 then perform ledger.refuse_known_events(first_position - 1); end if;
end $$;

-- Seals are computed and signed outside; the database holds them to their order and to the newest key,
-- and keeps them.
create function ledger.seal(
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

-- Tells listeners that something was appended: once in a transaction, however many events it has,
-- because equal notifications are one.
create function ledger.ring() returns trigger language plpgsql
set search_path = pg_catalog, pg_temp
as $$ begin perform pg_notify('ledger', ''); return null; end $$;

create trigger ledger_head_rings after update on public.ledger_head
  for each statement execute function ledger.ring();

-- The role that migrates hands everything over to the role that nobody can sign in as.
alter table public.ledger_events owner to ledger_owner;
alter table public.ledger_commands owner to ledger_owner;
alter table public.ledger_streams owner to ledger_owner;
alter table public.ledger_head owner to ledger_owner;
alter table public.ledger_seals owner to ledger_owner;
alter table public.ledger_seal_keys owner to ledger_owner;
do $$
declare
  routine text;
begin
  for routine in select oid::regprocedure from pg_catalog.pg_proc
    where pronamespace = 'ledger'::regnamespace loop
    execute format('alter routine %s owner to ledger_owner', routine);
  end loop;
end $$;
alter schema ledger owner to ledger_owner;
revoke all on all routines in schema ledger from public;

select ledger.add_partitions();

-- Which members were moved, among all that ever happened in the network; an order writes nothing to it.
create index ledger_events_moves on public.ledger_events (position)
  where stream_id = 'network' and type in ('DistributorMoved', 'StockistMoved');

grant select on public.ledger_events, public.ledger_commands, public.ledger_streams,
  public.ledger_head, public.ledger_seals, public.ledger_seal_keys to portal_app;
grant execute on function ledger.append, ledger.append_one, ledger.seal, ledger.add_seal_key,
  ledger.add_partitions, ledger.netstring, ledger.microseconds, ledger.no_hash, ledger.content_text,
  ledger.event_hash, ledger.hash_of to portal_app;
