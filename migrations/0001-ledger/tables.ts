/**
 * Text that is compared and never sorted for people has collation "C": keys are found faster, and an
 * upgrade of the operating system cannot damage their indexes. Positions have no gaps: they are
 * counted in ledger_head under the lock of append, so that a missing one is proof of a removal.
 */
export const tables = `
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
`;

/**
 * Partitions of ten million positions; old ones can move to cheaper storage. Called at every start
 * and by the sealing job. A partition is made beside the table and attached, because that waits for
 * nobody who reads.
 */
export const partitions = `
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
