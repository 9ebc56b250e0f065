/**
 * The only way to write. Takes a batch of commands (arrays of one element per command) with their
 * events (arrays of one element per event, in the order of their commands; p_event_counts says how
 * many each command has) and answers with arrays of one element per command, in the same order:
 *
 *   appended  its events are in the ledger, at its first position and the positions after it
 *   replayed  the command was answered before; here is that answer
 *   reused    the command id was used before for another request
 *   stale     a stream is not at the version that the command was decided on
 *
 * stream_versions has one element per event. p_stream_versions is the version that an event must
 * get, or null for any. One lock for all writers makes positions appear in commit order: a reader
 * that has seen position 10 never meets a late 9. Nobody else may write meanwhile, so what can be
 * done before the lock is done before it, and the plans are prepared once: planning takes longer than
 * the work, compiling them much longer, and a plan that was made while the tables were small must not
 * outlive that.
 */
export const append = `
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
`;

/** The parts of append that a call may need. */
export const appendParts = `
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
`;
