-- What the server keeps beside the business: the audit, messages, jobs, limits and its own log.

create table audit_entry (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id integer,
  impersonated_by_id integer,
  subject_id integer,
  action text not null,
  target text,
  details jsonb not null default '{}'
);
create index audit_entry_at on audit_entry (at);
create index audit_entry_subject on audit_entry (subject_id, at);
create index audit_entry_actor on audit_entry (actor_id, at);
create index audit_entry_action on audit_entry (action, at) include (actor_id, subject_id);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit_entry is append-only';
end $$;
create trigger audit_entry_append_only
  before update or delete or truncate on audit_entry
  for each statement execute function refuse_audit_change();
alter table audit_entry enable always trigger audit_entry_append_only;

-- What was said to people and whether it arrived.
create table message (
  id bigint generated always as identity primary key,
  -- Names the occasion: what is asked for twice under one key is sent once.
  message_key text not null,
  channel text not null check (channel in ('email', 'sms')),
  kind text not null,
  user_id integer references account on delete set null,
  -- Null until it is sent, where it goes to what the account says then.
  to_address text,
  -- What it is about, in ids.
  about jsonb not null,
  -- What was said, with codes and links masked; null until it is sent.
  subject text,
  html text,
  text text,
  state text not null default 'queued' check (state in ('queued', 'sent', 'kept', 'failed')),
  attempts integer not null default 0,
  failure text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  unique (message_key, channel)
);
create index message_by_time on message (created_at desc, id desc);
create index message_by_state on message (state, created_at desc);
create index message_of_user on message (user_id, created_at desc);

-- What is to be done after a transaction, written by it. Handing work to the job library takes several
-- times as long as this row, and placing an order does so while all other writers wait.
create table job_outbox (
  id bigint primary key generated always as identity,
  name text not null,
  data jsonb not null,
  start_after_seconds integer not null check (start_after_seconds >= 0)
);

-- How often something may be asked for, and how much is sent in an hour.
create table rate_limit (
  -- What is limited, and a hash of the address or account that it is limited for.
  key text primary key,
  -- When it was made use of, oldest first; what no limit counts any more is dropped.
  used_at timestamptz[] not null check (cardinality(used_at) > 0)
);

-- Which item was made for a key, so that a request whose answer was lost makes no second one. The key is
-- somebody's own: the same of another person is another. Forgotten after a day.
create table idempotency_key (
  saved_by text not null,
  kind text not null check (kind in ('address', 'product', 'testimonial')),
  command_id uuid not null,
  request_hash bytea not null,
  -- Null only while the item is being made, in the same transaction.
  item_id integer,
  saved_at timestamptz not null,
  primary key (saved_by, kind, command_id)
);
create index idempotency_key_saved_at on idempotency_key (saved_at);

create table captcha_key (
  only_row boolean primary key default true check (only_row),
  -- Signs challenges. Made here, so that all processes of this shop have the same and no other shop has.
  key text not null default gen_random_uuid()::text || gen_random_uuid()::text
);
insert into captcha_key default values;

create table captcha_answer (
  -- SHA-256 of what was answered: nobody is taken for a person twice with one.
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  expires_at timestamptz not null
);

-- What the server processes had to say, for the office to read; two weeks of it are kept.
create table app_log (
  id bigint primary key generated always as identity,
  at timestamptz not null,
  -- As pino has them: 30 is information, 40 a warning, 50 an error, 60 the end.
  level smallint not null,
  text text not null,
  details jsonb not null
);
create index app_log_level on app_log (level, id desc);
create index app_log_at on app_log (at);

-- What was found when the ledger was last looked over.
create table ledger_check (
  name text primary key check (name in ('replay', 'chain', 'plan')),
  -- Null until the first look.
  checked_at timestamptz,
  position bigint not null default 0,
  took_ms integer not null default 0,
  -- Somebody pressed the button after the last look.
  wanted_at timestamptz,
  result jsonb
);
insert into ledger_check (name) values ('replay'), ('chain'), ('plan');

grant select, insert on audit_entry to portal_app;
grant select, insert, update, delete
  on message, job_outbox, rate_limit, idempotency_key, captcha_answer to portal_app;
grant select on captcha_key to portal_app;
grant select, insert, delete on app_log to portal_app;
grant select, update on ledger_check to portal_app;
