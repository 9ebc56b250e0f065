import { type Kysely, sql } from "kysely";

/**
 * What a proposed commission plan would have cost, plans that wait for their day, and what the card
 * provider says that it received and paid out.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
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
    )
  `.execute(db);
  await sql`create index plan_simulation_waiting on plan_simulation (asked_at) where state = 'waiting'`.execute(
    db,
  );
  await sql`
    create table plan_simulation_member (
      simulation_id uuid not null references plan_simulation on delete cascade,
      member_id integer not null,
      level smallint not null,
      actual bigint not null,
      simulated bigint not null,
      delta bigint not null generated always as (simulated - actual) stored,
      primary key (simulation_id, member_id)
    )
  `.execute(db);
  await sql`
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
    )
  `.execute(db);
  // One plan waits at a time, so that what is published next is never in doubt.
  await sql`create unique index planned_plan_waiting on planned_plan (state) where state = 'planned'`.execute(
    db,
  );
  await sql`
    create table settlement_file (
      id bigint generated always as identity primary key,
      name text not null,
      from_day date not null,
      to_day date not null check (to_day >= from_day),
      uploaded_at timestamptz not null default now(),
      uploaded_by integer not null references account
    )
  `.execute(db);
  await sql`
    create table settlement_line (
      id bigint generated always as identity primary key,
      -- Made from what the provider says of the line: the same line in two files is one row.
      fingerprint text not null unique check (fingerprint ~ '^[0-9a-f]{64}$'),
      file_id bigint not null references settlement_file,
      line integer not null,
      day date not null,
      kind text not null check (kind in ('payment', 'refund', 'payout', 'other')),
      type text not null,
      payment_id text,
      order_number bigint,
      order_id uuid,
      -- Minor units; gross and net are negative where money left, a fee is what was kept.
      gross bigint not null,
      fee bigint not null,
      net bigint not null
    )
  `.execute(db);
  await sql`create index settlement_line_day on settlement_line (day, id)`.execute(db);
  await sql`create index settlement_line_payment on settlement_line (payment_id) where payment_id is not null`.execute(
    db,
  );
  await sql`grant select, insert, update on plan_simulation, planned_plan to portal_app`.execute(
    db,
  );
  await sql`grant select, insert on plan_simulation_member, settlement_file, settlement_line to portal_app`.execute(
    db,
  );
}
