-- What a proposed commission plan would have cost, and plans that wait for their day.

create table plan_simulation (
  id uuid primary key,
  asked_by integer not null references account,
  asked_at timestamptz not null default now(),
  plan jsonb not null,
  plan_hash text not null check (plan_hash ~ '^[0-9a-f]{64}$'),
  from_day date not null,
  to_day date not null check (to_day >= from_day),
  -- The plan that it was compared with, by its place in the ledger; 0 is the default plan.
  in_force_position bigint not null,
  state text not null default 'waiting' check (state in ('waiting', 'ready', 'failed')),
  progress smallint not null default 0 check (progress between 0 and 100),
  -- How far the ledger was read; minor units of the shop's currency.
  through_position bigint,
  sales bigint,
  actual bigint,
  simulated bigint,
  finished_at timestamptz,
  check ((state = 'ready') = (actual is not null and simulated is not null))
);
create index plan_simulation_waiting on plan_simulation (asked_at) where state = 'waiting';

create table plan_simulation_member (
  simulation_id uuid not null references plan_simulation on delete cascade,
  member_id integer not null,
  level smallint not null,
  actual bigint not null,
  simulated bigint not null,
  delta bigint not null generated always as (simulated - actual) stored,
  primary key (simulation_id, member_id)
);

create table planned_plan (
  id uuid primary key,
  simulation_id uuid not null references plan_simulation,
  plan jsonb not null,
  publish_on date not null,
  publish_at timestamptz not null,
  planned_by integer not null references account,
  planned_at timestamptz not null default now(),
  state text not null default 'planned' check (state in ('planned', 'published', 'withdrawn')),
  settled_at timestamptz,
  check ((state = 'planned') = (settled_at is null))
);
-- One plan waits at a time, so that what is published next is never in doubt.
create unique index planned_plan_waiting on planned_plan (state) where state = 'planned';

grant select, insert, update on plan_simulation, planned_plan to portal_app;
grant select, insert on plan_simulation_member to portal_app;
