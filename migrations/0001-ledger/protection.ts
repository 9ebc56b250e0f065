/**
 * The hash of an event is sha256 over the hash of the event before it in its stream (32 zero bytes
 * for the first one) and the stored bytes of every other column, each as a netstring (its length in
 * bytes, a colon, the value), so that no two different events can have the same text. The columns in
 * their order are position, stream_id, stream_version, event_id, type, schema_version, data, metadata,
 * occurred_at and recorded_at; instants are microseconds since 1970.
 */
export const hashing = `
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
`;

/**
 * A statement that would change or remove history fails for everybody, the owner included, and also
 * where session_replication_role turns ordinary triggers off.
 */
export const appendOnly = `
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

/** Seals are computed and signed outside; the database holds them to their order and keeps them. */
export const seals = `
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
