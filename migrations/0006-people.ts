import { type Kysely, sql } from "kysely";

/** What is known of a person, how they prove who they are, and the links and codes that are sent to them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await person(db);
  await signedIn(db);
  await codesAndLinks(db);
  await sql`
    -- A recipient that an order was sent to stays known to it; nobody is offered it any more.
    alter table address add column deleted_at timestamptz
  `.execute(db);
  await sql`
    -- Null where the first ones still stand: only a change is a reason to look twice before paying.
    alter table bank_detail add column changed_at timestamptz
  `.execute(db);
  await sql`
    alter table shop_setting add column sign_in_code_length integer not null default 6
      check (sign_in_code_length between 4 and 8)
  `.execute(db);
}

async function person(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table account
      add column alt_number text,
      add column area text,
      add column company text,
      add column company_address text,
      add column vat_no text,
      add column school boolean not null default false,
      add column influencer boolean not null default false,
      -- Which generation of screens a distributor has; create-order is in the menu of 0 (readings 33).
      add column distributor_version integer not null default 0,
      -- The VAT rate of a stockist's own orders; null: the region's (readings 24).
      add column stockist_vat_bps integer check (stockist_vat_bps between 0 and 10000),
      add column referred_by text,
      add column added_by integer references account,
      add column last_seen_at timestamptz
  `.execute(db);
}

async function signedIn(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table session
      -- What a list of sessions names one by: the id would end it.
      add column handle uuid not null unique default gen_random_uuid(),
      add column last_seen_at timestamptz not null default now(),
      -- The password was typed in this session at this moment: asked anew before dangerous changes.
      add column password_at timestamptz,
      -- The browser and system, in words.
      add column device text not null default '',
      -- The admin who is this user for a while, and the session that is kept aside meanwhile.
      add column impersonator_id integer references account on delete cascade,
      add column set_aside_id text references session on delete cascade,
      add check ((impersonator_id is null) = (set_aside_id is null))
  `.execute(db);
}

async function codesAndLinks(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sign_in_code (
      id uuid primary key,
      user_id integer not null references account on delete cascade,
      purpose text not null check (purpose in ('sign-in', 'sign-up')),
      -- SHA-256 of what only the browser that asked for the code holds.
      request_hash text not null check (request_hash ~ '^[0-9a-f]{64}$'),
      -- Null until the code is made, which is when it is sent: it is nowhere in clear.
      code_hash text,
      wrong_tries integer not null default 0 check (wrong_tries between 0 and 5),
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      -- Used, replaced by a newer one, or tried too often.
      ended_at timestamptz
    )
  `.execute(db);
  await sql`create index sign_in_code_of_user on sign_in_code (user_id, created_at)`.execute(db);
  await sql`
    create table account_link (
      -- SHA-256 of the uuid in the link.
      token_hash text primary key check (token_hash ~ '^[0-9a-f]{64}$'),
      user_id integer not null references account on delete cascade,
      purpose text not null check (purpose in ('register', 'reset-password', 'confirm-email')),
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      ended_at timestamptz
    )
  `.execute(db);
  await sql`create index account_link_of_user on account_link (user_id, created_at)`.execute(db);
  await sql`
    grant select, insert, update, delete on sign_in_code, account_link to portal_app
  `.execute(db);
}
