/** The usual call of a quiet shop, one command with one event: the same as append in half the time. */
export const appendOne = `
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
`;
