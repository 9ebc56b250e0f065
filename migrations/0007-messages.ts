import { type Kysely, sql } from "kysely";

/** What was said to people and whether it arrived, and how programs are kept from asking for it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await messages(db);
  await captcha(db);
  await sql`
    grant select, insert, update, delete on message, message_budget, captcha_answer to portal_app
  `.execute(db);
  await sql`grant select on captcha_key to portal_app`.execute(db);
}

async function messages(db: Kysely<unknown>): Promise<void> {
  await sql`
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
    )
  `.execute(db);
  await sql`create index message_by_time on message (created_at desc, id desc)`.execute(db);
  await sql`create index message_by_state on message (state, created_at desc)`.execute(db);
  await sql`create index message_of_user on message (user_id, created_at desc)`.execute(db);
  await sql`
    create table message_budget (
      -- The channel, and a hash of the address or nothing for all addresses together.
      key text primary key,
      hour timestamptz not null,
      used integer not null
    )
  `.execute(db);
}

async function captcha(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table captcha_key (
      only_row boolean primary key default true check (only_row),
      -- Signs challenges. It is made here, so that all processes of this shop have the same and no other shop has.
      key text not null default gen_random_uuid()::text || gen_random_uuid()::text
    )
  `.execute(db);
  await sql`insert into captcha_key default values`.execute(db);
  await sql`
    create table captcha_answer (
      -- SHA-256 of what was answered: nobody is taken for a person twice with one.
      hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
      expires_at timestamptz not null
    )
  `.execute(db);
}
